#include "mixcert/scalar/mp_interval.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mixcert {
namespace {

mp_interval result_for(const mp_interval& a) { return {0.0, a.bits()}; }
mp_interval result_for(const mp_interval& a, const mp_interval& b) { return {0.0, std::max(a.bits(), b.bits())}; }

} // namespace

mp_interval operator+(const mp_interval& a, const mp_interval& b) {
  mp_interval r = result_for(a, b);
  mpfi_add(r.get(), a.get(), b.get());
  return r;
}

mp_interval operator-(const mp_interval& a, const mp_interval& b) {
  mp_interval r = result_for(a, b);
  mpfi_sub(r.get(), a.get(), b.get());
  return r;
}

mp_interval operator*(const mp_interval& a, const mp_interval& b) {
  mp_interval r = result_for(a, b);
  mpfi_mul(r.get(), a.get(), b.get());
  return r;
}

mp_interval operator/(const mp_interval& a, const mp_interval& b) {
  mp_interval r = result_for(a, b);
  if (mpfi_has_zero(b.get()) > 0) {
    mpfr_set_inf(&r.get()->left, -1);
    mpfr_set_inf(&r.get()->right, 1);
  } else {
    mpfi_div(r.get(), a.get(), b.get());
  }
  return r;
}

mp_interval operator-(const mp_interval& a) {
  mp_interval r = result_for(a);
  mpfi_neg(r.get(), a.get());
  return r;
}

mp_interval& mp_interval::operator+=(const mp_interval& other) {
  if (bits() < other.bits()) return *this = *this + other;
  mpfi_add(value_, value_, other.value_);
  return *this;
}

mp_interval& mp_interval::operator-=(const mp_interval& other) {
  if (bits() < other.bits()) return *this = *this - other;
  mpfi_sub(value_, value_, other.value_);
  return *this;
}

mp_interval sqr(const mp_interval& a) {
  mp_interval r = result_for(a);
  mpfi_sqr(r.get(), a.get());
  return r;
}

mp_interval sqrt(const mp_interval& a) {
  mp_interval r = a;
  if (mpfr_sgn(r.lower()) < 0 && mpfr_sgn(r.upper()) >= 0) mpfr_set_zero(&r.get()->left, 1);
  mpfr_sqrt(&r.get()->left, &r.get()->left, MPFR_RNDD);
  mpfr_sqrt(&r.get()->right, &r.get()->right, MPFR_RNDU);
  return r;
}

mp_interval abs(const mp_interval& a) {
  mp_interval r = result_for(a);
  mpfi_abs(r.get(), a.get());
  return r;
}

mp_interval tanh(const mp_interval& a) {
  mp_interval r = result_for(a);
  mpfr_tanh(&r.get()->left, a.lower(), MPFR_RNDD);
  mpfr_tanh(&r.get()->right, a.upper(), MPFR_RNDU);
  return r;
}

mp_interval sech(const mp_interval& a) {
  const mp_interval distance = abs(a); // sech decreases with |x|
  mp_interval r = result_for(a);
  mpfr_sech(&r.get()->left, distance.upper(), MPFR_RNDD);
  mpfr_sech(&r.get()->right, distance.lower(), MPFR_RNDU);
  return r;
}

mp_interval max(const mp_interval& a, const mp_interval& b) {
  mp_interval r = result_for(a, b);
  mpfr_max(&r.get()->left, a.lower(), b.lower(), MPFR_RNDD);
  mpfr_max(&r.get()->right, a.upper(), b.upper(), MPFR_RNDU);
  return r;
}

mp_interval min(const mp_interval& a, const mp_interval& b) {
  mp_interval r = result_for(a, b);
  mpfr_min(&r.get()->left, a.lower(), b.lower(), MPFR_RNDD);
  mpfr_min(&r.get()->right, a.upper(), b.upper(), MPFR_RNDU);
  return r;
}

mp_interval hull(const mp_interval& a, const mp_interval& b) {
  mp_interval r = result_for(a, b);
  mpfi_union(r.get(), a.get(), b.get());
  return r;
}

bool certainly_less(const mp_interval& a, const mp_interval& b) { return mpfr_less_p(a.upper(), b.lower()) != 0; }

bool is_exact_zero(const mp_interval& a) { return mpfr_zero_p(a.lower()) != 0 && mpfr_zero_p(a.upper()) != 0; }

bool is_finite(const mp_interval& a) { return mpfr_number_p(a.lower()) != 0 && mpfr_number_p(a.upper()) != 0; }

mp_float midpoint(const mp_interval& a, mpfr_prec_t bits) {
  mp_float r(bits);
  mpfi_mid(r.get(), a.get());
  return r;
}

double magnitude_up(const mp_interval& a) {
  if (!is_finite(a)) return std::numeric_limits<double>::infinity();
  return std::max(std::fabs(mpfr_get_d(a.lower(), MPFR_RNDA)), std::fabs(mpfr_get_d(a.upper(), MPFR_RNDA)));
}

interval to_interval(const mp_interval& a) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  if (!is_finite(a)) return {-inf, inf};
  return {mpfr_get_d(a.lower(), MPFR_RNDD), mpfr_get_d(a.upper(), MPFR_RNDU)};
}

} // namespace mixcert
