#include "mixcert/scalar/complex_interval.hpp"

#include <algorithm>

namespace mixcert {
namespace {

mp_interval intersection(const mp_interval& a, const mp_interval& b) {
  const mpfr_prec_t bits = std::max(a.bits(), b.bits());
  mp_float lower(bits), upper(bits);
  mpfr_max(lower.get(), a.lower(), b.lower(), MPFR_RNDD);
  mpfr_min(upper.get(), a.upper(), b.upper(), MPFR_RNDU);
  return {lower, upper, bits};
}

bool certainly_disjoint(const mp_interval& a, const mp_interval& b) {
  return certainly_less(a, b) || certainly_less(b, a);
}

/// [-x, x] for the largest x of `distance`.
mp_interval within(const mp_interval& distance) { return hull(-distance, distance); }

} // namespace

complex_interval enclose(const complex_float& z, mpfr_prec_t bits) {
  return {mp_interval(z.re, bits), mp_interval(z.im, bits)};
}
complex_interval real_rectangle(const mp_interval& x) { return {x, mp_interval(0, x.bits())}; }

complex_interval operator+(const complex_interval& a, const complex_interval& b) { return {a.re + b.re, a.im + b.im}; }
complex_interval operator-(const complex_interval& a, const complex_interval& b) { return {a.re - b.re, a.im - b.im}; }
complex_interval operator*(const complex_interval& a, const complex_interval& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

complex_interval conj(const complex_interval& a) { return {a.re, -a.im}; }

mp_interval modulus(const complex_interval& a) { return sqrt(sqr(a.re) + sqr(a.im)); }

complex_interval widened(const complex_interval& a, const mp_interval& distance) {
  return {a.re + within(distance), a.im + within(distance)};
}

complex_interval hull(const complex_interval& a, const complex_interval& b) {
  return {hull(a.re, b.re), hull(a.im, b.im)};
}

complex_interval intersection(const complex_interval& a, const complex_interval& b) {
  return {intersection(a.re, b.re), intersection(a.im, b.im)};
}

bool certainly_disjoint(const complex_interval& a, const complex_interval& b) {
  return certainly_disjoint(a.re, b.re) || certainly_disjoint(a.im, b.im);
}

bool is_finite(const complex_interval& a) { return is_finite(a.re) && is_finite(a.im); }

complex_interval_matrix multiply(const complex_interval_matrix& a, const complex_interval_matrix& b) {
  if (a.rows() == 0 || b.cols() == 0) return {a.rows(), b.cols(), std::vector<complex_interval>{}};
  const mpfr_prec_t bits = std::max(a(0, 0).re.bits(), b(0, 0).re.bits());
  complex_interval_matrix c(a.rows(), b.cols(), real_rectangle(mp_interval(0, bits)));
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t k = 0; k < a.cols(); ++k)
      for (std::size_t j = 0; j < b.cols(); ++j) {
        add_product(c(i, j).re, a(i, k).re, b(k, j).re);
        add_product(c(i, j).re, -a(i, k).im, b(k, j).im);
        add_product(c(i, j).im, a(i, k).re, b(k, j).im);
        add_product(c(i, j).im, a(i, k).im, b(k, j).re);
      }
  return c;
}

} // namespace mixcert
