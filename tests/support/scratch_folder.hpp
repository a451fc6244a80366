// A folder that lives as long as a test case.
#pragma once

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "support/scratch_file.hpp"

namespace mixcert::test {

class scratch_folder {
 public:
  scratch_folder() { std::filesystem::create_directory(path()); }

  const std::filesystem::path& path() const { return place_.path(); }

  /// Writes a file in the folder and returns its path.
  std::filesystem::path write(const std::string& name, std::string_view contents) const {
    std::filesystem::path file = path() / name;
    std::ofstream out(file, std::ios::binary);
    out.write(contents.data(), static_cast<std::streamsize>(contents.size()));
    out.close();
    if (!out) throw std::runtime_error("cannot write " + file.string());
    return file;
  }

 private:
  scratch_file place_{"folder"};
};

} // namespace mixcert::test
