// The certificates of a folder that are not those of a batch.
#pragma once

#include "number_json.hpp"
#include "reported_state.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace mixcert::report {

using unread_files = std::vector<std::pair<std::filesystem::path, std::string>>;

struct documents {
  std::vector<source> sources; ///< states that certificates are of, then those of each diagnosis with Jacobians
  json diagnoses = json::array(), chains = json::array(), files = json::array();
};

/// Reads each file; what is none of these certificates goes to `unread` with the reason, a refusal with its own.
documents read_documents(const std::vector<std::filesystem::path>& files, const std::filesystem::path& page_folder,
                         unread_files& unread);

} // namespace mixcert::report
