// Archives of arrays that NumPy saved.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mixcert/io/input_file.hpp"
#include "mixcert/io/tensor.hpp"
#include "mixcert/io/zip_directory.hpp"

namespace mixcert {

/// An .npz archive as numpy.savez writes it, read-only: a ZIP archive whose members NAME.npy are the tensors NAME.
/// Move-only; const members may be called from several threads. Every error is an input_error whose message names the
/// file, the tensor where there is one, and a remedy.
class npz_file {
 public:
  /// Opens the file and reads the archive's directory (see parse_zip_directory). Throws when it holds files, but no
  /// array.
  explicit npz_file(std::filesystem::path file);

  const std::filesystem::path& path() const { return contents_.path(); } ///< of the archive

  /// All tensors' names, sorted by byte value.
  std::vector<std::string> names() const;

  /// Throws when there is no such tensor (the message lists near names), it is compressed, encrypted or damaged (its
  /// CRC-32 is not the archive's), or parse_npy_header refuses it.
  std::vector<std::size_t> shape(std::string_view name) const;

  /// The whole tensor or a slice of it, as read_npy.
  tensor read(std::string_view name, std::span<const std::size_t> leading_index = {}) const;

 private:
  file_range member(std::string_view name) const;

  input_file contents_;
  std::map<std::string, zip_member, std::less<>> members_; ///< by tensor name
};

} // namespace mixcert
