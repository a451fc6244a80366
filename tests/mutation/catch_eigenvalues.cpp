// The cases of theorem T16.
#include "exact_checks.hpp"

#include "mixcert/spectrum/eigenvalues.hpp"

#include <algorithm>
#include <utility>

#include <boost/test/unit_test.hpp>

using namespace mixcert;
using namespace mixcert::test;

namespace {

using numbers = std::vector<double>;

matrix<mp_interval> intervals(std::size_t n, const numbers& entries) {
  std::vector<mp_interval> values;
  for (const double x : entries) values.emplace_back(x, 256);
  return {n, n, std::move(values)};
}

complex_float complex_number(double x, mpfr_prec_t bits) { return {mp_float(x, bits), mp_float(bits)}; }

eigen_guess guess(std::size_t n, const numbers& X, const numbers& values, mpfr_prec_t bits = 256) {
  eigen_guess r{{n, n, std::vector<complex_float>{}}, {}};
  for (const double x : X) r.X.values().push_back(complex_number(x, bits));
  for (const double x : values) r.values.push_back(complex_number(x, bits));
  return r;
}

eigen_guess standard_basis(const numbers& values) {
  numbers X;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = 0; j < values.size(); ++j) X.push_back(i == j ? 1 : 0);
  return guess(values.size(), X, values);
}

bool holds(const complex_interval& z, const mpq_class& x, const mpq_class& y = 0) {
  return rational(z.re.lower()) <= x && x <= rational(z.re.upper()) && rational(z.im.lower()) <= y &&
         y <= rational(z.im.upper());
}

/// In how many places the real numbers `values` are not as the groups say.
std::size_t falsehoods(const std::vector<eigenvalue_group>& groups, const std::vector<mpq_class>& values) {
  std::size_t wrong = 0;
  for (const eigenvalue_group& group : groups) {
    const auto inside =
        std::count_if(values.begin(), values.end(), [&](const mpq_class& x) { return holds(group.value, x); });
    wrong += static_cast<std::size_t>(inside) != group.count ? 1 : 0;
  }
  return wrong;
}

} // namespace

BOOST_AUTO_TEST_SUITE(eigenvalues)

// r 1 1^T has the value n r: the whole radius is needed, with every entry of a row and its modulus.
BOOST_AUTO_TEST_CASE(rows_of_equal_entries) {
  for (const double r : {0.25, -0.25})
    BOOST_TEST(falsehoods(enclose_eigenvalues(intervals(4, numbers(16, r)), standard_basis({0, 0, 0, 0})),
                          {4 * rational(r), 0, 0, 0}) == 0U);
}

// A cycle with two signs changed has the values of the cycle, and signed sums of rows are zero.
BOOST_AUTO_TEST_CASE(entries_that_cancel) {
  const matrix<mp_interval> H = intervals(4, {0, 1, -1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, -1, 1, 0});
  BOOST_TEST(falsehoods(enclose_eigenvalues(H, standard_basis({0, 0, 0, 0})), {2, 0, 0, -2}) == 0U);
}

// The rectangle of [0 a; a 1] around 0 is moved by a^2: a little less is false.
BOOST_AUTO_TEST_CASE(shortened_rows) {
  const double a = 0x1p-12;
  const auto groups = enclose_eigenvalues(intervals(2, {0, a, a, 1}), standard_basis({0, 1}));
  const mpq_class low = -power_of_two(-24) + power_of_two(-48) - 2 * power_of_two(-72); // x^2 - x = a^2, above x
  BOOST_TEST(std::any_of(groups.begin(), groups.end(),
                         [&](const eigenvalue_group& group) { return holds(group.value, low); }));
}

// Row 1 reaches farther by its entry beside row 2. The least value, -0.00498..., is 0.0089... from 0 at most.
BOOST_AUTO_TEST_CASE(rows_beside_a_shortened_one) {
  const auto groups =
      enclose_eigenvalues(intervals(3, {0, 0x1p-4, 0, 0x1p-4, 1, 0.5, 0, 0.5, 1.125}), standard_basis({0, 1, 1.125}));
  BOOST_TEST(std::any_of(groups.begin(), groups.end(),
                         [](const eigenvalue_group& group) { return holds(group.value, mpq_class(-498, 100000)); }));
}

// X = [1 1; -1 2] has no inverse in eight places. With values of which one is 0, D = 0: the residual is all of G.
BOOST_AUTO_TEST_CASE(inverses_in_few_places) {
  // X diag(1, 0) X^-1 = [2 -1; -2 1] / 3; three times that has the values 3 and 0.
  const auto groups = enclose_eigenvalues(intervals(2, {2, -1, -2, 1}), guess(2, {1, 1, -1, 2}, {0, 0}, 8));
  BOOST_TEST(falsehoods(groups, {3, 0}) == 0U);
}

// [1 -1/8; 1/8 1]: a pair 1 +- i/8 whose discs meet is not proved real.
BOOST_AUTO_TEST_CASE(pairs_near_the_axis) {
  const auto groups = enclose_eigenvalues(intervals(2, {1, -0.125, 0.125, 1}), standard_basis({1, 1}));
  std::size_t held = 0;
  for (const eigenvalue_group& group : groups)
    for (const double y : {0.125, -0.125}) held += holds(group.value, 1, rational(y)) ? 1 : 0;
  BOOST_TEST(held == 2U);
  for (const eigenvalue_group& group : groups) BOOST_CHECK(group.kind != eigenvalue_kind::real);
}

BOOST_AUTO_TEST_SUITE_END()
