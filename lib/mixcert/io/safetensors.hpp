// Tensors of one safetensors file, read one by one.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mixcert/io/input_file.hpp"
#include "mixcert/io/safetensors_header.hpp"
#include "mixcert/io/tensor.hpp"

namespace mixcert {

/// A single safetensors file (see checkpoint for several with their index), read-only. Move-only; const members may be
/// called from several threads. Every error is an input_error whose message names the file, the tensor where there is
/// one, and a remedy.
class safetensors_file {
 public:
  /// Opens and checks the header (see parse_safetensors_header); tensor data are not read.
  explicit safetensors_file(std::filesystem::path file);

  const std::filesystem::path& path() const { return contents_.path(); } ///< of the file

  /// All tensors' names, sorted by byte value.
  std::vector<std::string> names() const;
  bool contains(std::string_view name) const;

  /// The strings of __metadata__; empty when the file has none.
  const std::map<std::string, std::string>& metadata() const { return header_.metadata; }

  /// Throws when there is no such tensor (the message lists near names).
  const std::vector<std::size_t>& shape(std::string_view name) const;

  /// Throws when there is no such tensor, or it is of a type other than F64, F32, BF16, F16.
  dtype type(std::string_view name) const;

  /// The whole tensor or, with a leading index, the slice it picks: from shape [a,b,n,d], index {i,j} gives shape
  /// [n,d], and a complete index gives shape [] with one value. Values are exact and finite; sha256 is that of the
  /// slice's own bytes; only those bytes of the file are read. Throws when there is no such tensor, it is of another
  /// type, the index is longer than the shape or out of range, a value is NaN or infinite (the message gives its index
  /// in the whole tensor), or the file changed since it was opened.
  tensor read(std::string_view name, std::span<const std::size_t> leading_index = {},
              digest sha256 = digest::computed) const;

 private:
  [[noreturn]] void refuse(std::string_view name, const std::string& what) const;
  const safetensors_entry& entry(std::string_view name) const;

  input_file contents_;
  safetensors_header header_;
};

} // namespace mixcert
