// Random finite binary64 numbers where rounding is interesting.
#pragma once

#include "exact.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>

class number_source {
 public:
  explicit number_source(std::uint64_t seed) : engine_(seed) {}

  std::int64_t integer(std::int64_t least, std::int64_t greatest) {
    return std::uniform_int_distribution<std::int64_t>(least, greatest)(engine_);
  }

  double uniform(double least, double greatest) {
    return std::uniform_real_distribution<double>(least, greatest)(engine_);
  }

  /// Of the full exponent range, subnormal, next to a power of two, with few bits, or next to an end of the range.
  double any() {
    const int exponent = static_cast<int>(integer(-1074, 1020));
    switch (integer(0, 9)) {
    case 0:
      return with_sign(std::ldexp(static_cast<double>(integer(0, (std::int64_t{1} << 52) - 1)), -1074));
    case 1:
      return with_sign(near_power_of_two(exponent));
    case 2:
      return std::ldexp(static_cast<double>(integer(-7, 7)), exponent);
    case 3:
      return with_sign(std::bit_cast<double>(std::bit_cast<std::int64_t>(exact::largest) - integer(0, 3)));
    case 4:
      return std::ldexp(static_cast<double>(integer(-5, 5)), -1074);
    default:
      return with_exponent(static_cast<int>(integer(-1022, 1023)));
    }
  }

  /// Two numbers, often so that a sum cancels or ties, or a product or quotient meets an end of the range.
  std::pair<double, double> pair() {
    const double a = any();
    const int exponent = a == 0 ? 0 : std::ilogb(a);
    switch (integer(0, 5)) {
    case 0:
      return {a, near_exponent(exponent + integer(-56, 56))};
    case 1:
      return {a, near_exponent(integer(-1080, -940) - exponent)};
    case 2:
      return {a, near_exponent(exponent - integer(-1080, -940))};
    case 3:
      return {a, near_exponent(integer(1018, 1025) - exponent)};
    case 4:
      return {a, near_exponent(exponent - integer(1018, 1025))};
    default:
      return {a, any()};
    }
  }

 private:
  double with_sign(double x) { return integer(0, 1) == 0 ? x : -x; }
  double near_power_of_two(int exponent) {
    const double power = std::ldexp(1.0, exponent);
    const double neighbour = std::nextafter(power, integer(0, 1) == 0 ? 0 : exact::largest);
    return integer(0, 2) == 0 ? power : neighbour;
  }
  double with_exponent(int exponent) { return with_sign(std::ldexp(uniform(1, 2), exponent)); }
  double near_exponent(std::int64_t exponent) {
    const int clamped = static_cast<int>(std::min<std::int64_t>(std::max<std::int64_t>(exponent, -1074), 1023));
    return integer(0, 2) == 0 ? with_sign(near_power_of_two(clamped)) : with_exponent(clamped);
  }

  std::mt19937_64 engine_;
};
