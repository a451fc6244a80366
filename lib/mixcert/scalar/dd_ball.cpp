#include "mixcert/scalar/dd_ball.hpp"

#include <limits>

namespace mixcert {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

mp_float point(double x, mpfr_prec_t bits) { return {x, bits}; }

} // namespace

namespace dd_balls {

dd_ball pown(const dd_ball& x, int n) {
  dd_ball result = exact_ball(1.0), square = x;
  for (unsigned rest = n < 0 ? -static_cast<unsigned>(n) : static_cast<unsigned>(n); rest != 0; rest /= 2) {
    if (rest % 2 != 0) result *= square;
    if (rest > 1) square = sqr(square);
  }
  return n < 0 ? exact_ball(1.0) / result : result;
}

dd_ball exp(const dd_ball& x) { return exp<double>(x); }
dd_ball tanh(const dd_ball& x) { return tanh<double>(x); }
dd_ball sech(const dd_ball& x) { return sech<double>(x); }
dd_ball sigmoid(const dd_ball& x) { return sigmoid<double>(x); }

dd_ball log(const dd_ball& x) {
  if (!certainly_less(exact_ball(0.0), x)) return {0, 0, infinity};
  return to_dd_ball(mixcert::log(to_mp_interval(x, 256)));
}

// The difference's sign is known if it is larger than its radius; 2^-50 of it covers the low part.
bool certainly_less(const dd_ball& a, const dd_ball& b) {
  const dd_ball difference = b - a;
  return detail::finite(difference.radius) && difference.high * (1 - 0x1p-50) > difference.radius;
}

bool certainly_less_equal(const dd_ball& a, const dd_ball& b) {
  const dd_ball difference = b - a;
  return detail::finite(difference.radius) && difference.high * (1 - 0x1p-50) >= difference.radius;
}

interval to_interval(const dd_ball& x) {
  if (!is_finite(x)) return {-infinity, infinity};
  return {add_down(x.high, sub_down(x.low, x.radius)), add_up(x.high, add_up(x.low, x.radius))};
}

mp_interval to_mp_interval(const dd_ball& x, mpfr_prec_t bits) {
  if (!is_finite(x)) return {point(-infinity, bits), point(infinity, bits), bits};
  const mp_interval spread(point(-x.radius, 53), point(x.radius, 53), bits);
  return mp_interval(point(x.high, 53), bits) + mp_interval(point(x.low, 53), bits) + spread;
}

} // namespace dd_balls

dd_ball to_dd_ball(const mp_interval& x) {
  if (!is_finite(x)) return {0, 0, infinity};
  const double high = to_double(midpoint(x, 53));
  const mp_interval rest = x - mp_interval(high, x.bits());
  const double low = to_double(midpoint(rest, 53));
  dd_ball r{high, 0, 0};
  dd_balls::fast_two_sum(high, low, r.high, r.low);
  // the difference has the exact ends, rounded outward
  const mp_interval distance = x - mp_interval(r.high, x.bits()) - mp_interval(r.low, x.bits());
  r.radius = magnitude_up(distance) + (r.high - r.high);
  return r;
}

} // namespace mixcert
