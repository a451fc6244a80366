#include "mixcert/io/mapped_file.hpp"

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mixcert/error.hpp"

namespace mixcert {

struct mapped_file::mapping {
  int descriptor = -1;
  struct stat status {};
  void* data = MAP_FAILED;

  std::size_t size() const { return static_cast<std::size_t>(status.st_size); }
};

void mapped_file::unmap::operator()(const mapping* map) const {
  if (map->data != MAP_FAILED) ::munmap(map->data, map->size());
  if (map->descriptor >= 0) ::close(map->descriptor);
  delete map;
}

namespace {

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what) {
  throw input_error(file.string() + ": " + what);
}

[[noreturn]] void refuse_unreadable(const std::filesystem::path& file, int error) {
  if (error == ENOENT || error == ENOTDIR) refuse(file, "no such file; check the path");
  refuse(file, "cannot be read (" + std::generic_category().message(error) + "); check its permissions and its disk");
}

} // namespace

mapped_file::mapped_file(std::filesystem::path file) : path_(std::move(file)) {
  auto* map = new mapping;
  mapping_.reset(map);

  // Without O_NONBLOCK, opening a pipe would wait for its writer.
  map->descriptor = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (map->descriptor < 0 || ::fstat(map->descriptor, &map->status) != 0) refuse_unreadable(path_, errno);
  if (S_ISDIR(map->status.st_mode)) refuse(path_, "is a directory; name a file in it");
  if (!S_ISREG(map->status.st_mode))
    refuse(path_, "is not a regular file and cannot be memory-mapped; save its contents to a file first");
  if (map->size() == 0) return;
  map->data = ::mmap(nullptr, map->size(), PROT_READ, MAP_PRIVATE, map->descriptor, 0);
  if (map->data == MAP_FAILED) refuse_unreadable(path_, errno);
}

std::span<const std::byte> mapped_file::bytes() const {
  if (mapping_->size() == 0) return {};
  return {static_cast<const std::byte*>(mapping_->data), mapping_->size()};
}

void mapped_file::require_unchanged() const {
  struct stat now {};
  const struct stat& then = mapping_->status;
  if (::fstat(mapping_->descriptor, &now) != 0) refuse_unreadable(path_, errno);
  if (now.st_size != then.st_size || now.st_mtim.tv_sec != then.st_mtim.tv_sec ||
      now.st_mtim.tv_nsec != then.st_mtim.tv_nsec)
    refuse(path_, "changed while it was being read; wait until nothing writes to it and try again");
}

} // namespace mixcert
