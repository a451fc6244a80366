#include "mixcert/ball/double_double_matrix.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/scalar/detail/double_double_lanes.hpp"
#include "mixcert/scalar/directed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mixcert {

double_double_matrix transpose(const double_double_matrix& a) {
  double_double_matrix r;
  r.high = transpose(a.high);
  r.low = transpose(a.low);
  return r;
}

double frobenius_up(const double_double_matrix& a) {
  constexpr double lows = 1 + 0x1p-52; // |low| <= 2^-53 |high|
  double sum = 0;
  for (const double x : a.high.values()) sum += x * x;
  // T7 (a): squares and sum are within gamma of the exact ones, and far from where they would underflow.
  const double gamma = gamma_up(a.high.values().size(), 0x1p-53);
  if (sum >= 0x1p-900 && sum <= 0x1p900 && gamma <= 0.5)
    return mul_up(sqrt_up(div_up(sum, sub_down(1, mul_up(2, gamma)))), lows);
  return add_up(frobenius_up(a.high), frobenius_up(a.low));
}

void scale(double_double_matrix& a, int exponent) {
  constexpr int exact = 1000; // 2^exact and its inverse are numbers
  const double factor = std::ldexp(1.0, std::clamp(exponent, -exact, exact));
  const auto scaled = [&](double x) { return std::abs(exponent) <= exact ? x * factor : std::ldexp(x, exponent); };
  for (std::size_t at = 0; at < a.high.values().size(); ++at) {
    double &high = a.high.values()[at], &low = a.low.values()[at];
    detail::two_sum(scaled(high), scaled(low), high, low);
  }
}

} // namespace mixcert
