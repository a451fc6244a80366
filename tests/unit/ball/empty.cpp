// Products over no terms: exactly zero, and no entry tells in which format.
#include "formulas.hpp"

namespace {

using namespace mixcert;
using namespace mixcert::test;

template <class T> ball_matrix<T> without_entries(std::size_t rows, std::size_t cols, double radius) {
  return {matrix<T>(rows, cols, std::vector<T>{}), radius};
}

} // namespace

BOOST_AUTO_TEST_SUITE(product_over_no_terms)

// A matrix without entries is alone in its ball, whatever the radius.
BOOST_AUTO_TEST_CASE_TEMPLATE(is_exactly_zero, Format, formats) {
  using T = typename Format::scalar;
  for (const auto& [m, n] : {std::pair<std::size_t, std::size_t>{1, 1}, {3, 2}, {1, 4}, {0, 3}, {3, 0}})
    for (const double radius : {0.0, 0.25, infinity}) {
      const ball_matrix<T> c = product(without_entries<T>(m, 0, radius), without_entries<T>(0, n, radius));
      BOOST_REQUIRE(c.midpoint.rows() == m && c.midpoint.cols() == n && c.midpoint.values().size() == m * n);
      BOOST_CHECK_EQUAL(c.radius, 0);
      for (const T& x : c.midpoint.values()) BOOST_CHECK(rational(x) == 0);
    }
}

// The zeros are of a format of their own, and take part in what follows without making it coarser.
BOOST_AUTO_TEST_CASE_TEMPLATE(goes_on_in_the_format_of_the_others, Format, formats) {
  using T = typename Format::scalar;
  std::mt19937_64 random(14);
  const ball_matrix<T> zero = product(without_entries<T>(3, 0, 0), without_entries<T>(0, 4, 0));
  const ball_matrix<T> a{random_matrix<Format>(random, 4, 3, ranges[0]), 0x1p-20};
  const ball_matrix<T> same_shape{transpose(a.midpoint), a.radius};
  const mpq_class u = test::unit_roundoff<Format>();
  check_product_with(zero, a, u);
  check_product_with(a, zero, u);
  check_difference_with(zero, same_shape, u);
  check_difference_with(same_shape, zero, u);
  check_scaled_with(zero, random_matrix<Format>(random, 1, 4, ranges[0]).values(), u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(with_a_diagonal_is_empty, Format, formats) {
  using T = typename Format::scalar;
  const ball_matrix<T> c = product_with_diagonal(without_entries<T>(3, 0, 0.5), {});
  BOOST_CHECK(c.midpoint.rows() == 3 && c.midpoint.cols() == 0);
}

BOOST_AUTO_TEST_SUITE_END()
