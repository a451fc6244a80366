// Where the workers of a batch get their blocks.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace mixcert {

/// Says which block is to be done next.
class block_source {
 public:
  virtual ~block_source() = default; ///< without effect
  /// A block that nobody else gets, or nothing where none is left. May be called from several threads.
  virtual std::optional<std::size_t> next() = 0;
};

/// Blocks in the order in which they are given.
class block_queue final : public block_source {
 public:
  /// Those that are not done yet.
  explicit block_queue(std::vector<std::size_t> blocks) : blocks_(std::move(blocks)) {}

  std::optional<std::size_t> next() override {
    if (closed_) return std::nullopt;
    const std::size_t at = next_++;
    return at < blocks_.size() ? std::optional(blocks_[at]) : std::nullopt;
  }

  /// From now on nothing is left.
  void close() { closed_ = true; }

 private:
  std::vector<std::size_t> blocks_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> closed_ = false;
};

} // namespace mixcert
