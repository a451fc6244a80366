#include "mixcert/batch/parts.hpp"

#include <charconv>
#include <map>
#include <string>
#include <string_view>

namespace mixcert {
namespace {

constexpr std::string_view beginning = "rank-";

} // namespace

std::filesystem::path rank_folder(const std::filesystem::path& output, std::size_t rank) {
  const std::string digits = std::to_string(rank);
  return output / (std::string(beginning) + std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits);
}

std::vector<std::filesystem::path> rank_folders(const std::filesystem::path& output, std::size_t first) {
  std::map<std::size_t, std::filesystem::path> found;
  if (std::filesystem::is_directory(output))
    for (const auto& entry : std::filesystem::directory_iterator(output)) {
      const std::string name = entry.path().filename().string();
      std::size_t rank = 0;
      if (!name.starts_with(beginning)) continue;
      std::from_chars(name.data() + beginning.size(), name.data() + name.size(), rank);
      if (rank >= first && entry.path() == rank_folder(output, rank)) found.emplace(rank, entry.path());
    }
  std::vector<std::filesystem::path> r;
  for (const auto& [rank, folder] : found) r.push_back(folder);
  return r;
}

std::vector<std::filesystem::path> parts_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> r = rank_folders(folder);
  if (r.empty()) r.push_back(folder);
  return r;
}

} // namespace mixcert
