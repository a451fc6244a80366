// Seeded random numbers that are the same on every platform.
#pragma once

#include <cstdint>
#include <random>

namespace mixcert::study {

class uniform_source {
 public:
  explicit uniform_source(std::uint64_t seed) : engine_(seed) {}

  /// Uniform on [from, to).
  double operator()(double from, double to) {
    return from + (to - from) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
  }
  /// Uniform on 0, ..., count - 1, but for a bias of count 2^-64 at most.
  std::uint64_t below(std::uint64_t count) { return engine_() % count; }

 private:
  std::mt19937_64 engine_;
};

} // namespace mixcert::study
