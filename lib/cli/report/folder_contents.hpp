// Which files of a folder a report reads.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace mixcert::report {

struct folder_contents {
  std::vector<std::filesystem::path> batches;             ///< the parts of a batch, or one that merge wrote
  std::map<std::string, std::filesystem::path> of_states; ///< certificates of batches, by name of file
  std::vector<std::filesystem::path> documents;           ///< other .json files, sorted
};

/// Looks through the folder and those below it, but follows no links. Throws input_error unless it is a folder that can
/// be read.
folder_contents contents_of(const std::filesystem::path& folder);

} // namespace mixcert::report
