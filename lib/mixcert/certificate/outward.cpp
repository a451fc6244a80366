#include "mixcert/certificate/outward.hpp"

#include "mixcert/error.hpp"
#include "mixcert/scalar/decimal.hpp"
#include "mixcert/scalar/directed.hpp"

#include <cmath>
#include <optional>
#include <string>

namespace mixcert {

namespace {

constexpr const char* beyond_binary64 = "a value lies beyond the range of binary64 and cannot be stored";

/// The sign of |x| - b for a b <= 10^power, about as large.
int compare_to_power(mpfr_srcptr x, long power) {
  mp_float bound(64);
  mpfr_set_si(bound.get(), power, MPFR_RNDN);
  mpfr_exp10(bound.get(), bound.get(), MPFR_RNDD);
  return mpfr_cmpabs(x, bound.get());
}

constexpr long largest_exponent = 30000; ///< of ten: what reads certificates does not go further

/// Whether 0 < |x| < 10^-30000, or |x| > 10^30000.
bool is_tiny(mpfr_srcptr x) { return mpfr_zero_p(x) == 0 && compare_to_power(x, -largest_exponent) < 0; }
bool is_huge(mpfr_srcptr x) { return compare_to_power(x, largest_exponent) > 0; }

std::string end_down(mpfr_srcptr x, int digits) {
  if (is_tiny(x)) return mpfr_sgn(x) > 0 ? "0" : "-1e-" + std::to_string(largest_exponent);
  return decimal_down(x, digits);
}

std::string end_up(mpfr_srcptr x, int digits) {
  if (is_tiny(x)) return mpfr_sgn(x) > 0 ? "1e-" + std::to_string(largest_exponent) : "0";
  return decimal_up(x, digits);
}

std::optional<interval> within_binary64(const mp_interval& x) {
  const mp_float lower(x.lower(), x.bits()), upper(x.upper(), x.bits());
  const mp_interval slack(0x1p-98, x.bits());
  const mp_interval low(lower, x.bits()), high(upper, x.bits());
  const interval r{to_interval(low - slack * abs(low)).lower(), to_interval(high + slack * abs(high)).upper()};
  if (!std::isfinite(r.lower()) || !std::isfinite(r.upper())) return std::nullopt;
  return r;
}

} // namespace

interval stored_enclosure(const mp_interval& x) {
  if (const auto ends = within_binary64(x)) return *ends;
  throw not_certified(beyond_binary64);
}

enclosure stored_enclosure(const mp_interval& x, int digits) {
  constexpr int binary64_digits = 15;
  if (!is_finite(x)) throw not_certified("a value could not be bounded");
  if (digits <= binary64_digits) {
    if (const auto ends = within_binary64(x)) return *ends;
    throw not_certified(std::string(beyond_binary64) + "; --digits 16 or more gives decimal ends");
  }
  if (is_huge(x.lower()) || is_huge(x.upper()))
    throw not_certified("a value lies beyond 10^30000 and cannot be stored");
  return {end_down(x.lower(), digits + 2), end_up(x.upper(), digits + 2)};
}

double stored_bound(double x) {
  const double r = mul_up(x, 1 + 0x1p-40);
  if (!std::isfinite(r)) throw not_certified("an error bound lies beyond the range of binary64");
  return r;
}

svd_defects stored_defects(const svd_defects& defects) {
  return {stored_bound(defects.orthogonality_u), stored_bound(defects.orthogonality_v), stored_bound(defects.residual)};
}

} // namespace mixcert
