#include "mixcert/io/decode.hpp"

#include <bit>
#include <limits>
#include <stdexcept>

namespace mixcert {

namespace {

static_assert(std::numeric_limits<double>::is_iec559 && sizeof(double) == 8);

/// An IEEE-style format: sign, biased exponent, fraction, from the top down.
template <int exponent_width, int fraction_width> double widen(std::uint64_t bits) {
  static_assert(exponent_width < 11 && fraction_width < 52, "every number, subnormals included, is a normal binary64");
  constexpr std::uint64_t exponent_mask = (std::uint64_t{1} << exponent_width) - 1;
  constexpr std::uint64_t fraction_mask = (std::uint64_t{1} << fraction_width) - 1;
  constexpr int rebias = 1023 - ((1 << (exponent_width - 1)) - 1);

  const std::uint64_t sign = bits >> (exponent_width + fraction_width) & 1;
  const std::uint64_t exponent = bits >> fraction_width & exponent_mask;
  std::uint64_t fraction = bits & fraction_mask;

  std::uint64_t wide_exponent = 0;
  if (exponent == exponent_mask) {
    wide_exponent = 0x7ff;
  } else if (exponent != 0) {
    wide_exponent = exponent + rebias;
  } else if (fraction != 0) {
    const int shift = std::countl_zero(fraction) - (63 - fraction_width);
    fraction = fraction << shift & fraction_mask;
    wide_exponent = static_cast<std::uint64_t>(rebias + 1 - shift);
  }
  return std::bit_cast<double>(sign << 63 | wide_exponent << 52 | fraction << (52 - fraction_width));
}

double decode_f64(std::uint64_t bits) { return std::bit_cast<double>(bits); }
double decode_f32(std::uint64_t bits) { return widen<8, 23>(bits); }
double decode_bf16(std::uint64_t bits) { return widen<8, 7>(bits); }
double decode_f16(std::uint64_t bits) { return widen<5, 10>(bits); }

template <std::size_t width, double (*decode_one)(std::uint64_t)>
std::vector<double> decode_all(std::span<const std::byte> bytes) {
  std::vector<double> values(bytes.size() / width);
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < width; ++k) bits |= std::to_integer<std::uint64_t>(bytes[i * width + k]) << 8 * k;
    values[i] = decode_one(bits);
  }
  return values;
}

[[noreturn]] void not_a_dtype() { throw std::logic_error("decode: not one of the four stored types"); }

} // namespace

std::size_t dtype_bytes(dtype type) {
  switch (type) {
  case dtype::f64:
    return 8;
  case dtype::f32:
    return 4;
  case dtype::bf16:
  case dtype::f16:
    return 2;
  }
  not_a_dtype();
}

double decode(dtype type, std::uint64_t bits) {
  switch (type) {
  case dtype::f64:
    return decode_f64(bits);
  case dtype::f32:
    return decode_f32(bits);
  case dtype::bf16:
    return decode_bf16(bits);
  case dtype::f16:
    return decode_f16(bits);
  }
  not_a_dtype();
}

std::vector<double> decode_little_endian(dtype type, std::span<const std::byte> bytes) {
  switch (type) {
  case dtype::f64:
    return decode_all<8, decode_f64>(bytes);
  case dtype::f32:
    return decode_all<4, decode_f32>(bytes);
  case dtype::bf16:
    return decode_all<2, decode_bf16>(bytes);
  case dtype::f16:
    return decode_all<2, decode_f16>(bytes);
  }
  not_a_dtype();
}

} // namespace mixcert
