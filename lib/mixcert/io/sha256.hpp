// The digest that names tensors and files in a certificate.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace mixcert {

/// SHA-256 (FIPS 180-4) of the bytes: 64 lower-case hexadecimal digits.
std::string sha256_hex(std::span<const std::byte> bytes);

/// The same of the numbers as little-endian binary64, one after another, on any host.
std::string sha256_of_numbers(std::span<const double> numbers);

} // namespace mixcert
