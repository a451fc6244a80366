#include "scratch.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace mixcert::fuzz {
namespace {

class folder {
 public:
  folder() {
    std::string name =
        (std::filesystem::is_directory("/dev/shm") ? "/dev/shm" : "/tmp") + std::string("/mixcert-XXXXXX");
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder can be made: " + name);
    path = name;
  }
  ~folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;

  std::filesystem::path path;
};

} // namespace

const std::filesystem::path& scratch_folder() {
  static const folder made;
  return made.path;
}

std::filesystem::path scratch_file(const std::string& name, std::string_view bytes) {
  const std::filesystem::path file = scratch_folder() / name;
  std::ofstream(file, std::ios::binary) << bytes;
  return file;
}

} // namespace mixcert::fuzz
