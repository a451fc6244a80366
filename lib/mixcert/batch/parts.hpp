// The parts of a batch that several processes have written into one folder.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace mixcert {

/// Where process `rank` of several writes.
std::filesystem::path rank_folder(const std::filesystem::path& output, std::size_t rank);

/// The folders of ranks in `output`, or of those from `first` on, by rank.
std::vector<std::filesystem::path> rank_folders(const std::filesystem::path& output, std::size_t first = 0);

/// The folders of ranks in it, or where there are none the folder itself.
std::vector<std::filesystem::path> parts_of(const std::filesystem::path& folder);

} // namespace mixcert
