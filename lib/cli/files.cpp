#include "commands.hpp"

#include "mixcert/error.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace mixcert::cli {

void write_file(const std::string& path, const std::string& text) {
  const std::string temporary = path + ".part" + std::to_string(getpid());
  {
    std::ofstream out(temporary, std::ios::binary);
    out << text;
    out.flush();
    if (!out) {
      std::remove(temporary.c_str());
      throw input_error(path + ": cannot be written; is the folder there, writable and not full?");
    }
  }
  std::error_code error;
  std::filesystem::rename(temporary, path, error);
  if (!error)
    return;
  std::remove(temporary.c_str());
  throw input_error(path + ": cannot be written: " + error.message());
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in && std::filesystem::is_regular_file(path))
    text << in.rdbuf();
  if (!in || !std::filesystem::is_regular_file(path))
    throw input_error(path + ": cannot be read; is it a file?");
  return std::move(text).str();
}

} // namespace mixcert::cli
