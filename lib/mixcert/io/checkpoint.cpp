#include "mixcert/io/checkpoint.hpp"

#include <system_error>
#include <utility>

#include "mixcert/error.hpp"
#include "mixcert/io/checkpoint_index.hpp"
#include "mixcert/io/near_names.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

bool is_index(const input_file& file) {
  constexpr std::size_t beginning = 64;
  return is_safetensors_index(file_range(file).first(beginning)) || file.path().extension() == ".json";
}

} // namespace

checkpoint::checkpoint(std::filesystem::path file) : path_(std::move(file)) {
  const input_file contents(path_);
  has_index_ = is_index(contents);
  if (!has_index_) {
    shard& only = shards_.emplace("", shard{path_, std::make_unique<const safetensors_file>(path_)}).first->second;
    for (const std::string& name : only.file->names()) shard_of_.emplace(name, &only);
    return;
  }
  for (const auto& [name, file_name] : parse_checkpoint_index(contents)) {
    const auto place = shards_.try_emplace(file_name, shard{path_.parent_path() / file_name, nullptr}).first;
    shard_of_.emplace(name, &place->second);
  }
}

std::vector<std::filesystem::path> checkpoint::files() const {
  std::vector<std::filesystem::path> files;
  if (has_index_) files.push_back(path_);
  for (const auto& [name, part] : shards_) files.push_back(part.path);
  return files;
}

std::vector<std::string> checkpoint::names() const {
  std::vector<std::string> names;
  names.reserve(shard_of_.size());
  for (const auto& [name, holder] : shard_of_) names.push_back(name);
  return names;
}

const std::filesystem::path& checkpoint::file_of(std::string_view name) const { return find(name).path; }

const std::vector<std::size_t>& checkpoint::shape(std::string_view name) const { return opened(name).shape(name); }

tensor checkpoint::read(std::string_view name, std::span<const std::size_t> leading_index, digest sha256) const {
  return opened(name).read(name, leading_index, sha256);
}

checkpoint::shard& checkpoint::find(std::string_view name) const {
  const auto found = shard_of_.find(name);
  if (found == shard_of_.end()) refuse_unknown_tensor(path_, name, names());
  return *found->second;
}

const safetensors_file& checkpoint::opened(std::string_view name) const {
  shard& holder = find(name);
  const std::scoped_lock lock(opening_);
  if (!holder.file) {
    std::error_code error;
    if (!std::filesystem::exists(holder.path, error) && !error)
      throw input_error(tensor_label(holder.path, name) + "should be in this file, says the index " + path_.string() +
                        ", but there is no such file; download it too, beside the index");
    holder.file = std::make_unique<const safetensors_file>(holder.path);
  }
  if (!holder.file->contains(name))
    throw input_error(
        tensor_label(holder.path, name) + "should be in this file, says the index " + path_.string() +
        ", but is not; the two are of different checkpoints, or the index is damaged: download both again");
  return *holder.file;
}

} // namespace mixcert
