// A file seen as memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace mixcert {

/// A regular file mapped read-only: pages are fetched when they are touched. Move-only; the bytes stay where they are
/// until the object is destroyed.
class mapped_file {
 public:
  /// Throws input_error, naming the file, when it is missing, unreadable, a directory or otherwise not a regular file.
  explicit mapped_file(std::filesystem::path file);

  const std::filesystem::path& path() const { return path_; }

  /// Touching a page that the file has lost since it was opened ends the process, hence require_unchanged().
  std::span<const std::byte> bytes() const;

  /// Throws input_error when the file was written to or cut since it was opened. A file replaced by renaming is no
  /// change: the old one stays mapped.
  void require_unchanged() const;

 private:
  struct mapping;
  struct unmap {
    void operator()(const mapping* map) const;
  };
  std::filesystem::path path_;
  std::unique_ptr<const mapping, unmap> mapping_;
};

} // namespace mixcert
