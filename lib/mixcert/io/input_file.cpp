#include "mixcert/io/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mixcert {

namespace {

constexpr std::size_t longest_read = std::size_t{1} << 30; // Linux reads less than 2 GiB at once

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what) {
  throw unreadable_input(file.string() + ": " + what);
}

[[noreturn]] void refuse_unreadable(const std::filesystem::path& file, int error) {
  if (error == ENOENT || error == ENOTDIR) refuse(file, "no such file; check the path");
  refuse(file, "cannot be read (" + std::generic_category().message(error) + "); check its permissions and its disk");
}

[[noreturn]] void refuse_changed(const std::filesystem::path& file) {
  refuse(file, "changed while it was being read; wait until nothing writes to it and try again");
}

/// Without O_NONBLOCK, opening a pipe would wait for its writer.
int open_regular(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat found {};
  if (descriptor < 0) refuse_unreadable(file, errno);
  const int error = ::fstat(descriptor, &found) == 0 ? 0 : errno;
  if (error == 0 && S_ISREG(found.st_mode)) return descriptor;
  ::close(descriptor);
  if (error != 0) refuse_unreadable(file, error);
  if (S_ISDIR(found.st_mode)) refuse(file, "is a directory; name a file in it");
  refuse(file, "is not a regular file, of which parts could be read; save its contents to a file first");
}

} // namespace

input_file::input_file(std::filesystem::path file) : path_(std::move(file)), descriptor_(open_regular(path_)) {
  try {
    then_ = status_now();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

input_file::input_file(input_file&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)), then_(other.then_) {}

input_file& input_file::operator=(input_file&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(then_, other.then_);
  return *this;
}

input_file::~input_file() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::vector<std::byte> input_file::read(std::size_t begin, std::size_t count) const {
  std::vector<std::byte> bytes(count);
  for (std::size_t done = 0; done < count;) {
    const std::size_t wanted = std::min(count - done, longest_read);
    const ssize_t got = ::pread(descriptor_, bytes.data() + done, wanted, static_cast<off_t>(begin + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse_unreadable(path_, errno);
    if (got == 0) refuse_changed(path_);
    done += static_cast<std::size_t>(got);
  }
  return bytes;
}

void input_file::require_unchanged() const {
  if (status_now() != then_) refuse_changed(path_);
}

input_file::status input_file::status_now() const {
  struct stat now {};
  if (::fstat(descriptor_, &now) != 0) refuse_unreadable(path_, errno);
  return {static_cast<std::size_t>(now.st_size), now.st_mtim.tv_sec, now.st_mtim.tv_nsec};
}

} // namespace mixcert
