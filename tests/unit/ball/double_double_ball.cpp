// Balls of double-double matrices, and positive definite ones, against intervals of many places.
#include "mixcert/ball/double_double_ball.hpp"

#include "mixcert/scalar/interval_matrix.hpp"
#include "mixcert/scalar/matrix_product.hpp"
#include "mixcert/spectrum/positive_definite.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

namespace {

using namespace mixcert;

constexpr mpfr_prec_t many = 400;

double_double_matrix random_matrix(std::mt19937_64& random, std::size_t rows, std::size_t cols) {
  std::normal_distribution<double> normal;
  double_double_matrix r(rows, cols);
  for (std::size_t at = 0; at < rows * cols; ++at) {
    r.high.values()[at] = normal(random);
    r.low.values()[at] = std::ldexp(normal(random) * r.high.values()[at], -57);
  }
  return r;
}

/// The middle and, in one entry, as far from it as the radius allows.
mp_interval_matrix member(const double_double_ball& a) {
  mp_interval_matrix r(a.midpoint.rows(), a.midpoint.cols(), mp_interval(0, many));
  for (std::size_t at = 0; at < r.values().size(); ++at)
    r.values()[at] = mp_interval(a.midpoint.high.values()[at], many) + mp_interval(a.midpoint.low.values()[at], many);
  r(0, 0) += mp_interval(a.radius, many);
  return r;
}

double distance_down(const double_double_ball& a, const mp_interval_matrix& exact) {
  mp_interval squares(0, many);
  const mp_interval_matrix middle = member({a.midpoint, 0});
  for (std::size_t at = 0; at < exact.values().size(); ++at) squares += sqr(exact.values()[at] - middle.values()[at]);
  return to_double_down(mp_float(sqrt(squares).lower(), many));
}

mp_interval_matrix combined(const mp_interval_matrix& a, const mp_interval_matrix& b, int sign) {
  mp_interval_matrix r = a;
  for (std::size_t at = 0; at < r.values().size(); ++at) r.values()[at] += sign > 0 ? b.values()[at] : -b.values()[at];
  return r;
}

} // namespace

BOOST_AUTO_TEST_SUITE(double_double_balls)

BOOST_AUTO_TEST_CASE(hold_products_sums_and_differences_of_their_members) {
  std::mt19937_64 random(1);
  for (const double radius : {0.0, 1e-20, 1e-3})
    for (const std::size_t inner : {1U, 7U, 2500U})
      BOOST_TEST_CONTEXT("radius " << radius << ", " << inner << " columns") {
        const double_double_ball a{random_matrix(random, 3, inner), radius}, b{random_matrix(random, 4, inner), radius},
            c{random_matrix(random, 3, inner), radius};
        const mp_interval_matrix product = multiply(member(a), transpose(member(b)), mp_interval(0, many));
        for (const bool fine : {false, true}) {
          const double_double_ball own = multiply_transposed(a, b, fine);
          BOOST_TEST(distance_down(own, product) <= own.radius);
          BOOST_TEST(own.radius <= (radius + (fine ? 1e-24 : 1e-18)) * 1000 * static_cast<double>(inner));
          const double_double_ball rounded = multiply_transposed({a.midpoint, 0}, {b.midpoint, 0}, fine);
          if (radius > 1e-10) BOOST_TEST(distance_down(own, product) > rounded.radius);
        }
        const double_double_ball both = sum(a, c), less = difference(a, c);
        BOOST_TEST(distance_down(both, combined(member(a), member(c), 1)) <= both.radius);
        BOOST_TEST(distance_down(less, combined(member(a), member(c), -1)) <= less.radius);
      }
}

// A (1 + e) A^T, of which one entry above the diagonal is as far off as the radius allows: so is its mirror image.
BOOST_AUTO_TEST_CASE(hold_symmetric_products_computed_above_the_diagonal) {
  std::mt19937_64 random(5);
  for (const std::size_t inner : {1U, 9U, 2500U}) {
    const double_double_ball a{random_matrix(random, 21, inner), 0};
    const double_double_ball own = mirrored(multiply_transposed_above(a, a));
    const mp_interval_matrix product = multiply(member(a), transpose(member(a)), mp_interval(0, many));
    BOOST_TEST(distance_down(own, product) <= own.radius);
    BOOST_TEST(own.radius <= 1e-21 * static_cast<double>(inner));
  }
  double_double_ball off{double_double_matrix(2, 2), 1};
  off.midpoint.high(1, 0) = 7; // is not kept
  mp_interval_matrix symmetric(2, 2, mp_interval(0, many));
  symmetric(0, 1) = symmetric(1, 0) = mp_interval(1, many);
  BOOST_TEST(distance_down(mirrored(off), symmetric) > 1);
  BOOST_TEST(distance_down(mirrored(off), symmetric) <= mirrored(off).radius);
}

BOOST_AUTO_TEST_CASE(hold_combinations_of_blocks) {
  std::mt19937_64 random(2);
  for (const double radius : {0.0, 1e-3}) {
    const double_double_ball K{random_matrix(random, 3, 3), radius}, a{random_matrix(random, 6, 5), radius};
    mp_interval_matrix exact(6, 5, mp_interval(0, many));
    const mp_interval_matrix of_K = member(K), of_a = member(a);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t c = 0; c < 2; ++c)
          for (std::size_t e = 0; e < 5; ++e) add_product(exact(2 * i + c, e), of_K(i, j), of_a(2 * j + c, e));
    const double_double_ball own = combine_blocks(K, a);
    BOOST_TEST(distance_down(own, exact) <= own.radius);
    BOOST_TEST(distance_down(own, exact) > 0); // something is rounded
  }
}

BOOST_AUTO_TEST_CASE(are_positive_definite_only_if_every_member_is) {
  double_double_ball W = exact_ball(matrix<double>(3, 3, 0.0));
  for (std::size_t i = 0; i < 3; ++i) W.midpoint.high(i, i) = 1.0 / static_cast<double>(1 + 9 * i * i);
  BOOST_TEST(is_positive_definite(W));
  W.radius = 0.03; // the least eigenvalue is 1/37
  BOOST_TEST(!is_positive_definite(W));
  W.radius = 1e-3;
  BOOST_TEST(is_positive_definite(W));
  W.midpoint.high(2, 2) = -1e-9;
  W.radius = 0;
  BOOST_TEST(!is_positive_definite(W));
}

BOOST_AUTO_TEST_SUITE_END()
