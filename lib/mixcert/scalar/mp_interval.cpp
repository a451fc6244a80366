#include "mixcert/scalar/mp_interval.hpp"

#include "mixcert/scalar/detail/mpfr_caches.hpp"
#include "mixcert/scalar/detail/mpfr_sigmoid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mixcert {
namespace {

mp_interval result_for(const mp_interval& a) { return {0.0, a.bits()}; }
mp_interval result_for(const mp_interval& a, const mp_interval& b) { return {0.0, std::max(a.bits(), b.bits())}; }

void set_whole_line(mp_interval& r) {
  mpfr_set_inf(&r.get()->left, -1);
  mpfr_set_inf(&r.get()->right, 1);
}

using mpfr_function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

mp_interval of_increasing(mpfr_function f, const mp_interval& a) {
  detail::free_mpfr_caches_at_thread_exit();
  mp_interval r = result_for(a);
  f(&r.get()->left, a.lower(), MPFR_RNDD);
  f(&r.get()->right, a.upper(), MPFR_RNDU);
  return r;
}

/// The part of a in [0, inf), if there is any.
mp_interval non_negative_part(mp_interval a) {
  if (mpfr_sgn(a.lower()) < 0 && mpfr_sgn(a.upper()) >= 0) mpfr_set_zero(&a.get()->left, 1);
  return a;
}

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
  if (mpfi_has_zero(b.get()) > 0)
    set_whole_line(r);
  else
    mpfi_div(r.get(), a.get(), b.get());
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

void add_product(mp_interval& sum, const mp_interval& a, const mp_interval& b) {
  static thread_local mp_interval product(0, MPFR_PREC_MIN);
  if (product.bits() != sum.bits()) mpfi_set_prec(product.get(), sum.bits());
  mpfi_mul(product.get(), a.get(), b.get());
  mpfi_add(sum.get(), sum.get(), product.get());
}

mp_interval sqr(const mp_interval& a) {
  mp_interval r = result_for(a);
  mpfi_sqr(r.get(), a.get());
  return r;
}

mp_interval fma(const mp_interval& a, const mp_interval& b, const mp_interval& c) {
  mp_interval r{0.0, std::max({a.bits(), b.bits(), c.bits()})};
  set_whole_line(r);
  if (!is_finite(a) || !is_finite(b) || !is_finite(c)) return r;
  std::swap(r.get()->left, r.get()->right);
  mp_float corner(r.bits());
  for (mpfr_srcptr x : {a.lower(), a.upper()})
    for (mpfr_srcptr y : {b.lower(), b.upper()}) {
      mpfr_fma(corner.get(), x, y, c.lower(), MPFR_RNDD);
      mpfr_min(&r.get()->left, r.lower(), corner.get(), MPFR_RNDD);
      mpfr_fma(corner.get(), x, y, c.upper(), MPFR_RNDU);
      mpfr_max(&r.get()->right, r.upper(), corner.get(), MPFR_RNDU);
    }
  return r;
}

mp_interval pown(const mp_interval& a, int n) {
  mp_interval r = result_for(a);
  if (n < 0 && mpfi_has_zero(a.get()) > 0) {
    set_whole_line(r);
    return r;
  }
  const mp_interval base = n % 2 == 0 ? abs(a) : a;
  const bool decreasing = n < 0;
  mpfr_pow_si(&r.get()->left, decreasing ? base.upper() : base.lower(), n, MPFR_RNDD);
  mpfr_pow_si(&r.get()->right, decreasing ? base.lower() : base.upper(), n, MPFR_RNDU);
  return r;
}

mp_interval sqrt(const mp_interval& a) { return of_increasing(mpfr_sqrt, non_negative_part(a)); }

mp_interval abs(const mp_interval& a) {
  mp_interval r = result_for(a);
  mpfi_abs(r.get(), a.get());
  return r;
}

mp_interval exp(const mp_interval& a) { return of_increasing(mpfr_exp, a); }

mp_interval log(const mp_interval& a) {
  if (mpfr_zero_p(a.upper()) != 0) return log(-mp_interval(1, a.bits())); // log 0 = -inf is a limit, not a value
  return of_increasing(mpfr_log, non_negative_part(a));
}

mp_interval tanh(const mp_interval& a) { return of_increasing(mpfr_tanh, a); }

mp_interval sigmoid(const mp_interval& a) { return of_increasing(detail::mpfr_sigmoid, a); }

mp_interval erf(const mp_interval& a) { return of_increasing(mpfr_erf, a); }

mp_interval sech(const mp_interval& a) {
  detail::free_mpfr_caches_at_thread_exit();
  const mp_interval distance = abs(a); // sech decreases with |x|
  mp_interval r = result_for(a);
  mpfr_sech(&r.get()->left, distance.upper(), MPFR_RNDD);
  mpfr_sech(&r.get()->right, distance.lower(), MPFR_RNDU);
  return r;
}

mp_interval max(const mp_interval& a, const mp_interval& b) {
  if (mpfi_nan_p(a.get()) != 0) return a; // MPFR's maximum would be the other one
  if (mpfi_nan_p(b.get()) != 0) return b;
  mp_interval r = result_for(a, b);
  mpfr_max(&r.get()->left, a.lower(), b.lower(), MPFR_RNDD);
  mpfr_max(&r.get()->right, a.upper(), b.upper(), MPFR_RNDU);
  return r;
}

mp_interval min(const mp_interval& a, const mp_interval& b) {
  if (mpfi_nan_p(a.get()) != 0) return a;
  if (mpfi_nan_p(b.get()) != 0) return b;
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

bool certainly_less_equal(const mp_interval& a, const mp_interval& b) {
  return mpfr_lessequal_p(a.upper(), b.lower()) != 0;
}

bool possibly_less(const mp_interval& a, const mp_interval& b) { return !certainly_less_equal(b, a); }

bool possibly_less_equal(const mp_interval& a, const mp_interval& b) { return !certainly_less(b, a); }

bool is_exact_zero(const mp_interval& a) { return mpfr_zero_p(a.lower()) != 0 && mpfr_zero_p(a.upper()) != 0; }

bool is_finite(const mp_interval& a) { return mpfr_number_p(a.lower()) != 0 && mpfr_number_p(a.upper()) != 0; }

mp_interval scaled(mp_interval a, long exponent) {
  mpfi_mul_2si(a.get(), a.get(), exponent);
  return a;
}

long exponent_of(const mp_interval& a) { return mpfr_zero_p(a.upper()) != 0 ? 0 : mpfr_get_exp(a.upper()); }

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
