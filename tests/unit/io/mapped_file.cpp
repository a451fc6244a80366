#include "mixcert/io/mapped_file.hpp"

#include <filesystem>
#include <string>
#include <type_traits>
#include <utility>

#include <boost/test/unit_test.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "support/refusal.hpp"
#include "support/scratch_file.hpp"

using mixcert::mapped_file;
using mixcert::test::check_refused;
using mixcert::test::scratch_file;

namespace {

std::string text_of(const mapped_file& file) {
  const auto bytes = file.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace

BOOST_AUTO_TEST_SUITE(mapped_file_)

BOOST_AUTO_TEST_CASE(shows_the_bytes) {
  const scratch_file file("bytes", "abc");
  BOOST_TEST(text_of(mapped_file(file.path())) == "abc");
}

BOOST_AUTO_TEST_CASE(an_empty_file_is_no_error_here) {
  const scratch_file file("empty", "");
  BOOST_TEST(mapped_file(file.path()).bytes().empty());
}

BOOST_AUTO_TEST_CASE(moves) {
  static_assert(!std::is_copy_constructible_v<mapped_file>);
  const scratch_file file("moved", "abc");
  mapped_file first(file.path());
  const auto* where = first.bytes().data();
  const mapped_file second = std::move(first);
  BOOST_TEST(second.bytes().data() == where);
  BOOST_TEST(text_of(second) == "abc");
}

BOOST_AUTO_TEST_CASE(missing) {
  const scratch_file file("missing");
  check_refused([&] { mapped_file{file.path()}; }, {file.path().string(), "no such file", "check the path"});
  const scratch_file plain("plain", "abc");
  check_refused([&] { mapped_file{plain.path() / "below"}; }, {plain.path().string(), "no such file"});
}

BOOST_AUTO_TEST_CASE(directory) {
  const scratch_file file("directory");
  std::filesystem::create_directory(file.path());
  check_refused([&] { mapped_file{file.path()}; }, {file.path().string(), "is a directory", "name a file in it"});
}

BOOST_AUTO_TEST_CASE(a_pipe_is_refused_without_waiting) {
  const scratch_file file("pipe");
  BOOST_REQUIRE(::mkfifo(file.path().c_str(), 0600) == 0);
  check_refused([&] { mapped_file{file.path()}; }, {file.path().string(), "not a regular file"});
}

BOOST_AUTO_TEST_CASE(unreadable) {
  const scratch_file loop("loop");
  std::filesystem::create_symlink(loop.path(), loop.path());
  check_refused([&] { mapped_file{loop.path()}; }, {loop.path().string(), "cannot be read ("});

  if (::geteuid() == 0) return; // root reads everything
  const scratch_file file("unreadable", "abc");
  std::filesystem::permissions(file.path(), std::filesystem::perms::none);
  check_refused([&] { mapped_file{file.path()}; }, {file.path().string(), "cannot be read", "permissions"});
}

BOOST_AUTO_TEST_CASE(changes_are_noticed) {
  const scratch_file file("changing", "abcdef");
  const mapped_file map(file.path());
  map.require_unchanged();
  std::filesystem::resize_file(file.path(), 3);
  check_refused([&] { map.require_unchanged(); }, {file.path().string(), "changed", "try again"});
}

BOOST_AUTO_TEST_CASE(a_replaced_file_stays_as_it_was) {
  const scratch_file file("replaced", "old");
  const scratch_file next("next", "new contents");
  const mapped_file map(file.path());
  std::filesystem::rename(next.path(), file.path());
  map.require_unchanged();
  BOOST_TEST(text_of(map) == "old");
}

BOOST_AUTO_TEST_SUITE_END()
