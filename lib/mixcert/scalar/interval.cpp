#include "mixcert/scalar/interval.hpp"

#include "mixcert/scalar/detail/mpfr_caches.hpp"
#include "mixcert/scalar/detail/mpfr_sigmoid.hpp"
#include "mixcert/scalar/mp_float.hpp"

#include <algorithm>
#include <stdexcept>

namespace mixcert {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Products of ends, where zero times an infinite end is zero: the end stands for the members below it, not for itself.
double end_product_down(double x, double y) { return x == 0 || y == 0 ? 0 : mul_down(x, y); }
double end_product_up(double x, double y) { return x == 0 || y == 0 ? 0 : mul_up(x, y); }

interval divide_by_positive(const interval& x, const interval& y) {
  return interval(div_down(x.lower(), x.lower() >= 0 ? y.upper() : y.lower()),
                  div_up(x.upper(), x.upper() >= 0 ? y.lower() : y.upper()));
}

// The quotients by the positive members of y = [0, y.upper()]; x is not {0}.
interval divide_by_half_line(const interval& x, const interval& y) {
  if (x.lower() >= 0) return interval(div_down(x.lower(), y.upper()), infinity);
  if (x.upper() <= 0) return interval(-infinity, div_up(x.upper(), y.upper()));
  return interval(-infinity, infinity);
}

using mpfr_function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

// MPFR rounds to 53 bits in a wider exponent range, mpfr_get_d from there to binary64: two roundings in one direction,
// the second to a subset of the first one's numbers, are together one.
double rounded(mpfr_function f, double x, mpfr_rnd_t direction) {
  detail::free_mpfr_caches_at_thread_exit();
  mp_float value(x, 53);
  f(value.get(), value.get(), direction);
  return mpfr_get_d(value.get(), direction);
}

// x y + z, where z is the end of the result's direction and so never meets an infinite product of the other sign.
double fma_rounded(double x, double y, double z, mpfr_rnd_t direction) {
  if (x == 0 || y == 0 || !detail::finite(z)) return z;
  mp_float value(x, 53);
  mpfr_fma(value.get(), value.get(), mp_float(y, 53).get(), mp_float(z, 53).get(), direction);
  return mpfr_get_d(value.get(), direction);
}

double power_rounded(double x, int n, mpfr_rnd_t direction) {
  mp_float value(x, 53);
  mpfr_pow_si(value.get(), value.get(), n, direction);
  return mpfr_get_d(value.get(), direction);
}

// The powers of the positive members of x = [a, b], 0 <= a < b or 0 < a; MPFR's negative power of +0 is +inf.
interval positive_power(const interval& x, int n) {
  const double least = n > 0 ? x.lower() : x.upper(), greatest = n > 0 ? x.upper() : x.lower();
  return interval(power_rounded(least, n, MPFR_RNDD), power_rounded(greatest, n, MPFR_RNDU));
}

interval of_increasing(mpfr_function f, const interval& x) {
  return interval(rounded(f, x.lower(), MPFR_RNDD), rounded(f, x.upper(), MPFR_RNDU));
}

} // namespace

void interval::refuse() { throw std::invalid_argument("interval: the ends are not numbers in order"); }

interval operator-(const interval& x) { return interval(-x.upper(), -x.lower()); }

interval operator+(const interval& x, const interval& y) {
  return interval(add_down(x.lower(), y.lower()), add_up(x.upper(), y.upper()));
}

interval operator-(const interval& x, const interval& y) {
  return interval(sub_down(x.lower(), y.upper()), sub_up(x.upper(), y.lower()));
}

interval operator*(const interval& x, const interval& y) {
  if (x.upper() < 0) return -(-x * y);
  if (y.upper() < 0) return -(x * -y);
  if (x.lower() >= 0)
    return interval(end_product_down(y.lower() >= 0 ? x.lower() : x.upper(), y.lower()),
                    end_product_up(x.upper(), y.upper()));
  if (y.lower() >= 0) return interval(end_product_down(x.lower(), y.upper()), end_product_up(x.upper(), y.upper()));
  return interval(std::min(end_product_down(x.lower(), y.upper()), end_product_down(x.upper(), y.lower())),
                  std::max(end_product_up(x.lower(), y.lower()), end_product_up(x.upper(), y.upper())));
}

