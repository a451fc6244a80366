#include "mixcert/proof/decimal.hpp"

#include "mixcert/scalar/decimal.hpp"

#include <algorithm>
#include <cctype>

namespace mixcert::proof {
namespace {

constexpr std::size_t long_number = 24, group_length = 10;

std::string grouped(std::string_view digits, std::string_view group) {
  if (digits.size() <= long_number) return std::string(digits);
  std::string r;
  std::size_t count = 0;
  for (const char c : digits) {
    if (count == group_length) {
      r += group;
      count = 0;
    }
    r += c;
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) ++count;
  }
  return r;
}

} // namespace

std::string in_math(std::string_view decimal, std::string_view group) {
  constexpr std::size_t longest_exponent = 6;
  std::size_t e = std::min(decimal.find_first_of("eE"), decimal.size());
  const std::string text = decimal.size() - e <= longest_exponent ? plain_decimal(decimal) : std::string(decimal);
  e = text.find_first_of("eE");
  if (e == std::string::npos) return grouped(text, group);
  std::string_view exponent(text);
  exponent.remove_prefix(e + 1);
  const bool is_negative = exponent.starts_with('-');
  if (is_negative || exponent.starts_with('+')) exponent.remove_prefix(1);
  exponent.remove_prefix(std::min(exponent.find_first_not_of('0'), exponent.size()));
  std::string digits = grouped(std::string_view(text).substr(0, e), group);
  if (exponent.empty()) return digits;
  return digits + "\\cdot10^{" + (is_negative ? "-" : "") + std::string(exponent) + "}";
}

} // namespace mixcert::proof
