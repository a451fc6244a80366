// The cases of theorem T2 (e).
#include "mixcert/jacobian/factored_product.hpp"
#include "mixcert/jacobian/power.hpp"

#include <boost/test/unit_test.hpp>

using namespace mixcert;

namespace {

const context<mp_interval> numbers{64};

matrix<mp_interval> column(std::size_t rows, double x) { return {rows, 1, numbers.exact(x)}; }

/// x -> (H + W g^2) x, for one stream of one feature.
feedback<mp_interval> scalar_map(double H, double g, double W) {
  return {column(1, H), {{"g", {numbers.exact(g)}}}, {}, column(1, 1), {column(1, W)}, {}};
}

/// x -> (H + W g g^T) x, for one stream of two features.
feedback<mp_interval> plane_map(double H, const mp_interval& g0, double g1, double W) {
  return {column(1, H), {{"g", {g0, numbers.exact(g1)}}}, {}, column(1, 1), {column(1, W)}, {}};
}

/// Entry (row, col) of the matrix of a map of one stream, off the diagonal.
mp_interval entry(const feedback<mp_interval>& f, std::size_t row, std::size_t col) {
  mp_interval sum = numbers.exact(0);
  for (std::size_t g = 0; g < f.generators.size(); ++g)
    for (std::size_t h = 0; h < f.generators.size(); ++h)
      sum += f.generators[g].row[row] * f.derivatives[g](0, h) * f.generators[h].row[col];
  return sum;
}

feedback<mp_interval> product(const feedback<mp_interval>& after, const feedback<mp_interval>& before) {
  factored_product r(numbers, 2);
  r.append(before);
  r.append(after);
  return r.result();
}

bool is(const mp_interval& x, double value) { return is_exact_zero(x - numbers.exact(value)); }

} // namespace

BOOST_AUTO_TEST_SUITE(product_of_maps)

// (5 + 11 g g^T)(2 + 3 g g^T) = 10 + (22 + 15 + 11 * 25 * 3) g g^T for g = (3, 4).
BOOST_AUTO_TEST_CASE(two_plane_maps) {
  const mp_interval three = numbers.exact(3);
  const feedback<mp_interval> f = product(plane_map(5, three, 4, 11), plane_map(2, three, 4, 3));
  BOOST_CHECK(is(f.frozen(0, 0), 10));
  BOOST_CHECK_EQUAL(f.generators.size(), 1u);
  BOOST_CHECK(is(entry(f, 0, 1), 12 * (22 + 15 + 11 * 25 * 3)));
}

// The second over -2 g = (-6, -8).
BOOST_AUTO_TEST_CASE(two_plane_maps_over_multiples) {
  const feedback<mp_interval> f =
      product(plane_map(5, numbers.exact(-6), -8, 11), plane_map(2, numbers.exact(3), 4, 3));
  BOOST_CHECK_EQUAL(f.generators.size(), 1u);
  BOOST_CHECK(is(entry(f, 0, 1), 12 * (4 * 22 + 15 + 4 * 11 * 25 * 3)));
}

// Of the two maps one may have (3, 4) and the other (3 + 2^-40, 4).
BOOST_AUTO_TEST_CASE(two_plane_maps_over_enclosures) {
  const mp_interval g0 = hull(numbers.exact(3), numbers.exact(3 + 0x1p-40));
  const feedback<mp_interval> f = product(plane_map(5, g0, 4, 11), plane_map(2, g0, 4, 3));
  BOOST_CHECK_EQUAL(f.generators.size(), 2u);
}

// (1 + 1)^5 = 1 + 31.
BOOST_AUTO_TEST_CASE(five_equal_maps) {
  BOOST_CHECK(is(power(numbers, scalar_map(1, 1, 1), 5).derivatives[0](0, 0), 31));
}

BOOST_AUTO_TEST_SUITE_END()
