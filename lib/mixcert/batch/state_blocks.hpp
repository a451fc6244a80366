// States of many sites, numbered in blocks.
#pragma once

#include <cstddef>
#include <vector>

namespace mixcert {

/// States `first` to `first + count - 1` of a site.
struct state_block {
  std::size_t site, first, count; ///< number of the site, of its first state, and how many states
};

/// Site by site, of each its states in order, so many a block; the last block of a site may have less.
class state_blocks {
 public:
  /// `counts`: how many states each site has. Requires length >= 1.
  state_blocks(const std::vector<std::size_t>& counts, std::size_t length);
  std::size_t size() const { return first_.back(); }
  /// Requires k < size().
  state_block operator[](std::size_t k) const;

 private:
  std::size_t length_;
  std::vector<std::size_t> counts_, first_; ///< the first block of each site, and one more
};

} // namespace mixcert
