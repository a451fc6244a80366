// Stored floating-point numbers as binary64, exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mixcert/io/tensor.hpp"

namespace mixcert {

/// Bytes one number of the type takes in a file.
std::size_t dtype_bytes(dtype type);

/// The number with these bits (in the low 8·dtype_bytes(type) bits; higher ones are ignored). Exact for every pattern:
/// subnormals, signed zeros and infinities included; a NaN stays a NaN. Integer operations only, so neither the
/// compiler's types nor flush-to-zero modes have a say.
double decode(dtype type, std::uint64_t bits);

/// The numbers stored one after another, least significant byte first, at any alignment, on any host.
/// Precondition: bytes.size() is a multiple of dtype_bytes(type).
std::vector<double> decode_little_endian(dtype type, std::span<const std::byte> bytes);

} // namespace mixcert
