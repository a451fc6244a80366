// Directed rounding of + - * / and sqrt without touching the rounding mode.
#pragma once

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) ||                         \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "mixcert needs IEEE arithmetic: compile without -ffast-math, -Ofast and the options they stand for"
#endif
#if FLT_EVAL_METHOD != 0
#error "mixcert needs every operation rounded to its own format (FLT_EVAL_METHOD == 0)"
#endif

// Everywhere below, x_down(...) is the largest binary64 number (an infinity counts) that is at most the exact result,
// and x_up(...) the smallest that is at least it: over the whole range, with subnormal numbers and overflow. The sign
// of a zero is unspecified. A result that is not defined (a NaN argument, inf - inf, 0 * inf, inf / inf, division by
// zero, sqrt of a negative number) is NaN. An infinite argument is a limit, so 1 / inf is exactly 0. Assumed: rounding
// to nearest, gradual underflow (require_ieee_environment looks).
//
// Why: the nearest result differs from the exact one by less than the step to its neighbour, so the sign of the error
// says whether the nearest result or that neighbour is the directed one; each docstring says why the sign is exact.

namespace mixcert {

namespace detail {

inline bool finite(double x) { return std::fabs(x) <= std::numeric_limits<double>::max(); }

// The number above a finite one if the error is positive, else the number itself. The bit patterns of the numbers of
// one sign are ordered as their magnitudes are; -0 is made +0 first. Without a branch, as errors are unpredictable.
inline double step_up(double nearest, double exact_minus_nearest) {
  const std::int64_t away_from_zero = nearest < 0 ? -1 : 1;
  const std::int64_t step = exact_minus_nearest > 0 ? away_from_zero : 0;
  return std::bit_cast<double>(std::bit_cast<std::int64_t>(nearest + 0.0) + step);
}

inline double step_down(double nearest, double exact_minus_nearest) { return -step_up(-nearest, -exact_minus_nearest); }

// Of an infinite or undefined nearest result: it stands, unless finite arguments overflowed.
inline double overflow_down(double nearest, bool finite_arguments) {
  return finite_arguments && nearest > 0 ? std::numeric_limits<double>::max() : nearest;
}

inline double overflow_up(double nearest, bool finite_arguments) { return -overflow_down(-nearest, finite_arguments); }

// a + b - s for s = fl(a + b) finite: Dekker's Fast2Sum, the larger magnitude first. Exact, subnormal numbers included,
// and free of overflow when s is (Boldo, Graillat, Muller 2017).
inline double sum_error(double a, double b, double s) {
  const bool ordered = std::fabs(a) >= std::fabs(b);
  const double larger = ordered ? a : b;
  const double smaller = ordered ? b : a;
  return smaller - (s - larger);
}

// x * y * 2^1100 - p * 2^1100, for |p| < 2^-960 and |x * y| < 2^-958. The smaller factor is below 2^-479, so scaling it
// is exact; x * y - p is a multiple of 2^-2148, so the scaled difference is one of 2^-1048 and is not rounded to zero.
[[gnu::noinline, gnu::cold]] inline double small_product_error(double x, double y, double p) {
  const bool ordered = std::fabs(x) >= std::fabs(y);
  const double larger = ordered ? x : y;
  const double smaller = ordered ? y : x;
  return std::fma(larger, smaller * 0x1p550 * 0x1p550, -(p * 0x1p550 * 0x1p550));
}

// A number with the sign of x * y - p, for finite arguments with p = fl(x * y), x = fl(p / y), or x = y = fl(sqrt(p)).
// For |p| >= 2^-960 the product has a last place of at least 2^-1074, so fma does not round the difference to zero.
inline double product_error(double x, double y, double p) {
  return std::fabs(p) >= 0x1p-960 ? std::fma(x, y, -p) : small_product_error(x, y, p);
}

// A number with the sign of a / b - q, for finite a, b != 0 and q = fl(a / b).
inline double quotient_error(double a, double b, double q) {
  const double error = product_error(q, b, a);
  return b > 0 ? -error : error;
}

} // namespace detail

/// The smallest binary64 number above x, as IEEE 754 nextUp: inf for inf and DBL_MAX, NaN for NaN.
inline double next_up(double x) { return x < std::numeric_limits<double>::infinity() ? detail::step_up(x, 1) : x; }

/// The largest binary64 number below x, as IEEE 754 nextDown.
inline double next_down(double x) { return -next_up(-x); }

/// a + b rounded down. The error of a sum is exact by Fast2Sum; an overflow of finite terms is DBL_MAX.
inline double add_down(double a, double b) {
  const double s = a + b;
  if (!detail::finite(s)) [[unlikely]]
    return detail::overflow_down(s, detail::finite(a) && detail::finite(b));
  return detail::step_down(s, detail::sum_error(a, b, s));
}

/// a + b rounded up. The error of a sum is exact by Fast2Sum; an overflow of finite terms is -DBL_MAX.
inline double add_up(double a, double b) {
  const double s = a + b;
  if (!detail::finite(s)) [[unlikely]]
    return detail::overflow_up(s, detail::finite(a) && detail::finite(b));
  return detail::step_up(s, detail::sum_error(a, b, s));
}

/// a - b rounded down. Changing a sign is exact, so this is a sum.
inline double sub_down(double a, double b) { return add_down(a, -b); }

/// a - b rounded up. Changing a sign is exact, so this is a sum.
inline double sub_up(double a, double b) { return add_up(a, -b); }

/// a * b rounded down. fma gives the error of the nearest product with its exact sign, scaled first where it would
/// underflow.
inline double mul_down(double a, double b) {
  const double p = a * b;
  if (!(detail::finite(a) && detail::finite(b) && detail::finite(p))) [[unlikely]]
    return detail::overflow_down(p, detail::finite(a) && detail::finite(b));
  return detail::step_down(p, detail::product_error(a, b, p));
}

/// a * b rounded up. fma gives the error of the nearest product with its exact sign, scaled first where it would
/// underflow.
inline double mul_up(double a, double b) { return -mul_down(-a, b); }

/// a / b rounded down. fma gives the remainder a - qb with its exact sign, scaled first where it would underflow; the
/// error of the nearest quotient q has the sign of remainder and divisor together.
inline double div_down(double a, double b) {
  if (b == 0) [[unlikely]]
    return std::numeric_limits<double>::quiet_NaN();
  const double q = a / b;
  if (!(detail::finite(a) && detail::finite(b) && detail::finite(q))) [[unlikely]]
    return detail::overflow_down(q, detail::finite(a) && detail::finite(b));
  return detail::step_down(q, detail::quotient_error(a, b, q));
}

/// a / b rounded up. As div_down, seen in the mirror.
inline double div_up(double a, double b) { return -div_down(-a, b); }

/// The square root of a rounded down. fma gives s * s - a with its exact sign for the nearest root s, and the root is
/// monotone.
inline double sqrt_down(double a) {
  const double s = std::sqrt(a);
  if (!detail::finite(s)) [[unlikely]]
    return s;
  return detail::step_down(s, -detail::product_error(s, s, a));
}

/// The square root of a rounded up. fma gives s * s - a with its exact sign for the nearest root s, and the root is
/// monotone.
inline double sqrt_up(double a) {
  const double s = std::sqrt(a);
  if (!detail::finite(s)) [[unlikely]]
    return s;
  return detail::step_up(s, -detail::product_error(s, s, a));
}

} // namespace mixcert
