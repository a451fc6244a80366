// A batch, by one process or by the ranks of several.
#pragma once

#include "ranks.hpp"

#include "mixcert/batch/directory.hpp"
#include "mixcert/batch/job.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace mixcert::cli {

struct batch_request {
  std::vector<batch_entry> entries;
  std::filesystem::path output;
  batch_shard shard;
  std::string certificates;           ///< "all", "worst:K" or "none"
  std::size_t worst_certificates = 0; ///< K, or 0
  std::size_t threads = 1, block = 0, worst = 5;
  bool resume = false, hash = false, json = false, quiet = false;
};

/// Certifies all states and says what they come to. Returns the exit status: 0, 3 where a state failed, 130 where a
/// signal stopped it. Every rank calls it; only rank 0 prints. Throws an ending, the same on all ranks.
int run_batch_request(const batch_request& request, ranks& processes);

} // namespace mixcert::cli
