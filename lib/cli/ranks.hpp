// Processes that a launcher such as mpirun has started together, at work on one batch.
#pragma once

#include "mixcert/batch/block_source.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mixcert::cli {

/// Why a command ends, and with which exit status.
struct ending {
  int status;
  std::string message;
};

/// All members but rank() and size() are called by every process, in the same order, and return on all of them.
class ranks {
 public:
  virtual ~ranks() = default;
  virtual std::size_t rank() const = 0;
  virtual std::size_t size() const = 0;

  /// The ending of the first process that has one.
  virtual std::optional<ending> first(const std::optional<ending>& mine) = 0;
  /// What is true on some process becomes true on all. Every process has as many.
  virtual void unite(std::vector<bool>& marks) = 0;
  /// Whether all processes have the same text.
  virtual bool agree(const std::string& text) = 0;
  /// Runs `work` on every process, with a source of these blocks (those of process 0 count) in which each is once.
  /// `work` may use the source in several threads; where it returns false or throws, nothing is left for the others.
  virtual void share(std::vector<std::size_t> blocks, const std::function<bool(block_source&)>& work) = 0;

  /// Runs `step` on every process; throws the first one's ending, the same on all, where it throws.
  void together(const std::function<void()>& step);
};

/// A process of its own.
std::unique_ptr<ranks> alone();

/// How many processes the launcher has started, 1 without one.
std::size_t launched_processes();

/// Those that the launcher has started. Throws input_error where this build has no MPI. Once at most.
std::unique_ptr<ranks> connected(std::size_t processes);

} // namespace mixcert::cli
