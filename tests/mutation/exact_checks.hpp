// What the cases say: whether a bound holds for a value that is known exactly.
#pragma once

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/error.hpp"
#include "mixcert/spectrum/enclosure.hpp"
#include "support/exact.hpp"

#include <limits>
#include <stdexcept>
#include <vector>

namespace mixcert::test {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

inline matrix<double> diagonal(const std::vector<double>& d) {
  matrix<double> a(d.size(), d.size(), 0.0);
  for (std::size_t i = 0; i < d.size(); ++i) a(i, i) = d[i];
  return a;
}

inline ball_matrix<double> number_ball(double middle, double radius) { return {matrix<double>(1, 1, middle), radius}; }

/// Whether `member` lies in the ball.
template <class T> bool holds(const ball_matrix<T>& ball, const rational_matrix& member) {
  if (ball.radius == infinity) return true;
  return at_least_root(rational(ball.radius), frobenius_squared(minus(rational(ball.midpoint), member)));
}
inline bool holds(const ball_matrix<double>& ball, const mpq_class& number) {
  return holds(ball, rational_matrix(1, 1, number));
}

/// Whether x >= the Frobenius norm of a.
inline bool bounds_norm(double x, const rational_matrix& a) {
  return x == infinity || at_least_root(rational(x), frobenius_squared(a));
}

/// Whether the i-th value lies in the i-th enclosure.
inline bool hold(const std::vector<mp_interval>& enclosures, const std::vector<mpq_class>& sigma) {
  if (enclosures.size() != sigma.size()) return false;
  for (std::size_t i = 0; i < sigma.size(); ++i)
    if (rational(enclosures[i].lower()) > sigma[i] || rational(enclosures[i].upper()) < sigma[i]) return false;
  return true;
}

/// Whether the enclosures hold the values or there are none, for the request was refused.
template <class Enclose> bool hold_or_refused(Enclose enclose, const std::vector<mpq_class>& sigma) {
  try {
    return hold(enclose(), sigma);
  } catch (const not_certified&) {
    return true;
  } catch (const std::invalid_argument&) {
    return true;
  }
}

} // namespace mixcert::test
