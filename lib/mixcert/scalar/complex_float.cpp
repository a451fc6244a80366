#include "mixcert/scalar/complex_float.hpp"

namespace mixcert {
namespace {

mp_float root(mp_float x) {
  mpfr_sqrt(x.get(), x.get(), MPFR_RNDN);
  return x;
}

} // namespace

complex_float operator+(const complex_float& a, const complex_float& b) { return {a.re + b.re, a.im + b.im}; }
complex_float operator-(const complex_float& a, const complex_float& b) { return {a.re - b.re, a.im - b.im}; }
complex_float operator*(const complex_float& a, const complex_float& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
complex_float operator/(const complex_float& a, const complex_float& b) {
  const mp_float square = b.re * b.re + b.im * b.im;
  const complex_float numerator = a * conj(b);
  return {numerator.re / square, numerator.im / square};
}
complex_float operator-(const complex_float& a) { return {-a.re, -a.im}; }

complex_float conj(const complex_float& a) { return {a.re, -a.im}; }

mp_float modulus(const complex_float& a) {
  mp_float r(a.re.bits());
  mpfr_hypot(r.get(), a.re.get(), a.im.get(), MPFR_RNDN);
  return r;
}

complex_float sqrt(const complex_float& a) {
  const mp_float size = modulus(a);
  if (mpfr_zero_p(size.get()) != 0) return a;
  if (mpfr_sgn(a.re.get()) >= 0) {
    const mp_float re = root(scaled(size + a.re, -1));
    return {re, scaled(a.im / re, -1)};
  }
  const mp_float im = root(scaled(size - a.re, -1));
  const mp_float re = scaled(a.im / im, -1);
  return mpfr_signbit(re.get()) != 0 ? complex_float{-re, -im} : complex_float{re, im};
}

} // namespace mixcert
