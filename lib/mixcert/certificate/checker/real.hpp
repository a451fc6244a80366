// Real numbers with MPFR to nearest, for guesses: nothing is known of what is computed with them.
#pragma once

#include "mixcert/certificate/checker/interval.hpp"

#include <mpfr.h>

namespace mixcert::checker {

/// The result of an operation has the places of its more precise operand.
class real {
 public:
  explicit real(mpfr_prec_t bits = MPFR_PREC_MIN); ///< 0
  real(long value, mpfr_prec_t bits);
  real(const real& other);
  real(real&& other) noexcept;
  real& operator=(real other) noexcept;
  ~real();

  mpfr_prec_t bits() const { return mpfr_get_prec(value_); }
  mpfr_srcptr get() const { return value_; }
  mpfr_ptr get() { return value_; }

 private:
  mpfr_t value_;
};

real operator+(const real& a, const real& b);
real operator-(const real& a, const real& b);
real operator*(const real& a, const real& b);
real operator/(const real& a, const real& b);
real operator-(const real& a);
real sqrt(const real& a);
real abs(const real& a);
/// a 2^exponent
real scaled(real a, long exponent);
inline int sign(const real& a) { return mpfr_sgn(a.get()); }
inline bool operator<(const real& a, const real& b) { return mpfr_less_p(a.get(), b.get()) != 0; }

/// A member of it.
real lower_end(const interval& x);
/// Exactly.
interval enclose(const real& x);
/// The integer next to x 2^places. Requires that it is below 2^63.
long rounded(const real& x, long places);

} // namespace mixcert::checker
