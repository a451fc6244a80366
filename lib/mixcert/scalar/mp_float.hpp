// Binary floating point of any precision, rounded to nearest: midpoints and guesses, never an enclosure by itself.
#pragma once

#include <mpfr.h>

#include <utility>

namespace mixcert {

/// A number of `bits()` binary places with MPFR's exponent range. An operation returns the precision of its more
/// precise operand; there is no default precision. Each result is the exact one rounded once, to nearest.
class mp_float {
 public:
  /// Zero.
  explicit mp_float(mpfr_prec_t bits) {
    mpfr_init2(value_, bits);
    mpfr_set_zero(value_, 1);
  }
  /// x rounded to `bits` places (exact for bits >= 53).
  mp_float(double x, mpfr_prec_t bits) {
    mpfr_init2(value_, bits);
    mpfr_set_d(value_, x, MPFR_RNDN);
  }
  mp_float(mpfr_srcptr x, mpfr_prec_t bits) {
    mpfr_init2(value_, bits);
    mpfr_set(value_, x, MPFR_RNDN);
  }
  mp_float(const mp_float& other) : mp_float(other.value_, other.bits()) {}
  mp_float(mp_float&& other) noexcept {
    mpfr_init2(value_, MPFR_PREC_MIN);
    mpfr_swap(value_, other.value_);
  }
  mp_float& operator=(const mp_float& other) {
    if (this != &other) {
      mpfr_set_prec(value_, other.bits());
      mpfr_set(value_, other.value_, MPFR_RNDN);
    }
    return *this;
  }
  mp_float& operator=(mp_float&& other) noexcept {
    mpfr_swap(value_, other.value_);
    return *this;
  }
  ~mp_float() { mpfr_clear(value_); }

  mpfr_prec_t bits() const { return mpfr_get_prec(value_); } ///< binary places
  mpfr_srcptr get() const { return value_; }                 ///< as MPFR's functions take it
  mpfr_ptr get() { return value_; }                          ///< as MPFR's functions take it

 private:
  mpfr_t value_;
};

/// Rounded to nearest, with the larger precision of the two.
mp_float operator+(const mp_float& a, const mp_float& b);
mp_float operator-(const mp_float& a, const mp_float& b);
mp_float operator*(const mp_float& a, const mp_float& b);
mp_float operator/(const mp_float& a, const mp_float& b);
mp_float operator-(const mp_float& a);
mp_float sqrt(const mp_float& a);

/// sum <- sum + a b, the product and the sum each rounded once at sum's precision.
void add_product(mp_float& sum, const mp_float& a, const mp_float& b);

/// x 2^exponent, exact.
mp_float scaled(const mp_float& x, long exponent);
/// The multiple of 2^exponent nearest to x, exact in the returned precision.
mp_float rounded_to_grid(const mp_float& x, long exponent);
/// x rounded to nearest / down / up; |x| rounded up.
double to_double(const mp_float& x);
inline double to_double(double x) { return x; }
double to_double_down(const mp_float& x);
double to_double_up(const mp_float& x);
double magnitude_up(const mp_float& x);
double magnitude_up(double x);

/// Half the distance from 1 to the next number of x's format: the `u` of theorem T7.
double unit_roundoff(const mp_float& x);
double unit_roundoff(double x);
/// The least positive number of x's format, rounded up to binary64: the `eta` of theorem T7.
double least_positive(const mp_float& x);
double least_positive(double x);

/// An integer in x's format, exact.
inline double constant_like(double, int value) { return value; }
inline mp_float constant_like(const mp_float& x, int value) { return {static_cast<double>(value), x.bits()}; }

} // namespace mixcert
