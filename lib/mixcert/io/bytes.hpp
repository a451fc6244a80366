// Bytes of a file read as text or as a number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace mixcert {

/// The same bytes as characters; valid as long as they are.
inline std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The whole number stored in at most 8 bytes, least significant first.
inline std::uint64_t little_endian_number(std::span<const std::byte> bytes) {
  std::uint64_t number = 0;
  for (std::size_t k = 0; k < bytes.size(); ++k) number |= std::to_integer<std::uint64_t>(bytes[k]) << 8 * k;
  return number;
}

} // namespace mixcert
