// The parts of a batch, put together.
#pragma once

#include "mixcert/batch/batch_summary.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace mixcert {

/// All rows of the folders that one job has written, or is writing, site by site; a block that several have counts
/// once.
batch_summary summary_of_parts(const std::vector<std::filesystem::path>& folders, std::size_t worst);

/// Writes records.jsonl and spectra.npy, sorted by site and state, the certificates and manifest.json to `output`. The
/// bytes depend on the job alone: not on parts, threads, interruptions, or the length of blocks. Every sum is compared.
/// Throws input_error when the folders are not of one job, a state is missing, a file is damaged, or `output` has
/// something in it.
batch_summary merge_batches(const std::vector<std::filesystem::path>& folders, const std::filesystem::path& output,
                            std::size_t worst);

} // namespace mixcert