interval operator/(const interval& x, const interval& y) {
  if (y.lower() > 0) return divide_by_positive(x, y);
  if (y.upper() < 0) return divide_by_positive(-x, -y);
  if (is_exact_zero(y)) throw std::domain_error("division of an interval by zero");
  if (is_exact_zero(x)) return x;
  if (y.lower() == 0 && y.upper() > 0) return divide_by_half_line(x, y);
  if (y.upper() == 0 && y.lower() < 0) return divide_by_half_line(-x, -y);
  return interval(-infinity, infinity);
}

interval sqr(const interval& x) {
  const interval magnitudes = abs(x);
  return interval(mul_down(magnitudes.lower(), magnitudes.lower()), mul_up(magnitudes.upper(), magnitudes.upper()));
}

interval fma(const interval& x, const interval& y, const interval& z) {
  double lower = infinity, upper = -infinity;
  for (const double a : {x.lower(), x.upper()})
    for (const double b : {y.lower(), y.upper()}) {
      lower = std::min(lower, fma_rounded(a, b, z.lower(), MPFR_RNDD));
      upper = std::max(upper, fma_rounded(a, b, z.upper(), MPFR_RNDU));
    }
  return interval(lower, upper);
}

interval pown(const interval& x, int n) {
  if (n == 0) return interval(1);
  if (n < 0 && is_exact_zero(x)) throw std::domain_error("pown: a negative power of zero");
  if (n % 2 == 0) return positive_power(abs(x), n);
  if (x.lower() >= 0) return positive_power(x, n);
  if (x.upper() <= 0) return -positive_power(-x, n);
  if (n < 0) return interval(-infinity, infinity);
  return interval(power_rounded(x.lower(), n, MPFR_RNDD), power_rounded(x.upper(), n, MPFR_RNDU));
}

interval sqrt(const interval& x) {
  if (x.upper() < 0) throw std::domain_error("sqrt: the interval is entirely negative");
  return interval(sqrt_down(std::max(x.lower(), 0.0)), sqrt_up(x.upper()));
}

interval abs(const interval& x) {
  if (x.lower() >= 0) return x;
  if (x.upper() <= 0) return -x;
  return interval(0, magnitude(x));
}

interval min(const interval& x, const interval& y) {
  return interval(std::min(x.lower(), y.lower()), std::min(x.upper(), y.upper()));
}

interval max(const interval& x, const interval& y) {
  return interval(std::max(x.lower(), y.lower()), std::max(x.upper(), y.upper()));
}

interval exp(const interval& x) { return of_increasing(mpfr_exp, x); }

interval log(const interval& x) {
  if (x.upper() <= 0) throw std::domain_error("log: no member of the interval is positive");
  return of_increasing(mpfr_log, interval(std::max(x.lower(), 0.0), x.upper()));
}

interval tanh(const interval& x) { return of_increasing(mpfr_tanh, x); }

interval sech(const interval& x) {
  const interval magnitudes = abs(x);
  return interval(rounded(mpfr_sech, magnitudes.upper(), MPFR_RNDD), rounded(mpfr_sech, magnitudes.lower(), MPFR_RNDU));
}

interval sigmoid(const interval& x) { return of_increasing(detail::mpfr_sigmoid, x); }

interval erf(const interval& x) { return of_increasing(mpfr_erf, x); }

interval hull(const interval& x, const interval& y) {
  return interval(std::min(x.lower(), y.lower()), std::max(x.upper(), y.upper()));
}

double magnitude(const interval& x) { return std::max(-x.lower(), x.upper()); }

double width_up(const interval& x) { return sub_up(x.upper(), x.lower()); }

} // namespace mixcert
