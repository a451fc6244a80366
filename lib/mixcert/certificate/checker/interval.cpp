#include "mixcert/certificate/checker/interval.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace mixcert::checker {
namespace {

mpfr_prec_t places(const interval& a, const interval& b) { return std::max(a.bits(), b.bits()); }

interval unbounded(mpfr_prec_t bits) {
  interval r(bits);
  mpfr_set_inf(r.lower(), -1);
  mpfr_set_inf(r.upper(), 1);
  return r;
}

/// An operation on infinite ends may have none; then nothing is known.
interval checked(interval x) {
  return mpfr_nan_p(x.lower()) != 0 || mpfr_nan_p(x.upper()) != 0 ? unbounded(x.bits()) : x;
}

int sign(mpfr_srcptr x) { return mpfr_sgn(x); }

/// What MPFR keeps for a thread goes with the thread.
struct mpfr_caches {
  ~mpfr_caches() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
};

/// Of an increasing function.
template <class F> interval increasing(const interval& a, F f) {
  thread_local const mpfr_caches caches{};
  interval r(a.bits());
  f(r.lower(), a.lower(), MPFR_RNDD);
  f(r.upper(), a.upper(), MPFR_RNDU);
  return checked(std::move(r));
}

} // namespace

interval::interval(mpfr_prec_t bits) {
  mpfr_init2(lower_, bits);
  mpfr_init2(upper_, bits);
  mpfr_set_zero(lower_, 1);
  mpfr_set_zero(upper_, 1);
}

interval::interval(long value, mpfr_prec_t bits) : interval(bits) {
  mpfr_set_si(lower_, value, MPFR_RNDD);
  mpfr_set_si(upper_, value, MPFR_RNDU);
}

interval::interval(const rational& value, mpfr_prec_t bits) : interval(value, value, bits) {}

interval::interval(const rational& lower, const rational& upper, mpfr_prec_t bits) : interval(bits) {
  mpfr_set_q(lower_, lower.get_mpq_t(), MPFR_RNDD);
  mpfr_set_q(upper_, upper.get_mpq_t(), MPFR_RNDU);
}

interval::interval(const interval& other) : interval(other.bits()) {
  mpfr_set(lower_, other.lower_, MPFR_RNDN);
  mpfr_set(upper_, other.upper_, MPFR_RNDN);
}

interval::interval(interval&& other) noexcept : interval() {
  mpfr_swap(lower_, other.lower_);
  mpfr_swap(upper_, other.upper_);
}

interval& interval::operator=(interval other) noexcept {
  mpfr_swap(lower_, other.lower_);
  mpfr_swap(upper_, other.upper_);
  return *this;
}

interval::~interval() {
  mpfr_clear(lower_);
  mpfr_clear(upper_);
}

interval operator+(const interval& a, const interval& b) {
  interval r(places(a, b));
  mpfr_add(r.lower(), a.lower(), b.lower(), MPFR_RNDD);
  mpfr_add(r.upper(), a.upper(), b.upper(), MPFR_RNDU);
  return checked(std::move(r));
}

interval operator-(const interval& a, const interval& b) {
  interval r(places(a, b));
  mpfr_sub(r.lower(), a.lower(), b.upper(), MPFR_RNDD);
  mpfr_sub(r.upper(), a.upper(), b.lower(), MPFR_RNDU);
  return checked(std::move(r));
}

interval operator*(const interval& a, const interval& b) {
  interval r(places(a, b));
  if (is_zero(a) || is_zero(b)) return r;
  if (sign(a.lower()) >= 0 && sign(b.lower()) >= 0) {
    mpfr_mul(r.lower(), a.lower(), b.lower(), MPFR_RNDD);
    mpfr_mul(r.upper(), a.upper(), b.upper(), MPFR_RNDU);
    return checked(std::move(r));
  }
  const std::array<std::pair<mpfr_srcptr, mpfr_srcptr>, 4> corners{
      {{a.lower(), b.lower()}, {a.lower(), b.upper()}, {a.upper(), b.lower()}, {a.upper(), b.upper()}}};
  interval corner(r.bits());
  for (const auto& [x, y] : corners) {
    const bool first = &x == &corners.front().first;
    mpfr_mul(corner.lower(), x, y, MPFR_RNDD);
    mpfr_mul(corner.upper(), x, y, MPFR_RNDU);
    if (mpfr_nan_p(corner.lower()) != 0) return unbounded(r.bits());
    if (first || mpfr_less_p(corner.lower(), r.lower()) != 0) mpfr_swap(corner.lower(), r.lower());
    if (first || mpfr_greater_p(corner.upper(), r.upper()) != 0) mpfr_swap(corner.upper(), r.upper());
  }
  return r;
}

interval operator/(const interval& a, const interval& b) {
  if (sign(b.lower()) <= 0 && sign(b.upper()) >= 0) return unbounded(places(a, b));
  if (sign(b.upper()) < 0) return -a / -b;
  interval r(places(a, b));
  mpfr_div(r.lower(), a.lower(), sign(a.lower()) >= 0 ? b.upper() : b.lower(), MPFR_RNDD);
  mpfr_div(r.upper(), a.upper(), sign(a.upper()) >= 0 ? b.lower() : b.upper(), MPFR_RNDU);
  return checked(std::move(r));
}

