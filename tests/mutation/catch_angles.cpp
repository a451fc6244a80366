// The cases of theorem T23: vectors whose angles to singular vectors are known.
#include "exact_checks.hpp"

#include "mixcert/diagnostic/singular_vectors.hpp"

#include <boost/test/unit_test.hpp>

using namespace mixcert;
using namespace mixcert::test;

namespace {

constexpr mpfr_prec_t bits = 128;

std::vector<mp_float> vector(const std::vector<double>& x) {
  std::vector<mp_float> r;
  for (const double value : x) r.emplace_back(value, bits);
  return r;
}

/// For the m x n matrix with these singular values on its diagonal, and vectors of m and n numbers with the value 1.
angle_bounds of_diagonal(const std::vector<double>& left, const std::vector<double>& right,
                         const std::vector<double>& sigma) {
  matrix<mp_interval> M(left.size(), right.size(), mp_interval(0, bits));
  std::vector<spectrum_entry<mp_interval>> spectrum;
  for (std::size_t i = 0; i < sigma.size(); ++i) {
    M(i, i) = mp_interval(sigma[i], bits);
    spectrum.push_back({M(i, i), 1, "core"});
  }
  return bound_top_angles({vector(left), mp_float(1, bits), vector(right)}, M, spectrum);
}

/// Of a sine of 3/5: no bound is true.
bool is_true(const std::optional<double>& bound) { return !bound || *bound >= 0.6; }

} // namespace

BOOST_AUTO_TEST_SUITE(angles)

BOOST_AUTO_TEST_CASE(values_near_to_each_other) {
  const angle_bounds found = of_diagonal({4, 3}, {4, 3}, {1, 1 - 0x1p-10});
  BOOST_CHECK(is_true(found.left) && is_true(found.right));
}

// With left = M right the first residual is zero, with right = M^T left the second.
BOOST_AUTO_TEST_CASE(one_residual_alone) {
  BOOST_CHECK(is_true(of_diagonal({4, 1.5}, {4, 3}, {1, 0.5}).right));
  BOOST_CHECK(is_true(of_diagonal({4, 3}, {4, 1.5}, {1, 0.5}).left));
}

BOOST_AUTO_TEST_CASE(short_vectors) {
  const angle_bounds found = of_diagonal({0.5, 0.375}, {0.5, 0.375}, {1, 0.5});
  BOOST_CHECK(is_true(found.left) && is_true(found.right));
}

BOOST_AUTO_TEST_CASE(one_value_beside_a_zero_row) {
  BOOST_CHECK(is_true(of_diagonal({4, 3}, {5}, {1}).left));
  BOOST_CHECK(is_true(of_diagonal({5}, {4, 3}, {1}).right));
}

BOOST_AUTO_TEST_SUITE_END()
