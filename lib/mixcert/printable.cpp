#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

constexpr std::size_t longest_text = 160;
constexpr std::size_t longest_shape = 16;

std::string escaped(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      out += "\\x";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    }
  }
  return out;
}

std::string joined(std::span<const std::size_t> axes) {
  std::string out;
  for (const std::size_t axis : axes) {
    if (!out.empty()) out += ',';
    out += std::to_string(axis);
  }
  return out;
}

} // namespace

std::string printable(std::string_view text) {
  if (text.size() <= longest_text) return escaped(text);
  return escaped(text.substr(0, longest_text / 2)) + "..." + escaped(text.substr(text.size() - longest_text / 2));
}

std::string printable(std::span<const std::size_t> axes) {
  if (axes.size() <= longest_shape) return '[' + joined(axes) + ']';
  return '[' + joined(axes.first(longest_shape / 2)) + ",...," + joined(axes.last(longest_shape / 2)) + ']';
}

} // namespace mixcert
