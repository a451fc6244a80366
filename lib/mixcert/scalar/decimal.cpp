#include "mixcert/scalar/decimal.hpp"

#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/scalar/mp_float.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <stdexcept>

namespace mixcert {

namespace {

// Scanned exponents saturate here: beyond what any length of text in memory can bring back into binary64's range.
constexpr std::int64_t exponent_limit = 100'000'000'000'000'000;

struct scanned {
  bool negative = false;
  std::string_view integer;
  std::string_view fraction;
  std::int64_t exponent = 0;
};

bool is_digit(char c) { return '0' <= c && c <= '9'; }
bool is_hex_digit(char c) { return is_digit(c) || ('a' <= c && c <= 'f') || ('A' <= c && c <= 'F'); }

class scanner {
 public:
  explicit scanner(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }

  bool take(char lower, char upper) {
    if (rest_.empty() || (rest_.front() != lower && rest_.front() != upper)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool take_sign() {
    if (take('+', '+')) return false;
    return take('-', '-');
  }

  template <class Predicate> std::string_view take_digits(Predicate belongs) {
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), belongs);
    const std::string_view digits = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(digits.size());
    return digits;
  }

 private:
  std::string_view rest_;
};

// digits [. digits]
template <class Predicate> bool scan_significand(scanner& source, Predicate belongs, scanned& result) {
  result.integer = source.take_digits(belongs);
  if (result.integer.empty()) return false;
  if (!source.take('.', '.')) return true;
  result.fraction = source.take_digits(belongs);
  return !result.fraction.empty();
}

// [+-] digits
bool scan_exponent(scanner& source, scanned& result) {
  const bool negative = source.take_sign();
  const std::string_view digits = source.take_digits(is_digit);
  for (const char c : digits) result.exponent = std::min(result.exponent * 10 + (c - '0'), exponent_limit);
  if (negative) result.exponent = -result.exponent;
  return !digits.empty();
}

bool scan_decimal(std::string_view text, scanned& result) {
  scanner source(text);
  result.negative = source.take_sign();
  if (!scan_significand(source, is_digit, result)) return false;
  if (source.take('e', 'E') && !scan_exponent(source, result)) return false;
  return source.at_end();
}

bool scan_hex(std::string_view text, scanned& result) {
  scanner source(text);
  result.negative = source.take_sign();
  if (!source.take('0', '0') || !source.take('x', 'X')) return false;
  if (!scan_significand(source, is_hex_digit, result)) return false;
  return source.take('p', 'P') && scan_exponent(source, result) && source.at_end();
}

// Digits without zeros at either end, standing for 0.d1d2...dn * base^point; empty for zero.
struct digit_string {
  std::string digits;
  std::int64_t point;
};

digit_string trimmed(const scanned& number) {
  std::string digits(number.integer);
  digits += number.fraction;
  const std::size_t first = digits.find_first_not_of('0');
  if (first == std::string::npos) return {"", 0};
  digits.erase(digits.find_last_not_of('0') + 1);
  digits.erase(0, first);
  return {std::move(digits), static_cast<std::int64_t>(number.integer.size()) - static_cast<std::int64_t>(first)};
}

[[noreturn]] void refuse(std::string_view text, const char* why) {
  throw input_error("\"" + printable(text) + "\" " + why);
}

double parse_decimal(std::string_view text, mpfr_rnd_t direction) {
  scanned number;
  if (!scan_decimal(text, number)) refuse(text, "is not a decimal number: write digits, as in -12.5e-3");
  const auto [digits, point] = trimmed(number);
  if (digits.empty()) return 0;
  // Where only the size matters, a stand-in beyond the same end of binary64's range rounds to the same result.
  const std::int64_t scale = number.exponent + point;
  std::string normal = number.negative ? "-" : "";
  if (scale > 400)
    normal += "1e400";
  else if (scale < -400)
    normal += "1e-400";
  else
    normal += digits + "e" + std::to_string(scale - static_cast<std::int64_t>(digits.size()));
  mp_float value(53);
  mpfr_strtofr(value.get(), normal.c_str(), nullptr, 10, direction);
  return mpfr_get_d(value.get(), direction) + 0.0;
}

std::string scientific(std::string_view digits, bool negative, std::int64_t exponent) {
  std::string text = negative ? "-" : "";
  text += digits.front();
  if (digits.size() > 1) text.append(".").append(digits.substr(1));
  const std::string magnitude = std::to_string(std::abs(exponent));
  text += exponent < 0 ? "e-" : "e+";
  if (magnitude.size() < 2) text += '0';
  return text + magnitude;
}

std::string print_decimal(mpfr_srcptr x, int digits, mpfr_rnd_t direction) {
  if (digits < 1) throw std::invalid_argument("a decimal number needs at least one digit");
  if (mpfr_nan_p(x)) throw std::invalid_argument("NaN is no decimal number");
  const bool negative = mpfr_signbit(x) != 0;
  if (mpfr_inf_p(x)) return negative ? "-inf" : "inf";
  if (mpfr_zero_p(x)) return "0";
  mpfr_exp_t exponent = 0;
  const std::unique_ptr<char, void (*)(char*)> text(
      mpfr_get_str(nullptr, &exponent, 10, static_cast<std::size_t>(digits), x, direction), mpfr_free_str);
  if (!text) throw std::invalid_argument("too many digits");
  return scientific(text.get() + (negative ? 1 : 0), negative, std::int64_t{exponent} - 1);
}

std::string print_decimal(double x, int digits, mpfr_rnd_t direction) {
  return print_decimal(mp_float(x, 53).get(), digits, direction);
}

} // namespace

std::string decimal_down(double x, int digits) { return print_decimal(x, digits, MPFR_RNDD); }
std::string decimal_down(mpfr_srcptr x, int digits) { return print_decimal(x, digits, MPFR_RNDD); }
std::string decimal_up(double x, int digits) { return print_decimal(x, digits, MPFR_RNDU); }
std::string decimal_up(mpfr_srcptr x, int digits) { return print_decimal(x, digits, MPFR_RNDU); }
std::string decimal_nearest(mpfr_srcptr x, int digits) { return print_decimal(x, digits, MPFR_RNDN); }

std::string plain_decimal(std::string_view decimal) {
  constexpr int most_zeros = 3;
  const std::size_t e = decimal.find('e');
  if (e == std::string_view::npos) return std::string(decimal);
  const std::size_t point = std::min(decimal.find('.'), e);
  const int exponent = std::stoi(std::string(decimal.substr(e + 1)));
  const int places = point == e ? 0 : static_cast<int>(e - point - 1);
  if (exponent < -most_zeros || exponent > places) return std::string(decimal);
  std::string digits(decimal.substr(0, e));
  if (places > 0) digits.erase(point, 1);
  const std::size_t first = point - 1;
  if (exponent < 0) return digits.insert(first, "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0'));
  return exponent == places ? digits : digits.insert(point + static_cast<std::size_t>(exponent), ".");
}

std::string hex(double x) {
  if (!std::isfinite(x)) throw std::invalid_argument("only finite numbers are written in hexadecimal");
  if (x == 0) return "0x0p+0";
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(x), &exponent);
  const auto significand = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
  std::string text = x < 0 ? "-0x1" : "0x1";
  std::uint64_t rest = significand << 12;
  if (rest != 0) text += '.';
  for (; rest != 0; rest <<= 4) text += "0123456789abcdef"[rest >> 60];
  text += exponent - 1 < 0 ? "p-" : "p+";
  return text + std::to_string(std::abs(exponent - 1));
}

double parse_hex(std::string_view text) {
  scanned number;
  if (!scan_hex(text, number)) refuse(text, "is not a hexadecimal number: write it as in -0x1.8p+0");
  const auto [digits, point] = trimmed(number);
  if (digits.empty()) return 0;
  constexpr const char* inexact = "is not exactly a binary64 number";
  if (digits.size() > 16) refuse(text, inexact);
  std::uint64_t significand = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), significand, 16);
  const int zeros = std::countr_zero(significand);
  significand >>= zeros;
  const std::int64_t exponent = number.exponent + 4 * (point - static_cast<std::int64_t>(digits.size())) + zeros;
  const int size = static_cast<int>(std::bit_width(significand));
  if (size > 53 || exponent < -1074 || exponent > 1024 - size) refuse(text, inexact);
  const double magnitude = std::ldexp(static_cast<double>(significand), static_cast<int>(exponent));
  return number.negative ? -magnitude : magnitude;
}

bool is_decimal(std::string_view text) {
  scanned number;
  return scan_decimal(text, number);
}

double parse_decimal_down(std::string_view text) { return parse_decimal(text, MPFR_RNDD); }
double parse_decimal_up(std::string_view text) { return parse_decimal(text, MPFR_RNDU); }

} // namespace mixcert
