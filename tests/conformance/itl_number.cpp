#include "itl_number.hpp"

#include "mixcert/error.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <charconv>
#include <limits>
#include <string>

namespace mixcert::test {

namespace {

// from_chars rounds to nearest in every locale, but it knows neither plus nor 0x.
std::optional<double> nearest_magnitude(std::string_view digits, std::chars_format format) {
  const char* const end = digits.data() + digits.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(digits.data(), end, value, format);
  if (error == std::errc::result_out_of_range) throw input_error(std::string(digits) + " is out of range");
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::optional<double> magnitude(std::string_view word) {
  if (word == "infinity") return std::numeric_limits<double>::infinity();
  if (is_decimal(word)) return nearest_magnitude(word, std::chars_format::general);
  constexpr std::string_view hexadecimal_characters = "0123456789abcdefABCDEF.pP+-";
  const bool prefixed = word.starts_with("0x") || word.starts_with("0X");
  if (!prefixed || word.substr(2).find_first_not_of(hexadecimal_characters) != std::string_view::npos)
    return std::nullopt;
  return nearest_magnitude(word.substr(2), std::chars_format::hex);
}

} // namespace

std::optional<double> itl_number(std::string_view word) {
  if (word == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (word.starts_with('+')) return magnitude(word.substr(1));
  if (!word.starts_with('-')) return magnitude(word);
  const std::optional<double> opposite = magnitude(word.substr(1));
  return opposite ? std::optional(-*opposite) : std::nullopt;
}

} // namespace mixcert::test
