// A model's tensors, in one safetensors file or in several.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mixcert/io/safetensors.hpp"
#include "mixcert/io/tensor.hpp"
#include "mixcert/io/tensor_source.hpp"

namespace mixcert {

/// A safetensors file, or the MODEL.safetensors.index.json of a checkpoint in several (see parse_checkpoint_index); the
/// contents say which. Files that an index names are opened when one of their tensors is asked for. Const members may
/// be called from several threads. Every error is an input_error whose message names the file, the tensor where there
/// is one, and a remedy.
class checkpoint : public tensor_source {
 public:
  /// A safetensors file, or the index of several; throws input_error.
  explicit checkpoint(std::filesystem::path file);

  /// As given: the only file, or the index.
  const std::filesystem::path& path() const override { return path_; }

  /// All files, the index included, whether or not they are there.
  std::vector<std::filesystem::path> files() const;

  /// All tensors' names, sorted by byte value: as the index says, when there is one.
  std::vector<std::string> names() const override;
  bool contains(std::string_view name) const { return shard_of_.contains(name); }

  /// The file that holds the tensor. Throws when there is no such tensor.
  const std::filesystem::path& file_of(std::string_view name) const override;

  /// As those of safetensors_file; throws too when the file that an index names is missing, cannot be read, or does not
  /// hold the tensor.
  const std::vector<std::size_t>& shape(std::string_view name) const override;
  tensor read(std::string_view name, std::span<const std::size_t> leading_index = {},
              digest sha256 = digest::computed) const;
  tensor whole(std::string_view name) const override { return read(name); }

 private:
  struct shard {
    std::filesystem::path path;
    std::unique_ptr<const safetensors_file> file; ///< null until it is needed
  };
  shard& find(std::string_view name) const;
  const safetensors_file& opened(std::string_view name) const;

  std::filesystem::path path_;
  bool has_index_ = false;
  mutable std::mutex opening_;
  mutable std::map<std::string, shard> shards_; ///< by file name
  std::map<std::string, shard*, std::less<>> shard_of_;
};

} // namespace mixcert
