#include "mixcert/certificate/checker/real.hpp"

#include <algorithm>
#include <utility>

namespace mixcert::checker {
namespace {

template <class Operation> real applied(const real& a, const real& b, Operation operation) {
  real r(std::max(a.bits(), b.bits()));
  operation(r.get(), a.get(), b.get(), MPFR_RNDN);
  return r;
}

template <class Operation> real applied(const real& a, Operation operation) {
  real r(a.bits());
  operation(r.get(), a.get(), MPFR_RNDN);
  return r;
}

} // namespace

real::real(mpfr_prec_t bits) {
  mpfr_init2(value_, bits);
  mpfr_set_zero(value_, 1);
}

real::real(long value, mpfr_prec_t bits) : real(bits) { mpfr_set_si(value_, value, MPFR_RNDN); }
real::real(const real& other) : real(other.bits()) { mpfr_set(value_, other.value_, MPFR_RNDN); }
real::real(real&& other) noexcept : real() { mpfr_swap(value_, other.value_); }
real& real::operator=(real other) noexcept {
  mpfr_swap(value_, other.value_);
  return *this;
}
real::~real() { mpfr_clear(value_); }

real operator+(const real& a, const real& b) { return applied(a, b, mpfr_add); }
real operator-(const real& a, const real& b) { return applied(a, b, mpfr_sub); }
real operator*(const real& a, const real& b) { return applied(a, b, mpfr_mul); }
real operator/(const real& a, const real& b) { return applied(a, b, mpfr_div); }
real operator-(const real& a) {
  real r = a;
  mpfr_neg(r.get(), r.get(), MPFR_RNDN);
  return r;
}
real sqrt(const real& a) { return applied(a, mpfr_sqrt); }
real abs(const real& a) { return sign(a) < 0 ? -a : a; }
real scaled(real a, long exponent) {
  mpfr_mul_2si(a.get(), a.get(), exponent, MPFR_RNDN);
  return a;
}

real lower_end(const interval& x) {
  real r(x.bits());
  mpfr_set(r.get(), x.lower(), MPFR_RNDN);
  return r;
}

interval enclose(const real& x) {
  interval r(x.bits());
  mpfr_set(r.lower(), x.get(), MPFR_RNDD);
  mpfr_set(r.upper(), x.get(), MPFR_RNDU);
  return r;
}

long rounded(const real& x, long places) { return mpfr_get_si(scaled(x, places).get(), MPFR_RNDN); }

} // namespace mixcert::checker
