#include "mixcert/io/sha256.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <openssl/evp.h>

namespace mixcert {

std::string sha256_hex(std::span<const std::byte> bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1)
    throw std::runtime_error("OpenSSL offers no SHA-256");

  constexpr std::string_view digits = "0123456789abcdef";
  std::string hex;
  for (unsigned int i = 0; i < length; ++i) {
    hex += digits[digest[i] >> 4];
    hex += digits[digest[i] & 15];
  }
  return hex;
}

std::string sha256_of_numbers(std::span<const double> numbers) {
  const std::span<const std::byte> bytes = std::as_bytes(numbers);
  if constexpr (std::endian::native == std::endian::little) {
    return sha256_hex(bytes);
  } else {
    std::vector<std::byte> swapped(bytes.begin(), bytes.end());
    for (std::size_t at = 0; at < swapped.size(); at += sizeof(double))
      std::ranges::reverse(std::span(swapped).subspan(at, sizeof(double)));
    return sha256_hex(swapped);
  }
}

} // namespace mixcert
