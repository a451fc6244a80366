// What several mixers declare alike.
#pragma once

#include "mixcert/mixer/mixer.hpp"

#include <cstddef>
#include <string>

namespace mixcert {

inline mixer_invariants doubly_stochastic() {
  return {.rows_sum_to_one = true, .columns_sum_to_one = true, .nonnegative = true};
}

/// Of the sums that a finite Sinkhorn iteration leaves behind: "rows" or "columns" comes first.
inline constexpr const char* other_sums_remark = " sum to one in the limit of many iterations only";

/// w1, ..., w4
inline std::string numbered(const std::string& name, std::size_t first, std::size_t count) {
  const auto at = [&](std::size_t i) { return name + std::to_string(first + i); };
  return count == 1 ? at(0) : at(0) + (count == 2 ? ", " : ", ..., ") + at(count - 1);
}

} // namespace mixcert
