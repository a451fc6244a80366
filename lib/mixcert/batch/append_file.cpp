#include "mixcert/batch/append_file.hpp"

#include "mixcert/error.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mixcert {
namespace {

[[noreturn]] void refuse_writing(const std::filesystem::path& file, int error) {
  throw input_error(
      file.string() + ": cannot be written (" + std::generic_category().message(error) +
      "); what was written before is kept: make room, or see to the permissions, and go on with --resume");
}

} // namespace

append_file::append_file(std::filesystem::path file) : path_(std::move(file)) {
  constexpr mode_t mode = 0644;
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, mode);
  struct stat found {};
  if (descriptor_ < 0 || ::fstat(descriptor_, &found) != 0) refuse();
  size_ = static_cast<std::size_t>(found.st_size);
}

append_file::append_file(append_file&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

append_file& append_file::operator=(append_file&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  return *this;
}

append_file::~append_file() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void append_file::append(std::string_view bytes) {
  write(size_, bytes);
  size_ += bytes.size();
}

void append_file::overwrite(std::size_t begin, std::string_view bytes) { write(begin, bytes); }

void append_file::truncate(std::size_t size) {
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) refuse();
  size_ = size;
}

void append_file::sync() {
  if (::fsync(descriptor_) != 0) refuse();
}

bool append_file::lock() {
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return true;
  if (errno == EWOULDBLOCK) return false;
  throw input_error(path_.string() + ": cannot be locked (" + std::generic_category().message(errno) +
                    "); put the folder on a file system with locks, or mount this one with them");
}

void append_file::refuse() const { refuse_writing(path_, errno); }

void append_file::write(std::size_t begin, std::string_view bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t put =
        ::pwrite(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(begin + done));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) refuse();
    done += static_cast<std::size_t>(put);
  }
}

void sync_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) refuse_writing(folder, errno);
  const int error = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  if (error != 0 && error != EINVAL) refuse_writing(folder, error); // EINVAL: a file system that has nothing to sync
}

void write_whole(const std::filesystem::path& file, std::string_view bytes) {
  const std::filesystem::path part = file.string() + ".part" + std::to_string(::getpid());
  std::error_code error;
  try {
    append_file out(part);
    out.truncate(0);
    out.append(bytes);
    out.sync();
  } catch (const input_error&) {
    std::filesystem::remove(part, error);
    throw;
  }
  std::filesystem::rename(part, file, error);
  if (error) refuse_writing(file, error.value());
  sync_folder(file.parent_path());
}

} // namespace mixcert
