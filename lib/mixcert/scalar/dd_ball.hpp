// Balls around numbers of twice the places of binary64.
#pragma once

#include "mixcert/scalar/context.hpp"
#include "mixcert/scalar/double_double.hpp"
#include "mixcert/scalar/mp_interval.hpp"

namespace mixcert {

namespace dd_balls {

#include "mixcert/scalar/detail/dd_ball_lanes.ipp"

} // namespace dd_balls

/// Every real number within `radius` of high + low, which have about 31 digits; theorem T26. What vectors of several
/// are computed with is the same text, detail/dd_ball_lanes.ipp. As an operation has no branches, what is undefined
/// gives a radius that is infinite or NaN, never an exception; such a ball makes nothing certain and all possible.
/// Numbers beyond 2^996 may have such radii.
using dd_ball = dd_balls::dd_ball_lanes<double>;

namespace dd_balls {

inline dd_ball& operator+=(dd_ball& sum, const dd_ball& x) { return sum = sum + x; }
inline dd_ball& operator-=(dd_ball& sum, const dd_ball& x) { return sum = sum - x; }
inline dd_ball& operator*=(dd_ball& product, const dd_ball& x) { return product = product * x; }
inline dd_ball& operator/=(dd_ball& quotient, const dd_ball& x) { return quotient = quotient / x; }

/// sum <- sum + a b.
inline void add_product(dd_ball& sum, const dd_ball& a, const dd_ball& b) { sum = sum + a * b; }

/// x to the power n; 1 for n = 0.
dd_ball pown(const dd_ball& x, int n);

dd_ball exp(const dd_ball& x);
/// By way of mp_interval, so slower than the others; the radius is infinite unless all members are positive.
dd_ball log(const dd_ball& x);
dd_ball tanh(const dd_ball& x);
dd_ball sech(const dd_ball& x);
dd_ball sigmoid(const dd_ball& x);

/// certainly: known of all members x of a and y of b; possibly: not known to be false for all of them.
bool certainly_less(const dd_ball& a, const dd_ball& b);
bool certainly_less_equal(const dd_ball& a, const dd_ball& b);
inline bool possibly_less(const dd_ball& a, const dd_ball& b) { return !certainly_less_equal(b, a); }
inline bool possibly_less_equal(const dd_ball& a, const dd_ball& b) { return !certainly_less(b, a); }

/// Whether the ball is the point zero.
inline bool is_exact_zero(const dd_ball& x) { return x.high == 0 && x.low == 0 && x.radius == 0; }
/// Whether the radius is a number, and so the midpoint.
inline bool is_finite(const dd_ball& x) {
  return detail::finite(x.high) && detail::finite(x.low) && detail::finite(x.radius);
}

/// An interval that holds every member, the whole line when the radius says nothing.
interval to_interval(const dd_ball& x);
/// With ends of `bits` places.
mp_interval to_mp_interval(const dd_ball& x, mpfr_prec_t bits);

} // namespace dd_balls

/// A ball that holds every member of x; of infinite radius when x has no finite ends in binary64's range.
dd_ball to_dd_ball(const mp_interval& x);

/// Makes balls of exact data.
template <> struct context<dd_ball> {
  /// {x}; of radius NaN unless x is finite.
  dd_ball exact(double x) const { return dd_balls::exact_ball(x); }
};

} // namespace mixcert
