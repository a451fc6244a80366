#include "mixcert/io/input_file.hpp"

#include <filesystem>
#include <string>
#include <type_traits>
#include <utility>

#include <boost/test/unit_test.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "support/refusal.hpp"
#include "support/scratch_file.hpp"

using mixcert::file_range;
using mixcert::input_file;
using mixcert::test::check_refused;
using mixcert::test::scratch_file;

namespace {

/// Of a file or a range.
std::string text_of(const auto& file, std::size_t begin, std::size_t count) {
  const auto bytes = file.read(begin, count);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string text_of(const input_file& file) { return text_of(file, 0, file.size()); }

} // namespace

BOOST_AUTO_TEST_SUITE(input_file_)

BOOST_AUTO_TEST_CASE(shows_the_bytes) {
  const scratch_file file("bytes", "abc");
  BOOST_TEST(text_of(input_file(file.path())) == "abc");
}

BOOST_AUTO_TEST_CASE(an_empty_file_is_no_error_here) {
  const scratch_file file("empty", "");
  BOOST_TEST(input_file(file.path()).size() == 0u);
  BOOST_TEST(input_file(file.path()).read(0, 0).empty());
}

BOOST_AUTO_TEST_CASE(moves) {
  static_assert(!std::is_copy_constructible_v<input_file>);
  const scratch_file file("moved", "abc");
  input_file first(file.path());
  input_file second = std::move(first);
  BOOST_TEST(text_of(second) == "abc");
  second = input_file(file.path());
  BOOST_TEST(text_of(second) == "abc");
}

BOOST_AUTO_TEST_CASE(parts) {
  const scratch_file file("parts", "abcdef");
  const input_file whole(file.path());
  BOOST_TEST(text_of(whole, 2, 3) == "cde");
  BOOST_TEST(text_of(whole, 6, 0).empty());
  const file_range part(whole, 1, 4);
  BOOST_TEST(part.size() == 4u);
  BOOST_TEST(text_of(part, 1, 2) == "cd");
  BOOST_TEST(part.first(2).size() == 2u);
  BOOST_TEST(part.first(9).size() == 4u);
}

BOOST_AUTO_TEST_CASE(missing) {
  const scratch_file file("missing");
  check_refused([&] { input_file{file.path()}; }, {file.path().string(), "no such file", "check the path"});
  const scratch_file plain("plain", "abc");
  check_refused([&] { input_file{plain.path() / "below"}; }, {plain.path().string(), "no such file"});
}

BOOST_AUTO_TEST_CASE(directory) {
  const scratch_file file("directory");
  std::filesystem::create_directory(file.path());
  check_refused([&] { input_file{file.path()}; }, {file.path().string(), "is a directory", "name a file in it"});
}

BOOST_AUTO_TEST_CASE(a_pipe_is_refused_without_waiting) {
  const scratch_file file("pipe");
  BOOST_REQUIRE(::mkfifo(file.path().c_str(), 0600) == 0);
  check_refused([&] { input_file{file.path()}; }, {file.path().string(), "not a regular file"});
}

BOOST_AUTO_TEST_CASE(unreadable) {
  const scratch_file loop("loop");
  std::filesystem::create_symlink(loop.path(), loop.path());
  check_refused([&] { input_file{loop.path()}; }, {loop.path().string(), "cannot be read ("});

  if (::geteuid() == 0) return; // root reads everything
  const scratch_file file("unreadable", "abc");
  std::filesystem::permissions(file.path(), std::filesystem::perms::none);
  check_refused([&] { input_file{file.path()}; }, {file.path().string(), "cannot be read", "permissions"});
}

BOOST_AUTO_TEST_CASE(changes_are_noticed) {
  const scratch_file file("changing", "abcdef");
  const input_file open_file(file.path());
  open_file.require_unchanged();
  std::filesystem::resize_file(file.path(), 3);
  check_refused([&] { open_file.require_unchanged(); }, {file.path().string(), "changed", "try again"});
}

BOOST_AUTO_TEST_CASE(a_lost_end_is_an_error_like_any_other) {
  const scratch_file file("cut", std::string(100'000, 'x'));
  const input_file open_file(file.path());
  std::filesystem::resize_file(file.path(), 10);
  BOOST_TEST(text_of(open_file, 0, 10) == std::string(10, 'x'));
  check_refused([&] { (void)open_file.read(0, 100'000); }, {file.path().string(), "changed", "try again"});
  check_refused([&] { (void)open_file.read(50'000, 1); }, {file.path().string(), "changed", "try again"});
}

BOOST_AUTO_TEST_CASE(a_replaced_file_stays_as_it_was) {
  const scratch_file file("replaced", "old");
  const scratch_file next("next", "new contents");
  const input_file open_file(file.path());
  std::filesystem::rename(next.path(), file.path());
  open_file.require_unchanged();
  BOOST_TEST(text_of(open_file) == "old");
}

BOOST_AUTO_TEST_SUITE_END()
