#include "support/reference_matrices.hpp"

#include "support/shared_data.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

namespace mixcert::test {
namespace {

std::vector<std::filesystem::path> saved_arrays() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(shared_file("oracles/matrices")))
    if (entry.path().extension() == ".npy") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

} // namespace

std::vector<reference_matrix> reference_matrices() {
  std::vector<reference_matrix> matrices;
  for (const std::filesystem::path& file : saved_arrays()) {
    std::ifstream described(std::filesystem::path(file).replace_extension(".json"));
    if (!described) continue;
    const auto document = nlohmann::json::parse(described);
    reference_matrix matrix{file, document.at("shape"), document.value("dtype", ""), {}};
    if (document.contains("sigma"))
      for (const std::string sigma : document.at("sigma")) matrix.singular_values.push_back(std::stold(sigma));
    matrices.push_back(std::move(matrix));
  }
  return matrices;
}

std::vector<std::filesystem::path> unreadable_matrices() {
  std::vector<std::filesystem::path> files = saved_arrays();
  std::erase_if(files, [](const std::filesystem::path& file) { return !file.filename().string().starts_with("bad_"); });
  return files;
}

} // namespace mixcert::test
