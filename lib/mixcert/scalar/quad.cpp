#include "mixcert/scalar/quad.hpp"

#include <boost/multiprecision/float128.hpp>

#include <algorithm>

namespace mixcert {
namespace {

using boost::multiprecision::float128;

float128 of(const quad& x) { return float128(x.value()); }
quad of(const float128& x) { return quad(x.backend().value()); }

} // namespace

quad fma(const quad& x, const quad& y, const quad& z) { return of(float128(fma(of(x), of(y), of(z)))); }
quad pown(const quad& x, int n) { return of(float128(pow(of(x), n))); }
quad sqrt(const quad& x) { return of(float128(sqrt(of(x)))); }
quad exp(const quad& x) { return of(float128(exp(of(x)))); }
quad log(const quad& x) { return of(float128(log(of(x)))); }
quad tanh(const quad& x) { return of(float128(tanh(of(x)))); }

quad sech(const quad& x) {
  const quad one(1.0), t = exp(-abs(x));
  return (t + t) / (one + t * t);
}

quad sigmoid(const quad& x) {
  const quad one(1.0), t = exp(-abs(x));
  return (x.value() < 0 ? t : one) / (one + t);
}

quad scaled(const quad& x, long exponent) {
  return of(float128(ldexp(of(x), static_cast<int>(std::clamp(exponent, -40000L, 40000L)))));
}

long exponent_of(const quad& x) {
  int exponent = 0;
  static_cast<void>(frexp(of(x), &exponent));
  return exponent;
}

bool is_finite(const quad& x) { return isfinite(of(x)); }

quad to_quad(const mp_float& x) {
  // Three parts of at most 53 places, each a binary64 number times the same power of two.
  if (mpfr_regular_p(x.get()) == 0) return quad(to_double(x));
  const mp_float nearest(x.get(), 113);
  const long exponent = mpfr_get_exp(nearest.get());
  mp_float rest = scaled(nearest, -exponent);
  quad::binary128 sum = 0;
  for (int part = 0; part < 3; ++part) {
    const double leading = to_double(rest);
    sum += leading;
    rest = rest - mp_float(leading, 113);
  }
  const long within = std::clamp(exponent, -40000L, 40000L);
  return of(float128(ldexp(float128(sum), static_cast<int>(within))));
}

mp_float to_mp_float(const quad& x) {
  // Three parts of at most 53 places; a power of two keeps them within binary64's exponents.
  int exponent = 0;
  quad::binary128 rest = frexp(of(x), &exponent).backend().value();
  mp_float sum(0.0, 113);
  for (int part = 0; part < 3; ++part) {
    const auto leading = static_cast<double>(rest);
    sum = sum + mp_float(leading, 113);
    rest -= leading;
  }
  return scaled(sum, exponent);
}

} // namespace mixcert
