#include "mixcert/scalar/constant.hpp"

#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace mixcert {
namespace {

/// The exponent behind the e of a decimal, held within +- `limit`.
long written_exponent(std::string_view exponent, long limit) {
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  long value = 0;
  const auto [end, error] = std::from_chars(exponent.data(), exponent.data() + exponent.size(), value);
  if (error == std::errc::result_out_of_range) return exponent.starts_with('-') ? -limit : limit;
  return std::clamp(value, -limit, limit);
}

/// The decimal number digits [. digits] [e exponent], exactly.
rational exact_decimal(std::string_view text) {
  constexpr long most_places = 100'000;
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  std::string digits(text.substr(0, e));
  const std::size_t point = digits.find('.');
  long exponent = e == text.size() ? 0 : written_exponent(text.substr(e + 1), 2 * most_places);
  if (point != std::string::npos) {
    exponent -= static_cast<long>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  if (digits.starts_with('+')) digits.erase(0, 1);
  if (std::abs(exponent) > most_places || digits.size() > most_places)
    throw input_error("'" + printable(text) + "' has too many places to be held as a fraction; write a shorter number");
  rational value;
  mpz_set_str(mpq_numref(value.get()), digits.c_str(), 10);
  return value * pown(rational(10.0), static_cast<int>(exponent));
}

} // namespace

exact_constant::exact_constant(std::string_view text) : text_(text), is_hex_(!is_decimal(text)) {
  if (text.find_first_of("xX") == std::string_view::npos && is_hex_)
    throw input_error("'" + printable(text) +
                      "' is not a number; write a decimal such as 1e-12 or a hex float such as 0x1p-40");
  if (is_hex_) parse_hex(text);
}

exact_constant::exact_constant(double x) : text_(hex(x)), is_hex_(true) {}

double exact_constant::value(const context<float64>&) const {
  return is_hex_ ? parse_hex(text_) : to_double(midpoint(value(context<mp_interval>{128}), 128));
}

quad exact_constant::value(const context<quad>&) const {
  return is_hex_ ? quad(parse_hex(text_)) : to_quad(midpoint(value(context<mp_interval>{256}), 113));
}

interval exact_constant::value(const context<interval>&) const {
  return is_hex_ ? interval(parse_hex(text_)) : interval(parse_decimal_down(text_), parse_decimal_up(text_));
}

slope_form exact_constant::value(const context<slope_form>&) const { return slope_form(value(context<interval>{})); }

mp_interval exact_constant::value(const context<mp_interval>& context) const {
  if (is_hex_) return context.exact(parse_hex(text_));
  mp_float lower(context.bits), upper(context.bits);
  mpfr_strtofr(lower.get(), text_.c_str(), nullptr, 10, MPFR_RNDD);
  mpfr_strtofr(upper.get(), text_.c_str(), nullptr, 10, MPFR_RNDU);
  return {lower, upper, context.bits};
}

rational exact_constant::value(const context<rational>&) const {
  return is_hex_ ? rational(parse_hex(text_)) : exact_decimal(text_);
}

} // namespace mixcert
