#include "mixcert/scalar/mp_float.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mixcert {
namespace {

mpfr_prec_t common_bits(const mp_float& a, const mp_float& b) { return std::max(a.bits(), b.bits()); }

} // namespace

mp_float operator+(const mp_float& a, const mp_float& b) {
  mp_float r(common_bits(a, b));
  mpfr_add(r.get(), a.get(), b.get(), MPFR_RNDN);
  return r;
}

mp_float operator-(const mp_float& a, const mp_float& b) {
  mp_float r(common_bits(a, b));
  mpfr_sub(r.get(), a.get(), b.get(), MPFR_RNDN);
  return r;
}

mp_float operator*(const mp_float& a, const mp_float& b) {
  mp_float r(common_bits(a, b));
  mpfr_mul(r.get(), a.get(), b.get(), MPFR_RNDN);
  return r;
}

mp_float operator/(const mp_float& a, const mp_float& b) {
  mp_float r(common_bits(a, b));
  mpfr_div(r.get(), a.get(), b.get(), MPFR_RNDN);
  return r;
}

mp_float operator-(const mp_float& a) {
  mp_float r(a.bits());
  mpfr_neg(r.get(), a.get(), MPFR_RNDN);
  return r;
}

mp_float sqrt(const mp_float& a) {
  mp_float r(a.bits());
  mpfr_sqrt(r.get(), a.get(), MPFR_RNDN);
  return r;
}

void add_product(mp_float& sum, const mp_float& a, const mp_float& b) {
  static thread_local mp_float product(MPFR_PREC_MIN);
  if (product.bits() != sum.bits()) mpfr_set_prec(product.get(), sum.bits());
  mpfr_mul(product.get(), a.get(), b.get(), MPFR_RNDN);
  mpfr_add(sum.get(), sum.get(), product.get(), MPFR_RNDN);
}

mp_float scaled(const mp_float& x, long exponent) {
  mp_float r(x.bits());
  mpfr_mul_2si(r.get(), x.get(), exponent, MPFR_RNDN);
  return r;
}

mp_float rounded_to_grid(const mp_float& x, long exponent) {
  mp_float r = scaled(x, -exponent);
  mpfr_rint(r.get(), r.get(), MPFR_RNDN);
  return scaled(r, exponent);
}

double to_double(const mp_float& x) { return mpfr_get_d(x.get(), MPFR_RNDN); }
double to_double_down(const mp_float& x) { return mpfr_get_d(x.get(), MPFR_RNDD); }
double to_double_up(const mp_float& x) { return mpfr_get_d(x.get(), MPFR_RNDU); }
double magnitude_up(const mp_float& x) { return std::fabs(mpfr_get_d(x.get(), MPFR_RNDA)); }
double magnitude_up(double x) { return std::fabs(x); }

double unit_roundoff(const mp_float& x) {
  return std::max(std::ldexp(1.0, static_cast<int>(-x.bits())), std::numeric_limits<double>::denorm_min());
}
double unit_roundoff(double) { return std::numeric_limits<double>::epsilon() / 2; }
double least_positive(const mp_float&) { return std::numeric_limits<double>::denorm_min(); }
double least_positive(double) { return std::numeric_limits<double>::denorm_min(); }

} // namespace mixcert
