#include "mixcert/scalar/constant.hpp"

#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/scalar/decimal.hpp"

namespace mixcert {

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

mp_interval exact_constant::value(const context<mp_interval>& context) const {
  if (is_hex_) return context.exact(parse_hex(text_));
  mp_float lower(context.bits), upper(context.bits);
  mpfr_strtofr(lower.get(), text_.c_str(), nullptr, 10, MPFR_RNDD);
  mpfr_strtofr(upper.get(), text_.c_str(), nullptr, 10, MPFR_RNDU);
  return {lower, upper, context.bits};
}

} // namespace mixcert
