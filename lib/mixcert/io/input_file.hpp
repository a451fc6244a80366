// A file of which only the ranges asked for are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "mixcert/error.hpp"

namespace mixcert {

/// A file that cannot be read now, and might be another time.
class unreadable_input : public input_error {
 public:
  using input_error::input_error;
};

/// A regular file opened for reading. Move-only; const members may be called from several threads. Every error is an
/// unreadable_input that names the file.
class input_file {
 public:
  /// Throws when the file is missing, unreadable, a directory or otherwise not a regular file.
  explicit input_file(std::filesystem::path file);
  input_file(input_file&& other) noexcept;
  input_file& operator=(input_file&& other) noexcept;
  ~input_file();

  const std::filesystem::path& path() const { return path_; } ///< as it was given

  /// In bytes, when it was opened.
  std::size_t size() const { return then_.size; }

  /// Exactly these bytes; no others are read. Throws when the disk fails or the file has become shorter.
  /// Precondition: begin + count <= size().
  std::vector<std::byte> read(std::size_t begin, std::size_t count) const;

  /// Throws when the file was written to or cut since it was opened. A file replaced by renaming is no change: the old
  /// one stays open.
  void require_unchanged() const;

 private:
  struct status {
    std::size_t size = 0;                      ///< bytes
    std::int64_t seconds = 0, nanoseconds = 0; ///< of the last change
    bool operator==(const status&) const = default;
  };
  status status_now() const;

  std::filesystem::path path_;
  int descriptor_ = -1;
  status then_;
};

/// Part of an open file, such as a member of an archive, whose places are counted from its own beginning.
class file_range {
 public:
  explicit file_range(const input_file& file) : file_range(file, 0, file.size()) {} ///< all of it
  /// Precondition: begin + size <= file.size(), and the file outlives the range.
  /// `size` bytes from `begin` on.
  file_range(const input_file& file, std::size_t begin, std::size_t size) : file_(&file), begin_(begin), size_(size) {}

  std::size_t size() const { return size_; } ///< bytes

  /// As input_file::read.
  std::vector<std::byte> read(std::size_t begin, std::size_t count) const { return file_->read(begin_ + begin, count); }

  /// At most this many of the first bytes.
  std::vector<std::byte> first(std::size_t most) const { return read(0, most < size_ ? most : size_); }

 private:
  const input_file* file_;
  std::size_t begin_, size_;
};

} // namespace mixcert
