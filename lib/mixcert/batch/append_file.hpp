// A file that grows.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace mixcert {

/// Opened for writing, created where it is missing. Move-only. Every error is an input_error that names the file and
/// what the system says.
class append_file {
 public:
  explicit append_file(std::filesystem::path file); ///< opened, and made if need be; throws input_error
  /// The other has no file then.
  append_file(append_file&& other) noexcept;
  append_file& operator=(append_file&& other) noexcept;
  ~append_file();

  std::size_t size() const { return size_; } ///< bytes
  void append(std::string_view bytes);       ///< at the end
  /// In place of as many bytes at `begin`.
  void overwrite(std::size_t begin, std::string_view bytes);
  void truncate(std::size_t size);
  /// Until this returns, what was written may be lost when the machine stops.
  void sync();
  /// False where another process holds it; until the file is closed.
  bool lock();

 private:
  [[noreturn]] void refuse() const;
  void write(std::size_t begin, std::string_view bytes);

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::size_t size_ = 0;
};

/// Makes names in the folder last, as append_file::sync does contents.
void sync_folder(const std::filesystem::path& folder);

/// Writes the whole file or nothing, and makes it last.
void write_whole(const std::filesystem::path& file, std::string_view bytes);

} // namespace mixcert
