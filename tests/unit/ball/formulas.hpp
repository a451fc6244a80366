// The radii of theorem T7 in exact rationals, u being given, and whether they hold.
#pragma once

#include "balls.hpp"

namespace mixcert::test {

/// Which terms of a radius are left out.
struct without {
  bool rounding = false, underflow = false, radius = false;
};

/// gamma_k |A| |B| + k eta sqrt(m n) + r |B| + s |A| + r s
template <class T>
mpq_class product_radius(const ball_matrix<T>& a, const ball_matrix<T>& b, const mpq_class& u, without skip = {}) {
  const std::size_t m = a.midpoint.rows(), k = a.midpoint.cols(), n = b.midpoint.cols();
  const mpq_class norm_a = frobenius(rational(a.midpoint)), norm_b = frobenius(rational(b.midpoint));
  const mpq_class r = rational(a.radius), s = rational(b.radius);
  mpq_class radius = 0;
  if (!skip.rounding) radius += gamma(k, u) * norm_a * norm_b;
  if (!skip.underflow) radius += static_cast<unsigned long>(k) * eta() * root_of_entries(m, n);
  if (!skip.radius) radius += r * norm_b + s * norm_a + r * s;
  return radius;
}

/// Whether every product of members that is tried lies within `radius` of the midpoint.
template <class T>
bool holds_products(const matrix<T>& midpoint, const mpq_class& radius, const ball_matrix<T>& a,
                    const ball_matrix<T>& b) {
  std::vector<rational_matrix> left = members(a), right = members(b);
  left.push_back(plus(rational(a.midpoint), along(transpose(rational(b.midpoint)).rows() == a.midpoint.rows()
                                                      ? transpose(rational(b.midpoint))
                                                      : rational(a.midpoint),
                                                  rational(a.radius))));
  for (const rational_matrix& M : left)
    for (const rational_matrix& N : right)
      if (!holds(midpoint, radius, times(M, N))) return false;
  return true;
}

/// u |fl(A - B)| + eta sqrt(m n) + r + s. (The second term is for formats without subnormal numbers.)
template <class T>
mpq_class difference_radius(const ball_matrix<T>& a, const ball_matrix<T>& b, const matrix<T>& midpoint,
                            const mpq_class& u) {
  return u * frobenius(rational(midpoint)) + eta() * root_of_entries(midpoint.rows(), midpoint.cols()) +
         rational(a.radius) + rational(b.radius);
}

template <class T>
bool holds_differences(const matrix<T>& midpoint, const mpq_class& radius, const ball_matrix<T>& a,
                       const ball_matrix<T>& b) {
  for (const rational_matrix& M : members(a))
    for (const rational_matrix& N : members(b))
      if (!holds(midpoint, radius, minus(M, N))) return false;
  return true;
}

/// u |A| max |d| + eta sqrt(m k) + r max |d|. (Half the second term where there are subnormal numbers.)
template <class T>
mpq_class scaled_radius(const ball_matrix<T>& a, const std::vector<T>& d, const mpq_class& u, without skip = {}) {
  mpq_class largest = 0, radius = 0;
  for (const mpq_class& x : rational(d)) largest = std::max(largest, mpq_class(abs(x)));
  if (!skip.rounding) radius += u * frobenius(rational(a.midpoint)) * largest;
  if (!skip.underflow) radius += eta() * root_of_entries(a.midpoint.rows(), a.midpoint.cols());
  if (!skip.radius) radius += rational(a.radius) * largest;
  return radius;
}

template <class T>
bool holds_scaled(const matrix<T>& midpoint, const mpq_class& radius, const ball_matrix<T>& a,
                  const std::vector<T>& d) {
  for (const rational_matrix& M : members(a))
    if (!holds(midpoint, radius, times(M, rational_diagonal(rational(d))))) return false;
  return true;
}

/// Whether the ball's radius is what the formula gives; a matrix without entries is alone in its ball.
template <class T> bool has_radius(const ball_matrix<T>& c, const mpq_class& formula) {
  return c.midpoint.values().empty() ? c.radius == 0 : sharp(c.radius, formula);
}

template <class T> void check_product_with(const ball_matrix<T>& a, const ball_matrix<T>& b, const mpq_class& u) {
  const ball_matrix<T> c = mixcert::product(a, b);
  BOOST_REQUIRE(c.radius < infinity);
  BOOST_CHECK(holds_products(c.midpoint, rational(c.radius), a, b));
  BOOST_CHECK(has_radius(c, product_radius(a, b, u)));
}

template <class T> void check_difference_with(const ball_matrix<T>& a, const ball_matrix<T>& b, const mpq_class& u) {
  const ball_matrix<T> c = mixcert::difference(a, b);
  BOOST_REQUIRE(c.radius < infinity);
  BOOST_CHECK(holds_differences(c.midpoint, rational(c.radius), a, b));
  BOOST_CHECK(has_radius(c, difference_radius(a, b, c.midpoint, u)));
}

template <class T> void check_scaled_with(const ball_matrix<T>& a, const std::vector<T>& d, const mpq_class& u) {
  const ball_matrix<T> c = product_with_diagonal(a, d);
  BOOST_REQUIRE(c.radius < infinity);
  BOOST_CHECK(holds_scaled(c.midpoint, rational(c.radius), a, d));
  BOOST_CHECK(has_radius(c, scaled_radius(a, d, u)));
}

} // namespace mixcert::test
