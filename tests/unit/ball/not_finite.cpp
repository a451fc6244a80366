// Overflow, infinities and NaN anywhere in the input: the radius is inf, so nothing is claimed.
#include "balls.hpp"

namespace {

using namespace mixcert;
using namespace mixcert::test;

/// Calls `check` with `a` spoilt at each position in turn, by each number that is not finite.
template <class Format, class Check> void spoil(matrix<typename Format::scalar> a, Check check) {
  for (std::size_t position = 0; position < a.values().size(); ++position)
    for (const double bad : {not_a_number, infinity, -infinity}) {
      auto spoilt = a;
      spoilt.values()[position] = Format::from(bad);
      BOOST_TEST_CONTEXT(bad << " at position " << position) check(spoilt);
    }
}

/// Plain numbers, or zeros, which must not hide the other factor.
template <class Format> std::vector<matrix<typename Format::scalar>> others(std::size_t rows, std::size_t cols) {
  std::mt19937_64 random(13);
  return {random_matrix<Format>(random, rows, cols, ranges[0]), random_matrix<Format>(random, rows, cols, ranges[4])};
}

} // namespace

BOOST_AUTO_TEST_SUITE(not_finite)

BOOST_AUTO_TEST_CASE_TEMPLATE(in_a_product, Format, formats) {
  using T = typename Format::scalar;
  for (const matrix<T>& a : others<Format>(2, 3))
    for (const matrix<T>& b : others<Format>(3, 2)) {
      spoil<Format>(a, [&](const matrix<T>& spoilt) {
        BOOST_CHECK_EQUAL(product(ball_matrix<T>{spoilt, 0}, ball_matrix<T>{b, 0.5}).radius, infinity);
      });
      spoil<Format>(b, [&](const matrix<T>& spoilt) {
        BOOST_CHECK_EQUAL(product(ball_matrix<T>{a, 0}, ball_matrix<T>{spoilt, 0}).radius, infinity);
      });
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(in_a_difference, Format, formats) {
  using T = typename Format::scalar;
  for (const matrix<T>& a : others<Format>(2, 3)) {
    spoil<Format>(a, [&](const matrix<T>& spoilt) {
      BOOST_CHECK_EQUAL(difference(ball_matrix<T>{spoilt, 0}, ball_matrix<T>{a, 0}).radius, infinity);
      BOOST_CHECK_EQUAL(difference(ball_matrix<T>{a, 0}, ball_matrix<T>{spoilt, 0}).radius, infinity);
      BOOST_CHECK_EQUAL(difference(ball_matrix<T>{spoilt, 0}, ball_matrix<T>{spoilt, 0}).radius, infinity);
    });
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(in_an_orthogonality_defect, Format, formats) {
  using T = typename Format::scalar;
  for (const matrix<T>& a : others<Format>(3, 2))
    spoil<Format>(a, [&](const matrix<T>& spoilt) {
      BOOST_CHECK_EQUAL(orthogonality_defect(ball_matrix<T>{spoilt, 0}).radius, infinity);
    });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(in_a_product_with_a_diagonal, Format, formats) {
  using T = typename Format::scalar;
  for (const matrix<T>& a : others<Format>(2, 3))
    for (const matrix<T>& d : others<Format>(1, 3)) {
      spoil<Format>(a, [&](const matrix<T>& spoilt) {
        BOOST_CHECK_EQUAL(product_with_diagonal(ball_matrix<T>{spoilt, 0}, d.values()).radius, infinity);
      });
      spoil<Format>(d, [&](const matrix<T>& spoilt) {
        BOOST_CHECK_EQUAL(product_with_diagonal(ball_matrix<T>{a, 0}, spoilt.values()).radius, infinity);
      });
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(as_a_radius, Format, formats) {
  using T = typename Format::scalar;
  for (const matrix<T>& a : others<Format>(2, 2))
    for (const double bad : {infinity, not_a_number}) {
      const ball_matrix<T> good{a, 0}, spoilt{a, bad};
      for (const ball_matrix<T>& c :
           {product(spoilt, good), product(good, spoilt), product(spoilt, spoilt), difference(spoilt, good),
            difference(good, spoilt), orthogonality_defect(spoilt), product_with_diagonal(spoilt, a.values())})
        BOOST_CHECK_EQUAL(c.radius, infinity);
    }
}

BOOST_AUTO_TEST_CASE(as_overflow_of_a_sum_or_product) {
  for (std::size_t position = 0; position < 4; ++position) {
    matrix<double> a(2, 2, 1.0);
    a.values()[position] = largest_double;
    const ball_matrix<double> ball{a, 0}, twos{matrix<double>(2, 2, 2.0), 0}, minus{matrix<double>(2, 2, -0x1p1000), 0};
    BOOST_CHECK_EQUAL(product(ball, twos).radius, infinity);
    BOOST_CHECK_EQUAL(product(twos, ball).radius, infinity);
    BOOST_CHECK_EQUAL(difference(ball, minus).radius, infinity);
    BOOST_CHECK_EQUAL(orthogonality_defect(ball).radius, infinity);
    BOOST_CHECK_EQUAL(product_with_diagonal(ball, {2.0, 2.0}).radius, infinity);
  }
}

// Too large for the midpoint, though u |A| |B| is not.
BOOST_AUTO_TEST_CASE(as_overflow_of_the_midpoint_only) {
  for (std::size_t position = 0; position < 4; ++position) {
    matrix<double> a(2, 2, 1.0);
    a.values()[position] = 1e157;
    const ball_matrix<double> ball{a, 0}, other{matrix<double>(2, 2, 1e157), 0};
    BOOST_CHECK_EQUAL(product(ball, other).radius, infinity);
    BOOST_CHECK_EQUAL(product(other, ball).radius, infinity);
    BOOST_CHECK_EQUAL(orthogonality_defect(ball).radius, infinity);
    BOOST_CHECK_EQUAL(product_with_diagonal(ball, {1e157, 1e157}).radius, infinity);
  }
}

// +inf and -inf meet only within a sum.
BOOST_AUTO_TEST_CASE(as_overflow_that_would_cancel) {
  const ball_matrix<double> a{matrix<double>(1, 3, {1e157, 1e157, 1.0}), 0};
  const ball_matrix<double> b{matrix<double>(3, 1, {1e157, -1e157, 1.0}), 0};
  BOOST_CHECK_EQUAL(product(a, b).radius, infinity);
}

BOOST_AUTO_TEST_CASE(as_numbers_too_large_for_a_radius) {
  const ball_matrix<mp_float> a{matrix<mp_float>(2, 2, scaled(mp_float(1.0, 64), 2000)), 0};
  const ball_matrix<mp_float> one{matrix<mp_float>(2, 2, mp_float(1.0, 64)), 0};
  BOOST_CHECK_EQUAL(product(a, one).radius, infinity);
  BOOST_CHECK_EQUAL(difference(a, one).radius, infinity);
  BOOST_CHECK_EQUAL(difference(a, a).radius, 0x1p-1073); // both are exactly the same
  BOOST_CHECK_EQUAL(orthogonality_defect(a).radius, infinity);
  BOOST_CHECK_EQUAL(product_with_diagonal(a, one.midpoint.values()).radius, infinity);
}

BOOST_AUTO_TEST_CASE(as_a_radius_that_overflows) {
  const ball_matrix<double> wide{matrix<double>(2, 2, 1.0), largest_double};
  BOOST_CHECK_EQUAL(product(wide, wide).radius, infinity);
  BOOST_CHECK_EQUAL(difference(wide, wide).radius, infinity);
  BOOST_CHECK_EQUAL(orthogonality_defect(wide).radius, infinity);
  BOOST_CHECK_EQUAL(product_with_diagonal(wide, {1.0, 2.0}).radius, infinity);
}

BOOST_AUTO_TEST_SUITE_END()
