// The cases of theorem T30, and of the Gram matrices of T25.
#define BOOST_TEST_MODULE mutation of norms
#include "mixcert/ball/double_double_ball.hpp"
#include "mixcert/jacobian/dense_norm.hpp"
#include "mixcert/spectrum/norm_bound.hpp"

#include <boost/test/unit_test.hpp>

using namespace mixcert;

namespace {

matrix<double> diagonal(const std::vector<double>& values) {
  matrix<double> r(values.size(), values.size(), 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) r(i, i) = values[i];
  return r;
}

dense_product product_of(const std::vector<double>& values, double radius = 0) {
  dense_product r{double_double_matrix(values.size(), values.size()), 0, radius, false};
  r.midpoint.high = diagonal(values);
  return r;
}

bool holds(const mp_interval& x, double value) {
  return mpfr_cmp_d(x.lower(), value) <= 0 && mpfr_cmp_d(x.upper(), value) >= 0;
}

} // namespace

BOOST_AUTO_TEST_SUITE(norms_of_dense_matrices)

// ||2||, of 1 - 2^2 - 0 only the 3 tells.
BOOST_AUTO_TEST_CASE(a_factor_that_is_none) { BOOST_CHECK_GE(norm_up_by_factor(diagonal({2}), 1, diagonal({0})), 2); }

// Of 50 rows of a factor 1: what the theorem counts, whatever was rounded.
BOOST_AUTO_TEST_CASE(rounding_of_the_products) {
  BOOST_CHECK_GE(norm_up_by_factor(matrix<double>(50, 50, 0.0), 1), 1 + 50 * 50 * 0x1p-54);
}

// diag(1/2, 1/4) and v = (1, 2^-6).
BOOST_AUTO_TEST_CASE(a_vector_beside_the_first) {
  BOOST_CHECK(holds(enclose_norm(product_of({0.5, 0.25}), {0.5, 0.25, {1, 0x1p-6}}), 0.5));
}

// diag(1/4, 1/8, 1/2) and the vector of 1/4: 1/2 is not seen.
BOOST_AUTO_TEST_CASE(a_vector_beside_the_second) {
  BOOST_CHECK(holds(enclose_norm(product_of({0.25, 0.125, 0.5}), {0.5, 0.2, {1, 0, 0}}), 0.5));
}

BOOST_AUTO_TEST_CASE(the_distance_of_a_product) {
  BOOST_CHECK(holds(enclose_norm(product_of({0.25, 0.125}, 0x1p-20)), 0.25 + 0x1p-20));
}

// One entry above the diagonal is off by 1, and so is its mirror image: sqrt(2) in the Frobenius norm.
BOOST_AUTO_TEST_CASE(errors_that_are_mirrored) {
  const double radius = mirrored({double_double_matrix(2, 2), 1}).radius;
  BOOST_CHECK_GE(radius * radius, 2);
}

BOOST_AUTO_TEST_SUITE_END()
