// Tensors by name, wherever they are.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "mixcert/io/tensor.hpp"

namespace mixcert {

/// A checkpoint's files, or arrays in memory. Every error is an input_error whose message names the tensor and a
/// remedy.
class tensor_source {
 public:
  virtual ~tensor_source() = default; ///< without effect

  /// What messages name: a file, or what stands for one.
  virtual const std::filesystem::path& path() const = 0;
  /// All tensors' names, sorted by byte value.
  virtual std::vector<std::string> names() const = 0;
  /// Of the tensor, its file (or what stands for one) and its shape; throws when there is no such tensor.
  virtual const std::filesystem::path& file_of(std::string_view name) const = 0;
  virtual const std::vector<std::size_t>& shape(std::string_view name) const = 0;
  /// The whole tensor with its SHA-256. Throws when there is no such tensor, it is of a type that is not read, or a
  /// value is not finite.
  virtual tensor whole(std::string_view name) const = 0;

 protected:
  tensor_source() = default;
  tensor_source(const tensor_source&) = default;
  tensor_source(tensor_source&&) = default;
  tensor_source& operator=(const tensor_source&) = default;
  tensor_source& operator=(tensor_source&&) = default;
};

} // namespace mixcert
