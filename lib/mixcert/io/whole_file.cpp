#include "mixcert/io/whole_file.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/bytes.hpp"
#include "mixcert/io/input_file.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <unistd.h>
#include <vector>

namespace mixcert {
namespace {

/// The file itself, or the one that a link leads to.
std::string target_of(const std::string& path) {
  std::error_code error;
  const bool exists = std::filesystem::exists(path, error);
  if (!exists && std::filesystem::is_symlink(path, error))
    throw input_error(path + ": is a link to nothing; name a file to write");
  if (exists && !std::filesystem::is_regular_file(path, error))
    throw input_error(path + ": is no regular file; name a file to write");
  return exists ? std::filesystem::canonical(path, error).string() : path;
}

std::string temporary_of(const std::string& target) { return target + ".part" + std::to_string(getpid()); }

void write_temporary(const std::string& temporary, const std::string& text, const std::string& path) {
  std::ofstream out(temporary, std::ios::binary);
  out << text;
  out.flush();
  if (out) return;
  std::remove(temporary.c_str());
  throw input_error(path + ": cannot be written; is the folder there, writable and not full?");
}

} // namespace

void write_file(const std::string& path, const std::string& text) {
  const std::string target = target_of(path), temporary = temporary_of(target);
  write_temporary(temporary, text, path);
  std::error_code error;
  std::filesystem::rename(temporary, target, error);
  if (!error) return;
  std::remove(temporary.c_str());
  throw input_error(path + ": cannot be written: " + error.message());
}

void require_writable(const std::string& path) {
  const std::string temporary = temporary_of(target_of(path));
  write_temporary(temporary, "", path);
  std::remove(temporary.c_str());
}

void require_writable_folder(const std::string& folder) {
  const std::string temporary = temporary_of((std::filesystem::path(folder) / "").string());
  write_temporary(temporary, "", folder);
  std::remove(temporary.c_str());
}

std::string read_file(const std::string& path) {
  const input_file file(path);
  const std::vector<std::byte> bytes = file.read(0, file.size());
  file.require_unchanged();
  return std::string(as_text(bytes));
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  return std::filesystem::equivalent(a, b, error) && !error;
}

} // namespace mixcert
