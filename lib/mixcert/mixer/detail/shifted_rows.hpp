// Entries of H that do not change when a number is added to all logits of a row, as after a softmax of rows.
#pragma once

#include "mixcert/mixer/detail/whole_state.hpp"

#include <string>
#include <vector>

namespace mixcert {

/// Adds to a router of n streams the differences NAME[j,k]-NAME[j,0] of its n^2 weights from `first` on, weight (j, k)
/// at first + j n + k. Returns n^2 indices, `none` for k = 0.
template <class S>
std::vector<std::size_t> add_differences_in_rows(whole_state_router<S>& router, const std::string& name,
                                                 std::size_t first) {
  const std::size_t n = router.streams();
  const auto label = [&](std::size_t j, std::size_t k) {
    return name + "[" + std::to_string(j) + "," + std::to_string(k) + "]";
  };
  std::vector<std::size_t> r(n * n, router.none);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 1; k < n; ++k)
      r[j * n + k] = router.add_difference(label(j, k) + "-" + label(j, 0), first + j * n + k, first + j * n);
  return r;
}

/// Sets the derivatives of an entry of H by its n^2 logits scale m + base, and with them those by the m of these
/// differences.
template <class S>
void add_shifted_rows(const context<S>& context, whole_state_outputs<S>& outputs, std::size_t entry,
                      const std::vector<S>& slopes, const std::vector<std::size_t>& differences, double scale) {
  for (std::size_t l = 0; l < slopes.size(); ++l) {
    outputs.dH_dlogits(entry, l) = slopes[l];
    if (differences[l] != whole_state_router<S>::none)
      outputs.dH(entry, differences[l]) = slopes[l] * context.exact(scale);
  }
}

} // namespace mixcert
