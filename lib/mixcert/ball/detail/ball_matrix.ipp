#pragma once

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/scalar/directed.hpp"
#include "mixcert/scalar/matrix_product.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mixcert {
namespace ball_detail {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// An upper bound of sqrt(sum of squares) of non-negative numbers; inf if one is not finite.
inline double norm_up(const std::vector<double>& magnitudes) {
  double largest = 0;
  for (const double x : magnitudes) {
    if (!(x < infinity)) return infinity;
    largest = std::max(largest, x);
  }
  if (largest == 0) return 0;
  // A power of two brings the largest square near 1, so that squares neither overflow nor lose their places.
  const int exponent = std::clamp(std::ilogb(largest), -1000, 1000);
  const double scale = std::ldexp(1.0, -exponent);
  double sum = 0;
  for (const double x : magnitudes) {
    const double y = mul_up(x, scale);
    sum = add_up(sum, mul_up(y, y));
  }
  return mul_up(sqrt_up(sum), std::ldexp(1.0, exponent));
}

/// A count as a number, rounded up.
inline double count_up(std::size_t k) {
  const auto nearest = static_cast<double>(k);
  return k >> 53 == 0 ? nearest : std::nextafter(nearest, infinity);
}

/// An upper bound of the Frobenius norm of m x n underflow errors of at most k eta each (T7 b).
inline double underflow_up(std::size_t m, std::size_t k, std::size_t n, double eta) {
  const double entries = sqrt_up(mul_up(count_up(m), count_up(n)));
  return mul_up(mul_up(count_up(k), eta), entries);
}

/// 0 in the most precise format among the entries; without entries in the least precise one that there is.
inline double finest_zero(const matrix<double>&, const matrix<double>&) { return 0; }
inline mp_float finest_zero(const matrix<mp_float>& a, const matrix<mp_float>& b) {
  mpfr_prec_t bits = MPFR_PREC_MIN;
  for (const matrix<mp_float>* m : {&a, &b})
    for (const mp_float& x : m->values()) bits = std::max(bits, x.bits());
  return mp_float(bits);
}

/// The unit roundoff of the least precise format among the entries.
template <class T> double coarsest_roundoff(const std::vector<T>& values) {
  double u = 0;
  for (const T& x : values) u = std::max(u, unit_roundoff(x));
  return u;
}

/// What is not a number, or too large for one, is no bound.
inline double bound_or_infinity(double x) {
  if (x < infinity) return x;
  return infinity;
}

} // namespace ball_detail

template <class T> double frobenius_up(const matrix<T>& a) {
  std::vector<double> magnitudes;
  magnitudes.reserve(a.values().size());
  for (const T& x : a.values()) magnitudes.push_back(magnitude_up(x));
  return ball_detail::norm_up(magnitudes);
}

template <class T> double frobenius_up(const ball_matrix<T>& a) { return add_up(frobenius_up(a.midpoint), a.radius); }

template <class T> ball_matrix<T> product(const ball_matrix<T>& a, const ball_matrix<T>& b) {
  using namespace ball_detail;
  const matrix<T>&A = a.midpoint, &B = b.midpoint;
  const std::size_t m = A.rows(), k = A.cols(), n = B.cols();
  const T zero = finest_zero(A, B);
  ball_matrix<T> c{multiply(A, B, zero), 0};
  if (m == 0 || k == 0 || n == 0) return c;
  if (!(frobenius_up(c.midpoint) < infinity)) {
    c.radius = infinity;
    return c;
  }
  const double norm_a = frobenius_up(A), norm_b = frobenius_up(B);
  const double rounding = add_up(mul_up(mul_up(gamma_up(k, unit_roundoff(zero)), norm_a), norm_b),
                                 underflow_up(m, k, n, least_positive(zero)));
  const double spread = add_up(mul_up(a.radius, add_up(norm_b, b.radius)), mul_up(norm_a, b.radius));
  c.radius = bound_or_infinity(add_up(rounding, spread));
  return c;
}

template <class T> ball_matrix<T> difference(const ball_matrix<T>& a, const ball_matrix<T>& b) {
  using namespace ball_detail;
  ball_matrix<T> c{a.midpoint, 0};
  std::vector<T>& values = c.midpoint.values();
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = values[i] - b.midpoint.values()[i];
  if (values.empty()) return c;
  const double rounding = add_up(mul_up(coarsest_roundoff(values), frobenius_up(c.midpoint)),
                                 underflow_up(c.midpoint.rows(), 1, c.midpoint.cols(), least_positive(values.front())));
  c.radius = bound_or_infinity(add_up(rounding, add_up(a.radius, b.radius)));
  return c;
}

template <class T> ball_matrix<T> orthogonality_defect(const ball_matrix<T>& v) {
  ball_matrix<T> gram = product(ball_matrix<T>{transpose(v.midpoint), v.radius}, v);
  ball_matrix<T> identity{gram.midpoint, 0};
  for (std::size_t i = 0; i < identity.midpoint.rows(); ++i)
    for (std::size_t j = 0; j < identity.midpoint.cols(); ++j)
      identity.midpoint(i, j) = constant_like(gram.midpoint(i, j), i == j ? 1 : 0);
  ball_matrix<T> defect = difference(gram, identity);
  if (v.midpoint.rows() == 0) defect.radius = 0; // 0 - I, exactly
  return defect;
}

template <class T> ball_matrix<T> product_with_diagonal(const ball_matrix<T>& a, const std::vector<T>& diagonal) {
  using namespace ball_detail;
  ball_matrix<T> c{a.midpoint, 0};
  double largest = 0; // a NaN is seen in the products
  for (const T& d : diagonal) largest = std::max(largest, magnitude_up(d));
  for (std::size_t i = 0; i < c.midpoint.rows(); ++i)
    for (std::size_t j = 0; j < c.midpoint.cols(); ++j) c.midpoint(i, j) = c.midpoint(i, j) * diagonal[j];
  if (c.midpoint.values().empty()) return c;
  if (!(frobenius_up(c.midpoint) < infinity)) {
    c.radius = infinity;
    return c;
  }
  const std::vector<T>& values = c.midpoint.values();
  const double rounding = add_up(mul_up(coarsest_roundoff(values), mul_up(frobenius_up(a.midpoint), largest)),
                                 underflow_up(c.midpoint.rows(), 1, c.midpoint.cols(), least_positive(values.front())));
  c.radius = bound_or_infinity(add_up(rounding, mul_up(a.radius, largest)));
  return c;
}

} // namespace mixcert
