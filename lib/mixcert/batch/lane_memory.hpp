// Memory for arrays of lanes.
#pragma once

#include "mixcert/batch/kernels.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mixcert {

/// A number of numbers that fills cache lines, at least `count`.
inline std::size_t whole_lines(std::size_t count) { return (count + 7) / 8 * 8; }

/// Room for so many numbers in each of so many lanes, on whole cache lines.
class lane_memory {
 public:
  /// `numbers` for each lane.
  lane_memory(std::size_t lanes, std::size_t numbers) : lanes_(lanes), memory_(numbers * lanes + line) {
    const std::size_t misplaced = reinterpret_cast<std::uintptr_t>(memory_.data()) / sizeof(double) % line;
    next_ = memory_.data() + (line - misplaced) % line;
  }

  /// Room for so many in each lane.
  double* numbers(std::size_t count) {
    double* const r = next_;
    next_ += count * lanes_;
    return r;
  }
  /// Room for so many balls in each lane.
  detail::lane_balls balls(std::size_t count) { return {numbers(count), numbers(count), numbers(count)}; }

 private:
  static constexpr std::size_t line = 64 / sizeof(double);
  std::size_t lanes_;
  std::vector<double> memory_;
  double* next_;
};

} // namespace mixcert