interval operator-(const interval& a) {
  interval r(a.bits());
  mpfr_neg(r.lower(), a.upper(), MPFR_RNDD);
  mpfr_neg(r.upper(), a.lower(), MPFR_RNDU);
  return r;
}

interval& operator+=(interval& a, const interval& b) { return a = a + b; }
interval& operator-=(interval& a, const interval& b) { return a = a - b; }
interval operator+(const interval& a, long b) { return a + interval(b, a.bits()); }
interval operator-(const interval& a, long b) { return a - interval(b, a.bits()); }
interval operator-(long a, const interval& b) { return interval(a, b.bits()) - b; }
interval operator*(const interval& a, long b) { return a * interval(b, a.bits()); }
interval operator/(const interval& a, long b) { return a / interval(b, a.bits()); }
interval operator/(long a, const interval& b) { return interval(a, b.bits()) / b; }

interval sqrt(const interval& a) {
  if (sign(a.lower()) < 0) return unbounded(a.bits());
  return increasing(a, mpfr_sqrt);
}

interval abs(const interval& a) {
  if (sign(a.lower()) >= 0) return a;
  if (sign(a.upper()) <= 0) return -a;
  interval r(a.bits());
  mpfr_set(r.upper(), mpfr_cmpabs(a.lower(), a.upper()) > 0 ? a.lower() : a.upper(), MPFR_RNDU);
  mpfr_abs(r.upper(), r.upper(), MPFR_RNDU);
  return r;
}

interval square(const interval& a) {
  const interval magnitude = abs(a);
  return magnitude * magnitude;
}

interval exp(const interval& a) { return increasing(a, mpfr_exp); }
interval tanh(const interval& a) { return increasing(a, mpfr_tanh); }
interval log(const interval& a) { return is_positive(a) ? increasing(a, mpfr_log) : unbounded(a.bits()); }

interval max(const interval& a, const interval& b) {
  interval r(places(a, b));
  mpfr_max(r.lower(), a.lower(), b.lower(), MPFR_RNDD);
  mpfr_max(r.upper(), a.upper(), b.upper(), MPFR_RNDU);
  return r;
}

void add_product(interval& sum, const interval& a, const interval& b) {
  if (is_zero(a) || is_zero(b)) return;
  const bool a_up = sign(a.lower()) >= 0, a_down = sign(a.upper()) <= 0;
  const bool b_up = sign(b.lower()) >= 0, b_down = sign(b.upper()) <= 0;
  if ((!a_up && !a_down) || (!b_up && !b_down) || sum.bits() < places(a, b)) {
    sum = sum + a * b;
    return;
  }
  // The least product is that of the ends nearest 0 where it is positive, of those farthest from 0 where negative.
  mpfr_fma(sum.lower(), b_up ? a.lower() : a.upper(), a_up ? b.lower() : b.upper(), sum.lower(), MPFR_RNDD);
  mpfr_fma(sum.upper(), b_up ? a.upper() : a.lower(), a_up ? b.upper() : b.lower(), sum.upper(), MPFR_RNDU);
  if (mpfr_nan_p(sum.lower()) != 0 || mpfr_nan_p(sum.upper()) != 0) sum = unbounded(sum.bits());
}

interval scaled(interval a, long exponent) {
  mpfr_mul_2si(a.lower(), a.lower(), exponent, MPFR_RNDD);
  mpfr_mul_2si(a.upper(), a.upper(), exponent, MPFR_RNDU);
  return a;
}

interval between(const interval& a, const interval& b) {
  interval r(places(a, b));
  mpfr_set(r.lower(), a.lower(), MPFR_RNDD);
  mpfr_set(r.upper(), b.upper(), MPFR_RNDU);
  return r;
}

bool is_zero(const interval& a) { return mpfr_zero_p(a.lower()) != 0 && mpfr_zero_p(a.upper()) != 0; }
bool is_bounded(const interval& a) { return mpfr_number_p(a.lower()) != 0 && mpfr_number_p(a.upper()) != 0; }
bool is_positive(const interval& a) { return sign(a.lower()) > 0; }
bool is_less(const interval& a, const interval& b) { return mpfr_less_p(a.upper(), b.lower()) != 0; }

position position_in(const interval& x, const rational& low, const rational& high) {
  if (!is_bounded(x)) return position::across;
  mpq_srcptr lo = low.get_mpq_t(), hi = high.get_mpq_t();
  if (mpfr_cmp_q(x.lower(), lo) >= 0 && mpfr_cmp_q(x.upper(), hi) <= 0) return position::inside;
  return mpfr_cmp_q(x.upper(), lo) < 0 || mpfr_cmp_q(x.lower(), hi) > 0 ? position::outside : position::across;
}

position position_below(const interval& x, const rational& bound) {
  if (!is_bounded(x)) return position::across;
  mpq_srcptr b = bound.get_mpq_t();
  if (mpfr_cmp_q(x.upper(), b) <= 0) return position::inside;
  return mpfr_cmp_q(x.lower(), b) > 0 ? position::outside : position::across;
}

} // namespace mixcert::checker
