// Intervals whose ends have any precision.
#pragma once

#include "mixcert/scalar/context.hpp"
#include "mixcert/scalar/interval.hpp"
#include "mixcert/scalar/mp_float.hpp"

#include <mpfi.h>

namespace mixcert {

/// A closed interval with two MPFR ends of `bits()` places; every operation returns an interval that contains the
/// exact result for all members of its operands, at the precision of its more precise operand. What is undefined
/// (0/0, an overflowing end) gives an unbounded or NaN interval, of which a NaN one makes nothing certain and all
/// possible.
class mp_interval {
 public:
  /// The point x, held at `bits` places (an enclosure of x when bits < 53).
  mp_interval(double x, mpfr_prec_t bits) {
    mpfi_init2(value_, bits);
    mpfi_set_d(value_, x);
  }
  /// The point x, enclosed at `bits` places.
  mp_interval(const mp_float& x, mpfr_prec_t bits) {
    mpfi_init2(value_, bits);
    mpfi_set_fr(value_, x.get());
  }
  /// [lower, upper] enclosed at `bits` places; requires lower <= upper.
  mp_interval(const mp_float& lower, const mp_float& upper, mpfr_prec_t bits) {
    mpfi_init2(value_, bits);
    mpfi_interv_fr(value_, lower.get(), upper.get());
  }
  mp_interval(const mp_interval& other) {
    mpfi_init2(value_, other.bits());
    mpfi_set(value_, other.value_);
  }
  mp_interval(mp_interval&& other) noexcept {
    mpfi_init2(value_, MPFR_PREC_MIN);
    mpfi_swap(value_, other.value_);
  }
  mp_interval& operator=(const mp_interval& other) {
    if (this != &other) {
      mpfi_set_prec(value_, other.bits());
      mpfi_set(value_, other.value_);
    }
    return *this;
  }
  mp_interval& operator=(mp_interval&& other) noexcept {
    mpfi_swap(value_, other.value_);
    return *this;
  }
  ~mp_interval() { mpfi_clear(value_); }

  mpfr_prec_t bits() const { return mpfi_get_prec(value_); } ///< binary places of both ends
  mpfi_srcptr get() const { return value_; }                 ///< as MPFI's functions take it
  mpfi_ptr get() { return value_; }                          ///< as MPFI's functions take it
  mpfr_srcptr lower() const { return &value_->left; }        ///< the lower end
  mpfr_srcptr upper() const { return &value_->right; }       ///< the upper end

  /// As the operators below, at the precision of the larger.
  mp_interval& operator+=(const mp_interval& other);
  mp_interval& operator-=(const mp_interval& other);

 private:
  mpfi_t value_;
};

/// sum <- sum + a b, an enclosure at sum's precision.
void add_product(mp_interval& sum, const mp_interval& a, const mp_interval& b);

/// An enclosure of all results, at the larger precision of the two.
mp_interval operator+(const mp_interval& a, const mp_interval& b);
mp_interval operator-(const mp_interval& a, const mp_interval& b);
mp_interval operator*(const mp_interval& a, const mp_interval& b);
/// The whole line when b holds zero.
mp_interval operator/(const mp_interval& a, const mp_interval& b);
mp_interval operator-(const mp_interval& a);

/// The squares of the members.
mp_interval sqr(const mp_interval& a);
/// a b + c, rounded once; the whole line unless all three are finite.
mp_interval fma(const mp_interval& a, const mp_interval& b, const mp_interval& c);
/// a to the power n; [1, 1] for n = 0, even of NaN; the whole line when n < 0 and a holds zero.
mp_interval pown(const mp_interval& a, int n);
/// Of the part of a in [0, inf); NaN when there is none.
mp_interval sqrt(const mp_interval& a);
mp_interval abs(const mp_interval& a);
mp_interval exp(const mp_interval& a);
/// Of the part of a in (0, inf); NaN when there is none.
mp_interval log(const mp_interval& a);
mp_interval tanh(const mp_interval& a);
/// 1 / (1 + e^-a), at most one step wider a side than the hull.
mp_interval sigmoid(const mp_interval& a);
mp_interval erf(const mp_interval& a);
/// 1/cosh, to full relative precision for any argument.
mp_interval sech(const mp_interval& a);
/// {max(x, y)}: x in a, y in b.
mp_interval max(const mp_interval& a, const mp_interval& b);
mp_interval min(const mp_interval& a, const mp_interval& b);

/// The smallest interval that holds both.
mp_interval hull(const mp_interval& a, const mp_interval& b);

/// certainly: known of all members x of a and y of b; possibly: not known to be false for all of them.
bool certainly_less(const mp_interval& a, const mp_interval& b);
bool certainly_less_equal(const mp_interval& a, const mp_interval& b);
bool possibly_less(const mp_interval& a, const mp_interval& b);
bool possibly_less_equal(const mp_interval& a, const mp_interval& b);
/// True if a is exactly the point zero.
bool is_exact_zero(const mp_interval& a);
bool is_finite(const mp_interval& a);

/// a 2^exponent.
mp_interval scaled(mp_interval a, long exponent);
/// The least e with |x| < 2^e for the upper end x, which must be finite; 0 for zero.
long exponent_of(const mp_interval& a);

/// The midpoint rounded to `bits` places: a guess.
mp_float midpoint(const mp_interval& a, mpfr_prec_t bits);
/// An upper bound of max |x|; inf for an unbounded or NaN interval.
double magnitude_up(const mp_interval& a);
/// The tightest binary64 interval that contains a; an unbounded or NaN interval gives the whole line.
interval to_interval(const mp_interval& a);

/// Makes enclosures with that many places of exact data.
template <> struct context<mp_interval> {
  mpfr_prec_t bits; ///< binary places
  /// {x}, exact where the places are enough, and else the tightest enclosure.
  mp_interval exact(double x) const { return {x, bits}; }
};

} // namespace mixcert
