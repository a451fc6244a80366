// A file that lives as long as a test case.
#pragma once

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include <unistd.h>

namespace mixcert::test {

/// A path of its own in the temporary directory, ending in `name`; whatever is there is removed at the end.
class scratch_file {
 public:
  explicit scratch_file(std::string_view name) {
    static int count = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("mixcert-" + std::to_string(::getpid()) + '-' + std::to_string(count++) + '-' + std::string(name));
  }
  scratch_file(std::string_view name, std::string_view contents) : scratch_file(name) { write(contents); }
  scratch_file(const scratch_file&) = delete;
  scratch_file& operator=(const scratch_file&) = delete;
  ~scratch_file() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }

  void write(std::string_view contents) const {
    std::ofstream out(path_, std::ios::binary);
    out.write(contents.data(), static_cast<std::streamsize>(contents.size()));
    out.close();
    if (!out) throw std::runtime_error("cannot write " + path_.string());
  }

 private:
  std::filesystem::path path_;
};

} // namespace mixcert::test
