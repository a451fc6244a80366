// Real intervals with MPFR ends, every operation rounded outward.
#pragma once

#include "mixcert/certificate/checker/number.hpp"

#include <mpfr.h>

namespace mixcert::checker {

/// A closed interval that holds a real number; an unbounded one after an operation without a finite result. The result
/// of an operation has the places of its more precise operand.
class interval {
 public:
  explicit interval(mpfr_prec_t bits = MPFR_PREC_MIN); ///< 0
  interval(long value, mpfr_prec_t bits);
  interval(const rational& value, mpfr_prec_t bits);
  interval(const rational& lower, const rational& upper, mpfr_prec_t bits);
  interval(const interval& other);
  interval(interval&& other) noexcept;
  interval& operator=(interval other) noexcept;
  ~interval();

  mpfr_prec_t bits() const { return mpfr_get_prec(lower_); }
  mpfr_srcptr lower() const { return lower_; }
  mpfr_srcptr upper() const { return upper_; }
  mpfr_ptr lower() { return lower_; }
  mpfr_ptr upper() { return upper_; }

 private:
  mpfr_t lower_, upper_;
};

interval operator+(const interval& a, const interval& b);
interval operator-(const interval& a, const interval& b);
interval operator*(const interval& a, const interval& b);
/// Unbounded when b may be 0. A quotient of points that has no more places is a point.
interval operator/(const interval& a, const interval& b);
interval operator-(const interval& a);
interval& operator+=(interval& a, const interval& b);
interval& operator-=(interval& a, const interval& b);
interval operator+(const interval& a, long b);
interval operator-(const interval& a, long b);
interval operator-(long a, const interval& b);
interval operator*(const interval& a, long b);
interval operator/(const interval& a, long b);
interval operator/(long a, const interval& b);

/// Unbounded when a may be negative; of an interval around 0 take sqrt(max(a, 0)) where a >= 0 is known.
interval sqrt(const interval& a);
interval square(const interval& a);
interval abs(const interval& a);
interval exp(const interval& a);
interval tanh(const interval& a);
interval log(const interval& a); ///< unbounded when a may not be positive
/// Of two numbers.
interval max(const interval& a, const interval& b);
/// sum <- sum + a b
void add_product(interval& sum, const interval& a, const interval& b);
/// a 2^exponent, exact.
interval scaled(interval a, long exponent);
/// The interval from a's lower to b's upper end. Requires that they are in this order.
interval between(const interval& a, const interval& b);

bool is_zero(const interval& a); ///< exactly
bool is_bounded(const interval& a);
bool is_positive(const interval& a);                ///< every member
bool is_less(const interval& a, const interval& b); ///< every member of a than every one of b

/// How an interval lies to a closed range, or to a bound.
enum class position { inside, outside, across };
/// `outside`: disjoint.
position position_in(const interval& x, const rational& low, const rational& high);
/// `inside`: at most the bound.
position position_below(const interval& x, const rational& bound);

/// Both ends as a decimal, for messages.
std::string text(const interval& x);

} // namespace mixcert::checker
