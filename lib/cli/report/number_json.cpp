#include "number_json.hpp"

#include "mixcert/certificate/summary.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <cmath>

namespace mixcert::report {
namespace {

constexpr int stored_digits = 17;
constexpr mpfr_prec_t bits = 512;

/// Few digits of a number near zero that may have either sign tell only how near.
std::string text_of(const enclosure& x, const std::string& lo, const std::string& hi, int digits) {
  if (!std::isfinite(x.lower()) || !std::isfinite(x.upper())) return "[" + lo + ", " + hi + "]";
  if (x.lower() == 0 && x.upper() == 0) return "0";
  if (x.lower() < 0 && x.upper() > 0) return "within " + decimal_up(std::max(-x.lower(), x.upper()), 2);
  return agreed_digits(x, digits);
}

json shown(std::string text, std::string lo, std::string hi) {
  return json::array({std::move(text), std::move(lo), std::move(hi)});
}

} // namespace

json number(const enclosure& x, int digits) {
  std::string lo = plain_decimal(x.lo()), hi = plain_decimal(x.hi());
  std::string text = text_of(x, lo, hi, digits);
  return shown(std::move(text), std::move(lo), std::move(hi));
}

json number(const scaled_enclosure& x) {
  if (x.exp2 == 0) return number(x.ends);
  const mp_interval value = lift(x, bits);
  return shown(agreed_digits(x, ordinary_digits), decimal_down(value.lower(), stored_digits),
               decimal_up(value.upper(), stored_digits));
}

json numbers(const std::vector<enclosure>& values) {
  json r = json::array();
  for (const enclosure& x : values) r.push_back(number(x));
  return r;
}

json numbers(const matrix<enclosure>& a) {
  json r = json::array();
  for (std::size_t i = 0; i < a.rows(); ++i) {
    json row = json::array();
    for (std::size_t j = 0; j < a.cols(); ++j) row.push_back(number(a(i, j), few_digits));
    r.push_back(std::move(row));
  }
  return r;
}

json measured(const measured_value& value, int digits) {
  if (const auto* x = std::get_if<enclosure>(&value)) return number(*x, digits);
  if (const auto* stream = std::get_if<std::size_t>(&value)) return {{"index", *stream}};
  if (std::holds_alternative<undecided>(value)) return "undecided";
  if (const auto* none = std::get_if<not_bounded>(&value)) return {{"none", none->reason}};
  return nullptr;
}

} // namespace mixcert::report
