#include "mixcert/certificate/checker/number.hpp"

#include "mixcert/certificate/checker/verdict.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace mixcert::checker {
namespace {

constexpr long most = 1L << 15;
constexpr std::size_t most_digits = 1U << 10;

[[noreturn]] void refuse(std::string_view text) {
  throw malformed("'" + printable(text) + "' is not a number of this format");
}

/// [sign] digits [. digits] [marker exponent], all in `base`, the exponent decimal.
struct parts {
  bool negative = false;
  std::string digits; ///< without the point
  long places = 0;    ///< how many of them behind it
  long exponent = 0;
};

parts parts_of(std::string_view text, int base, char marker) {
  const std::string_view all = text;
  const auto is_digit = [&](char c) {
    const auto u = static_cast<unsigned char>(c);
    return base == 16 ? std::isxdigit(u) != 0 : std::isdigit(u) != 0;
  };
  const auto take = [&](char c) {
    if (text.empty() || std::tolower(static_cast<unsigned char>(text.front())) != c) return false;
    text.remove_prefix(1);
    return true;
  };
  parts p;
  p.negative = take('-');
  if (!p.negative) take('+');
  if (base == 16 && !(take('0') && take('x'))) refuse(all);
  bool point = false;
  for (; !text.empty(); text.remove_prefix(1)) {
    if (text.front() == '.' && !point && !p.digits.empty()) {
      point = true;
    } else if (is_digit(text.front())) {
      if (p.digits.size() == most_digits) refuse(all);
      p.digits += text.front();
      p.places += point ? 1 : 0;
    } else {
      break;
    }
  }
  if (p.digits.empty() || (point && p.places == 0)) refuse(all);
  if (!text.empty()) {
    if (!take(marker)) refuse(all);
    const bool down = take('-');
    if (!down) take('+');
    if (text.empty() || text.size() > 6) refuse(all);
    for (const char c : text) {
      if (std::isdigit(static_cast<unsigned char>(c)) == 0) refuse(all);
      p.exponent = 10 * p.exponent + (c - '0');
    }
    if (p.exponent > most) refuse(all);
    if (down) p.exponent = -p.exponent;
  }
  return p;
}

integer digits_of(const parts& p, int base) {
  integer value;
  value.set_str(p.digits, base);
  return p.negative ? integer(-value) : value;
}

} // namespace

rational power_of_two(long exponent) {
  rational power = 1;
  const auto places = static_cast<mp_bitcnt_t>(std::labs(exponent));
  if (exponent < 0)
    mpq_div_2exp(power.get_mpq_t(), power.get_mpq_t(), places);
  else
    mpq_mul_2exp(power.get_mpq_t(), power.get_mpq_t(), places);
  return power;
}

binary64 take_apart(double x) {
  constexpr unsigned long fraction_bits = 52, exponent_mask = 0x7ff;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto biased = static_cast<long>(bits >> fraction_bits & exponent_mask);
  const auto fraction = static_cast<long>(bits & ((1UL << fraction_bits) - 1));
  if (biased == static_cast<long>(exponent_mask)) throw std::invalid_argument("not a finite number");
  const long mantissa = biased == 0 ? fraction : fraction + (1L << fraction_bits);
  constexpr long bias = 1075;
  return {bits >> 63 != 0 ? -mantissa : mantissa, std::max(biased, 1L) - bias};
}

rational exact(double x) {
  const binary64 parts = take_apart(x);
  return rational(integer(parts.mantissa)) * power_of_two(parts.exponent);
}

rational parse_decimal(std::string_view text) {
  const parts p = parts_of(text, 10, 'e');
  const long exponent = p.exponent - p.places;
  integer power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::labs(exponent)));
  const rational digits(digits_of(p, 10));
  return exponent < 0 ? rational(digits / power) : rational(digits * power);
}

rational parse_hexadecimal(std::string_view text) {
  const parts p = parts_of(text, 16, 'p');
  return rational(digits_of(p, 16)) * power_of_two(p.exponent - 4 * p.places);
}

} // namespace mixcert::checker
