// A batch, by several threads.
#pragma once

#include "mixcert/batch/directory.hpp"
#include "mixcert/batch/plan.hpp"

#include <atomic>
#include <cstddef>
#include <functional>

namespace mixcert {

struct batch_progress {
  std::size_t done, total; ///< states, of this shard; those done before included
  std::size_t here;        ///< done by this run
};

struct batch_options {
  std::size_t threads = 1;
  batch_shard shard;
  bool all_certificates = false; ///< in certificates_folder
};

/// Does what is left to do of the shard, until `stop` is set: then what is unfinished is left, and false returned.
/// `report` is called after each block, by one thread at a time. Throws what the directory throws.
bool run_batch(const batch_plan& plan, batch_directory& directory, const batch_options& options,
               const std::atomic<bool>& stop, const std::function<void(const batch_progress&)>& report);

/// Certificates of the states with the largest ratios among the directory's records, unless they are there. False when
/// `stop` was set meanwhile.
bool write_worst_certificates(const batch_plan& plan, const batch_directory& directory, std::size_t most,
                              const std::atomic<bool>& stop);

} // namespace mixcert
