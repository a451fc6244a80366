// An array of many states, of which one at a time is read.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mixcert/io/address.hpp"
#include "mixcert/io/checkpoint.hpp"
#include "mixcert/io/input_file.hpp"
#include "mixcert/io/tensor.hpp"

namespace mixcert {

/// A file of arrays that is kept open: safetensors, one with its index, or .npy. Const members may be called from
/// several threads. Every error is an input_error whose message names the file and a remedy.
class state_file {
 public:
  /// Throws for files of other kinds, .npz archives among them, which are only read whole.
  explicit state_file(const std::filesystem::path& file);

  /// The tensor's name, or that of the only one.
  std::string name_of(const tensor_address& where) const;
  /// Of one array: its shape, the slice that the leading index picks, and the file it is in.
  std::vector<std::size_t> shape(const std::string& name) const;
  tensor read(const std::string& name, std::span<const std::size_t> leading_index, digest sha256) const;
  /// The one that holds the tensor.
  std::filesystem::path path_of(const std::string& name) const;

 private:
  std::unique_ptr<const checkpoint> checkpoint_; ///< or
  std::optional<input_file> npy_;
};

/// The states of an array: all axes but the last two count them, in C order, behind those that `where.index` picks
/// from.
class state_array {
 public:
  /// Throws as indices_of_states and state_file. `where` names a tensor of the file.
  state_array(std::shared_ptr<const state_file> file, const tensor_address& where);

  std::size_t count() const { return count_; }                         ///< how many states
  std::size_t streams() const { return shape_[shape_.size() - 2]; }    ///< n
  std::size_t features() const { return shape_.back(); }               ///< d
  const std::string& name() const { return name_; }                    ///< of the tensor
  const std::vector<std::size_t>& shape() const { return shape_; }     ///< of the whole array
  const std::vector<std::size_t>& picked() const { return picked_; }   ///< the leading indices that were given
  std::filesystem::path path() const { return file_->path_of(name_); } ///< the file it is in

  /// State `k` < count(), n x d; nothing else is read. Throws where a number is not finite, or the file has changed.
  tensor read(std::size_t k, digest sha256) const;

 private:
  std::shared_ptr<const state_file> file_;
  std::string name_;
  std::vector<std::size_t> shape_, picked_;
  std::size_t count_;
};

} // namespace mixcert
