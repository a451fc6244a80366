#include "mixcert/io/decode.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include <boost/test/unit_test.hpp>

using mixcert::decode;
using mixcert::decode_little_endian;
using mixcert::dtype;

namespace {

/// The textbook value (-1)^s · 2^(e-bias) · 1.f, or 0.f at the least exponent, by floating-point scaling.
double textbook(std::uint32_t bits, int exponent_width, int fraction_width) {
  const int bias = (1 << (exponent_width - 1)) - 1;
  const int exponent = static_cast<int>(bits >> fraction_width) & ((1 << exponent_width) - 1);
  const double fraction = std::ldexp(static_cast<double>(bits & ((1u << fraction_width) - 1)), -fraction_width);
  const double sign = bits >> (exponent_width + fraction_width) == 0 ? 1.0 : -1.0;
  if (exponent == (1 << exponent_width) - 1)
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias);
  return sign * std::ldexp(1 + fraction, exponent - bias);
}

/// Equal to the sign of zero; any NaN equals any NaN.
bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

void check_all_patterns(dtype type, int exponent_width, int fraction_width) {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const double expected = textbook(bits, exponent_width, fraction_width);
    const std::array bytes{static_cast<std::byte>(bits & 255), static_cast<std::byte>(bits >> 8)};
    if (!same(decode(type, bits), expected) || !same(decode_little_endian(type, bytes).at(0), expected))
      BOOST_ERROR("pattern " << bits << " of " << mixcert::dtype_name(type) << " is not " << expected);
  }
}

void check_f32(std::uint32_t bits) {
  const double decoded = decode(dtype::f32, bits);
  if (!same(decoded, textbook(bits, 8, 23)) || !same(decoded, std::bit_cast<float>(bits)))
    BOOST_ERROR("pattern " << bits << " of F32 became " << decoded);
}

} // namespace

BOOST_AUTO_TEST_SUITE(decode_)

BOOST_AUTO_TEST_CASE(names_and_widths) {
  BOOST_TEST(mixcert::dtype_name(dtype::f64) == "F64");
  BOOST_TEST(mixcert::dtype_name(dtype::f32) == "F32");
  BOOST_TEST(mixcert::dtype_name(dtype::bf16) == "BF16");
  BOOST_TEST(mixcert::dtype_name(dtype::f16) == "F16");
  BOOST_TEST(mixcert::dtype_bytes(dtype::f64) == 8u);
  BOOST_TEST(mixcert::dtype_bytes(dtype::f32) == 4u);
  BOOST_TEST(mixcert::dtype_bytes(dtype::bf16) == 2u);
  BOOST_TEST(mixcert::dtype_bytes(dtype::f16) == 2u);
  BOOST_CHECK_THROW(mixcert::dtype_name(static_cast<dtype>(4)), std::logic_error);
  BOOST_CHECK_THROW(mixcert::dtype_bytes(static_cast<dtype>(4)), std::logic_error);
}

BOOST_AUTO_TEST_CASE(every_f16) { check_all_patterns(dtype::f16, 5, 10); }

BOOST_AUTO_TEST_CASE(every_bf16) { check_all_patterns(dtype::bf16, 8, 7); }

BOOST_AUTO_TEST_CASE(f16_landmarks) {
  BOOST_TEST(decode(dtype::f16, 0x0001) == 0x1p-24);
  BOOST_TEST(decode(dtype::f16, 0x03ff) == 0x1.ff8p-15);
  BOOST_TEST(decode(dtype::f16, 0x0400) == 0x1p-14);
  BOOST_TEST(decode(dtype::f16, 0x3c00) == 1.0);
  BOOST_TEST(decode(dtype::f16, 0xfbff) == -65504.0);
}

BOOST_AUTO_TEST_CASE(f32_at_every_edge) {
  for (const std::uint32_t sign : {0u, 0x80000000u})
    for (std::uint32_t exponent = 0; exponent < 256; ++exponent)
      for (const std::uint32_t fraction : {0u, 1u, 2u, 0x3fffffu, 0x400000u, 0x7ffffeu, 0x7fffffu})
        check_f32(sign | exponent << 23 | fraction);
}

BOOST_AUTO_TEST_CASE(f32_subnormals) {
  BOOST_TEST(decode(dtype::f32, 1) == 0x1p-149);
  BOOST_TEST(decode(dtype::f32, 0x807fffff) == -0x1.fffffcp-127);
  for (int bit = 0; bit < 23; ++bit) BOOST_TEST(decode(dtype::f32, 1u << bit) == std::ldexp(1.0, bit - 149));
  for (std::uint32_t bits = 0; bits < 0x800000; bits += 61) check_f32(bits);
}

BOOST_AUTO_TEST_CASE(f32_at_random) {
  std::mt19937 random(1);
  for (int i = 0; i < 200'000; ++i) check_f32(static_cast<std::uint32_t>(random()));
}

BOOST_AUTO_TEST_CASE(f64_keeps_its_bits) {
  std::mt19937_64 random(2);
  for (const double x : {0.0, -0.0, 1.0, 0x1p-1074, -0x1.fffffffffffffp1023, 0x0.fffffffffffffp-1022})
    BOOST_TEST(same(decode(dtype::f64, std::bit_cast<std::uint64_t>(x)), x));
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t bits = random();
    BOOST_REQUIRE(same(decode(dtype::f64, bits), std::bit_cast<double>(bits)));
  }
}

BOOST_AUTO_TEST_CASE(bytes_at_any_alignment) {
  std::array<std::byte, 32> buffer{};
  for (std::size_t start = 0; start < 8; ++start) {
    buffer.fill(std::byte{0xee});
    // 1 + 2^-52 and -2.5, byte by byte.
    const std::array<unsigned char, 16> stored{0x01, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0x04, 0xc0};
    std::memcpy(buffer.data() + start, stored.data(), stored.size());
    const auto values = decode_little_endian(dtype::f64, std::span(buffer).subspan(start, stored.size()));
    BOOST_TEST(values == (std::vector{0x1.0000000000001p0, -2.5}), boost::test_tools::per_element());
  }
  BOOST_TEST(decode_little_endian(dtype::f32, {}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
