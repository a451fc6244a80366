#include "mixcert/batch/state_blocks.hpp"

#include <algorithm>

namespace mixcert {

state_blocks::state_blocks(const std::vector<std::size_t>& counts, std::size_t length)
    : length_(length), counts_(counts), first_{0} {
  for (const std::size_t count : counts) first_.push_back(first_.back() + (count + length - 1) / length);
}

state_block state_blocks::operator[](std::size_t k) const {
  const auto after = std::upper_bound(first_.begin(), first_.end(), k);
  const auto site = static_cast<std::size_t>(after - first_.begin()) - 1;
  const std::size_t first = (k - first_[site]) * length_;
  return {site, first, std::min(length_, counts_[site] - first)};
}

} // namespace mixcert
