#include "mixcert/io/number_ball.hpp"

#include <cmath>
#include <string>

#include <mpfr.h>

#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/scalar/decimal.hpp"
#include "mixcert/scalar/mp_float.hpp"

namespace mixcert {

namespace {

constexpr mpfr_prec_t fine_bits = 128;

bool is_digit(char c) { return '0' <= c && c <= '9'; }

/// The decimal that C and Fortran also write as `.5`, `5.` or `5.e3`, in the form that parse_decimal_down takes.
std::string with_digits_around_point(std::string_view text) {
  std::string decimal(text);
  const std::size_t point = decimal.find('.');
  if (point == std::string::npos) return decimal;
  const bool before = point > 0 && is_digit(decimal[point - 1]);
  const bool behind = point + 1 < decimal.size() && is_digit(decimal[point + 1]);
  if (before && !behind) decimal.insert(point + 1, "0");
  if (behind && !before) decimal.insert(point, "0");
  return decimal;
}

bool is_hexadecimal(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return text.starts_with("0x") || text.starts_with("0X");
}

[[noreturn]] void refuse(std::string_view text, const char* why) {
  throw input_error("'" + printable(text) + "' " + why);
}

double parse_hexadecimal(std::string_view text) {
  try {
    return parse_hex(text);
  } catch (const input_error& error) {
    throw input_error(std::string(error.what()) + "; write it so, or as a decimal, which need not be one");
  }
}

/// An upper bound of larger - smaller, of which one is the decimal.
mp_float distance_up(const mp_float& larger, const mp_float& smaller) {
  mp_float difference(fine_bits);
  mpfr_sub(difference.get(), larger.get(), smaller.get(), MPFR_RNDU);
  return difference;
}

number_ball within(double midpoint, const mp_float& distance) {
  return {midpoint, mpfr_get_d(distance.get(), MPFR_RNDU)};
}

} // namespace

number_ball parse_number_ball(std::string_view text) {
  if (is_hexadecimal(text)) return {parse_hexadecimal(text), 0};
  const std::string decimal = with_digits_around_point(text);
  if (!is_decimal(decimal)) refuse(text, "is not a number; write it as -12.5e-3 or -0x1.8p+0");
  const double below = parse_decimal_down(decimal);
  const double above = parse_decimal_up(decimal);
  if (std::isinf(below) || std::isinf(above)) refuse(text, "is beyond the largest binary64 number; scale the matrix");
  if (below == above) return {below, 0};

  mp_float at_most(fine_bits), at_least(fine_bits);
  mpfr_strtofr(at_most.get(), decimal.c_str(), nullptr, 10, MPFR_RNDD);
  mpfr_strtofr(at_least.get(), decimal.c_str(), nullptr, 10, MPFR_RNDU);
  const mp_float to_below = distance_up(at_least, mp_float(below, fine_bits));
  const mp_float to_above = distance_up(mp_float(above, fine_bits), at_most);
  return mpfr_lessequal_p(to_below.get(), to_above.get()) ? within(below, to_below) : within(above, to_above);
}

} // namespace mixcert
