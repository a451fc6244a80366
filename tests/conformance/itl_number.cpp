#include "itl_number.hpp"

#include "mixcert/error.hpp"

#include <charconv>
#include <limits>
#include <string>

namespace mixcert::test {

namespace {

// from_chars rounds to nearest in every locale. It also reads words such as `inf`, so the characters are looked at
// first.
std::optional<double> nearest(std::string_view digits, std::string_view characters, std::chars_format format) {
  if (digits.starts_with('-') || digits.find_first_not_of(characters) != std::string_view::npos) return std::nullopt;
  const char* const end = digits.data() + digits.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(digits.data(), end, value, format);
  if (error == std::errc::result_out_of_range) throw input_error(std::string(digits) + " is out of range");
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::optional<double> unsigned_number(std::string_view word) {
  if (word == "infinity") return std::numeric_limits<double>::infinity();
  if (word.starts_with("0x") || word.starts_with("0X"))
    return nearest(word.substr(2), "0123456789abcdefABCDEF.pP+-", std::chars_format::hex);
  return nearest(word, "0123456789.eE+-", std::chars_format::general);
}

} // namespace

std::optional<double> itl_number(std::string_view word) {
  if (word == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (word.starts_with('+')) return unsigned_number(word.substr(1));
  if (!word.starts_with('-')) return unsigned_number(word);
  const std::optional<double> opposite = unsigned_number(word.substr(1));
  return opposite ? std::optional(-*opposite) : std::nullopt;
}

} // namespace mixcert::test
