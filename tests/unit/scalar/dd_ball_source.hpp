// Random balls of double-double numbers, their members, and whether a ball holds a number.
#pragma once

#include "number_source.hpp"

#include "mixcert/scalar/dd_ball.hpp"

namespace dd_ball_tests {

using mixcert::dd_ball;
using mixcert::mp_interval;

/// Sizes of numbers.
enum class kind { near_one, moderate, small, large, wide, any, zero };

inline mp_interval exactly(double x, mpfr_prec_t bits) { return {x, bits}; }

class ball_source : public number_source {
 public:
  using number_source::number_source;

  double number(kind of) {
    switch (of) {
    case kind::near_one:
      return sign() * std::ldexp(uniform(1, 2), static_cast<int>(integer(-3, 3)));
    case kind::moderate:
      return uniform(-700, 700);
    case kind::small:
      return sign() * std::ldexp(uniform(1, 2), static_cast<int>(integer(-300, -1)));
    case kind::large:
      return uniform(-1e5, 1e5);
    case kind::wide:
      return sign() * std::ldexp(uniform(1, 2), static_cast<int>(integer(-400, 400)));
    case kind::any:
      return any();
    default:
      return 0;
    }
  }

  /// A point of twice the places.
  dd_ball point(kind of) {
    dd_ball r{number(of), 0, 0};
    // half of the last place of high: an end, something between, or much less
    const double half_place = std::fabs(r.high) * 0x1p-54;
    const double low =
        integer(0, 4) == 0 ? 0 : half_place * uniform(-1, 1) * std::ldexp(1.0, -30 * (integer(0, 5) == 0));
    mixcert::dd_balls::fast_two_sum(r.high, low, r.high, r.low);
    return r;
  }

  /// Its radius is zero, a small part of it, or larger than it is.
  dd_ball ball(kind of) {
    dd_ball r = point(of);
    switch (integer(0, 3)) {
    case 0:
      break;
    case 1:
      r.radius = std::fabs(r.high) * std::ldexp(uniform(1, 2), static_cast<int>(integer(-106, -60)));
      break;
    case 2:
      r.radius = std::fabs(r.high) * std::ldexp(uniform(1, 2), static_cast<int>(integer(-60, 2)));
      break;
    default:
      r.radius = std::ldexp(uniform(1, 2), static_cast<int>(integer(-1074, -20)));
    }
    return r;
  }

  /// One of x's members, at an end or between.
  mp_interval member(const dd_ball& x, mpfr_prec_t bits) {
    const double part = integer(0, 2) == 0 ? uniform(-1, 1) : sign();
    return exactly(x.high, bits) + exactly(x.low, bits) + exactly(part, bits) * exactly(x.radius, bits);
  }

 private:
  double sign() { return integer(0, 1) == 0 ? 1 : -1; }
};

inline mp_interval distance(const dd_ball& ball, const mp_interval& x) {
  return abs(x - exactly(ball.high, x.bits()) - exactly(ball.low, x.bits()));
}

/// Whether a ball says nothing, or holds x as far as that is known.
inline bool holds(const dd_ball& ball, const mp_interval& x) {
  return !is_finite(ball) || possibly_less_equal(distance(ball, x), exactly(ball.radius, x.bits()));
}

/// Whether high is the number nearest to high + low.
inline bool is_normal(const dd_ball& x) { return !is_finite(x) || x.high + x.low == x.high; }

} // namespace dd_ball_tests
