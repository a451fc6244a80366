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
  return {decimal_down(x.lower(), digits + 2), decimal_up(x.upper(), digits + 2)};
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
