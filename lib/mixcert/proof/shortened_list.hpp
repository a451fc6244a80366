// Long lists in documents: what is shown of them.
#pragma once

#include <cstddef>

namespace mixcert::proof {

/// All members of a list of at most `most`, else the first and the last `kept`; 2 kept < most.
struct shortened_list {
  std::size_t size, most, kept; ///< how long it is, how much is shown whole, how many are kept at either end

  /// Whether item k is shown.
  bool is_shown(std::size_t k) const { return size <= most || k < kept || k + kept >= size; }
  /// Whether the gap begins at the k-th, counted from 0.
  bool is_gap(std::size_t k) const { return size > most && k == kept; }
  std::size_t left_out() const { return size <= most ? 0 : size - 2 * kept; } ///< how many are not shown
};

} // namespace mixcert::proof
