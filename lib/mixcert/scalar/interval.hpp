// Closed intervals with binary64 ends.
#pragma once

#include "mixcert/scalar/context.hpp"
#include "mixcert/scalar/directed.hpp"

#include <limits>

namespace mixcert {

namespace detail {
template <class T>
concept beyond_binary64 = (std::numeric_limits<T>::digits > 53);
} // namespace detail

/// A closed, non-empty set [lower, upper] of real numbers; an infinite end means that the set is unbounded on that
/// side, never that infinity belongs to it. Zero ends are +0.
///
/// Every function f below returns the smallest such set with binary64 ends that holds f(x, y) for all real x in X, y in
/// Y where f is defined (sigmoid: at most one step larger a side), and throws std::domain_error where f is defined for
/// none. So a result alone does not say that f was defined for all: whoever needs that asks first, as with
/// certainly_less(zero, y) before a division by y. No double becomes an interval, and no interval a double, unless a
/// name says so, and intervals have no order and no equality: ask certainly_less or possibly_less.
class interval {
 public:
  /// {point}. Throws std::invalid_argument unless point is finite. The point is the binary64 number: 0.1 is not 1/10.
  explicit interval(double point) : interval(point, point) {}

  /// Whole numbers and extended formats that binary64 may not hold are refused rather than rounded.
  template <detail::beyond_binary64 T> explicit interval(T) = delete;

  /// [lower, upper]. Throws std::invalid_argument unless lower <= upper, lower < inf, upper > -inf; so NaN is refused.
  interval(double lower, double upper) : lower_(lower + 0.0), upper_(upper + 0.0) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (!(lower <= upper && lower < infinity && upper > -infinity)) [[unlikely]]
      refuse();
  }

  /// The ends, as they are stored.
  double lower() const { return lower_; }
  double upper() const { return upper_; }

  /// As the operators below.
  interval& operator+=(const interval& y);
  interval& operator-=(const interval& y);
  interval& operator*=(const interval& y);
  interval& operator/=(const interval& y);

 private:
  [[noreturn]] static void refuse();

  double lower_;
  double upper_;
};

/// The smallest interval that holds all results.
interval operator-(const interval& x);
interval operator+(const interval& x, const interval& y);
interval operator-(const interval& x, const interval& y);

/// Zero times an unbounded set is zero.
interval operator*(const interval& x, const interval& y);

/// The quotients by the members of y other than zero: [1,2] / [0,4] = [0.25,inf], [1,2] / [-1,4] is the whole line and
/// [0,0] / [0,4] = [0,0]. Throws std::domain_error when y = {0}.
interval operator/(const interval& x, const interval& y);

/// The squares of the members.
interval sqr(const interval& x);

/// x y + z, rounded once.
interval fma(const interval& x, const interval& y, const interval& z);

/// x to the power n; 0^0 = 1. Throws std::domain_error when x = {0} and n < 0.
interval pown(const interval& x, int n);

/// The roots of the members that have one. Throws std::domain_error when x is entirely negative.
interval sqrt(const interval& x);

/// {|x|}, {min(x, y)}, {max(x, y)}.
interval abs(const interval& x);
interval min(const interval& x, const interval& y);
interval max(const interval& x, const interval& y);

/// exp, log, tanh and sech = 1/cosh: each end is MPFR's value rounded in its direction. sech is computed as such, so it
/// keeps its relative accuracy as far as binary64 reaches while tanh is saturated. log throws std::domain_error when no
/// member is positive.
interval exp(const interval& x);
interval log(const interval& x);
interval tanh(const interval& x);
interval sech(const interval& x);

/// 1 / (1 + e^-x).
interval sigmoid(const interval& x);

/// 2/sqrt(pi) times the integral of e^-t^2 from 0 to x: each end is MPFR's value rounded in its direction.
interval erf(const interval& x);

/// certainly: for all members x of X and y of Y. possibly: for some. Exactly one of certainly_less(x, y) and
/// possibly_less_equal(y, x) holds.
inline bool certainly_less(const interval& x, const interval& y) { return x.upper() < y.lower(); }
inline bool certainly_less_equal(const interval& x, const interval& y) { return x.upper() <= y.lower(); }
inline bool possibly_less(const interval& x, const interval& y) { return x.lower() < y.upper(); }
inline bool possibly_less_equal(const interval& x, const interval& y) { return x.lower() <= y.upper(); }

/// Whether the real number `value` is a member; false for infinities and NaN.
inline bool contains(const interval& x, double value) {
  return detail::finite(value) && x.lower() <= value && value <= x.upper();
}

/// Whether x is the point zero.
inline bool is_exact_zero(const interval& x) { return x.lower() == 0 && x.upper() == 0; }

/// Whether each member of x is one of y.
inline bool subset(const interval& x, const interval& y) { return y.lower() <= x.lower() && x.upper() <= y.upper(); }

/// The smallest interval that holds both.
interval hull(const interval& x, const interval& y);

/// max |x| over the members; inf when unbounded.
double magnitude(const interval& x);

/// The smallest binary64 number that is at least upper - lower.
double width_up(const interval& x);

/// Makes intervals of exact data.
template <> struct context<interval> {
  /// {x}. Throws std::invalid_argument unless x is finite.
  interval exact(double x) const { return interval(x); }
};

inline interval& interval::operator+=(const interval& y) { return *this = *this + y; }
inline interval& interval::operator-=(const interval& y) { return *this = *this - y; }
inline interval& interval::operator*=(const interval& y) { return *this = *this * y; }
inline interval& interval::operator/=(const interval& y) { return *this = *this / y; }

/// sum <- sum + x y, each operation rounded outward.
inline void add_product(interval& sum, const interval& x, const interval& y) { sum += x * y; }

} // namespace mixcert
