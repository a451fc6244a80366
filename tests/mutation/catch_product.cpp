// The cases of theorem T2 (e).
#include "mixcert/jacobian/product.hpp"

#include <boost/test/unit_test.hpp>

using namespace mixcert;

namespace {

const context<mp_interval> numbers{64};

/// x -> (H + W g^2) x, for one stream of one feature.
feedback<mp_interval> scalar_map(double H, double g, double W) {
  const auto one_by_one = [](double x) { return matrix<mp_interval>(1, 1, numbers.exact(x)); };
  return {one_by_one(H), {{"g", {numbers.exact(g)}}}, {}, one_by_one(1), {one_by_one(W)}, {}};
}

bool is(const mp_interval& x, double value) { return is_exact_zero(x - numbers.exact(value)); }

} // namespace

BOOST_AUTO_TEST_SUITE(product_of_maps)

// H_2 H_1 = 10, and W = 11 * 2 + 5 * 3 + 11 * 49 * 3: the product of 2 + 3 * 49 and 5 + 11 * 49.
BOOST_AUTO_TEST_CASE(two_scalar_maps) {
  const feedback<mp_interval> f = product(numbers, scalar_map(5, 7, 11), scalar_map(2, 7, 3));
  BOOST_CHECK(is(f.frozen(0, 0), 10));
  BOOST_CHECK(is(f.sources(0, 0), 1));
  BOOST_CHECK(is(f.derivatives[0](0, 0), 22 + 15 + 11 * 49 * 3));
}

// (1 + 1)^5 = 1 + 31.
BOOST_AUTO_TEST_CASE(five_equal_maps) {
  BOOST_CHECK(is(power(numbers, scalar_map(1, 1, 1), 5).derivatives[0](0, 0), 31));
}

BOOST_AUTO_TEST_SUITE_END()
