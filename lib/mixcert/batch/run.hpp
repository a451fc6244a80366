// A batch, by several threads.
#pragma once

#include "mixcert/batch/block_source.hpp"
#include "mixcert/batch/directory.hpp"
#include "mixcert/batch/plan.hpp"

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <vector>

namespace mixcert {

/// How a batch is done.
struct batch_options {
  std::size_t threads = 1;       ///< at least 1
  bool all_certificates = false; ///< in certificates_folder
};

/// Does the source's blocks until none is left, or until `stop` is set: then what is unfinished is left, and false
/// returned. `report` is called with the number of its states after each block, by one thread at a time. Throws what
/// the directory and the source throw.
bool run_batch(const batch_plan& plan, batch_directory& directory, const batch_options& options, block_source& source,
               const std::atomic<bool>& stop, const std::function<void(std::size_t)>& report);

/// Certificates of the states with the largest ratios among the records of all parts, in the first part, unless one of
/// them has it. False when `stop` was set meanwhile.
bool write_worst_certificates(const batch_plan& plan, const std::vector<std::filesystem::path>& parts, std::size_t most,
                              const std::atomic<bool>& stop);

} // namespace mixcert
