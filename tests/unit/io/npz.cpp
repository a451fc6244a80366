#include "mixcert/io/npz.hpp"

#include <functional>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "support/npy_bytes.hpp"
#include "support/refusal.hpp"
#include "support/scratch_file.hpp"
#include "support/zip_bytes.hpp"

using namespace mixcert::test;
using mixcert::npz_file;
using indices = std::vector<std::size_t>;
using pieces = std::initializer_list<std::string_view>;

namespace {

const std::string pair_of_numbers = npy_bytes("<f8", {2}, f64_bytes({1, 2}));

zip_bytes one_array() { return zip_bytes().member("x.npy", pair_of_numbers); }

void check_file_refused(std::string_view contents, pieces expected) {
  const scratch_file file("bad.npz", contents);
  check_refused([&] { npz_file{file.path()}; }, expected);
  check_refused([&] { npz_file{file.path()}; }, {file.path().string() + ": "});
}

void check_read_refused(std::string_view contents, std::string_view name, pieces expected) {
  const scratch_file file("bad.npz", contents);
  const npz_file archive(file.path());
  for (const auto& action :
       std::vector<std::function<void()>>{[&] { (void)archive.read(name); }, [&] { (void)archive.shape(name); }}) {
    check_refused(action, expected);
    check_refused(action, {file.path().string() + ": ", '\'' + std::string(name) + '\''});
  }
}

template <typename A, typename B> void check_equal(const A& a, const B& b) {
  BOOST_TEST(a == b, boost::test_tools::per_element());
}

} // namespace

BOOST_AUTO_TEST_SUITE(npz)

BOOST_AUTO_TEST_CASE(reads_what_it_holds) {
  const scratch_file file("three.npz", zip_bytes()
                                           .member("b.npy", npy_bytes("<f4", {1, 2, 2}, f32_bytes({1, 2, 3, 4})))
                                           .member("notes.txt", "no array")
                                           .member("a/c:d.npy", npy_bytes("<i8", {}, little_endian(7, 8)))
                                           .member("none.npy", npy_bytes("<f8", {0, 3}, ""))
                                           .comment("a comment")
                                           .str());
  const npz_file archive(file.path());
  BOOST_TEST(archive.path() == file.path());
  check_equal(archive.names(), std::vector<std::string>{"a/c:d", "b", "none"});
  check_equal(archive.shape("b"), indices{1, 2, 2});
  const mixcert::tensor row = archive.read("b", indices{0, 1});
  BOOST_TEST(row.name == "b");
  BOOST_TEST(row.file == file.path());
  check_equal(row.index, indices{0, 1});
  check_equal(row.values, std::vector{3., 4.});
  check_equal(archive.read("a/c:d").values, std::vector{7.});
  BOOST_TEST(archive.read("none").values.empty());
}

BOOST_AUTO_TEST_CASE(an_archive_of_nothing) {
  const scratch_file file("empty.npz", zip_bytes().str());
  BOOST_TEST(npz_file(file.path()).names().empty());
}

BOOST_AUTO_TEST_CASE(no_array) {
  check_file_refused(zip_bytes().member("archive/data.pkl", "").str(), {"without NumPy arrays", "PyTorch"});
}

BOOST_AUTO_TEST_CASE(no_such_tensor) {
  check_read_refused(one_array().str(), "y", {"no tensor 'y'", "holds 1 tensors: x"});
  check_read_refused(one_array().str(), "x.npy", {"no tensor 'x.npy'", "x"});
}

BOOST_AUTO_TEST_CASE(members_that_cannot_be_read) {
  check_read_refused(zip_bytes().member("x.npy", pair_of_numbers, 8).str(), "x", {"compressed", "numpy.savez"});
  check_read_refused(zip_bytes().member("x.npy", pair_of_numbers, 0, 1).str(), "x", {"encrypted"});
  check_read_refused(zip_bytes().member("x.npy", "text").str(), "x", {"not a NumPy file"});
  std::string damaged = one_array().str();
  damaged[damaged.find("<f8")] = '>';
  check_read_refused(damaged, "x", {"damaged", "CRC-32"});
}

BOOST_AUTO_TEST_CASE(every_prefix) {
  const std::string whole = one_array().comment("comment").str();
  for (std::size_t size = 0; size < whole.size(); ++size)
    check_file_refused(whole.substr(0, size), {size == 0 ? "is empty" : "has no end"});
}

BOOST_AUTO_TEST_CASE(damaged_directory) {
  const zip_bytes parts = one_array();
  const std::string m = parts.members(), d = parts.directory(), e = parts.end();
  const auto edited = [](std::string text, std::size_t at, std::uint64_t number, std::size_t width) {
    return text.replace(at, width, little_endian(number, width));
  };
  check_file_refused("x" + m + d + e, {"not where its end says"});
  check_file_refused(m + d + "x" + e, {"not where its end says"});
  check_file_refused(m + d + e + "x", {"no end"});
  check_file_refused(m + d + edited(e, 8, 2, 2), {"in several"});
  check_file_refused(m + d + edited(e, 8, 0x20002, 4), {"is none"});
  check_file_refused(m + d + edited(e, 8, 0, 4), {"more than it says"});
  check_file_refused(m + d + edited(e, 10, 0xffff, 2), {"ZIP64", "numpy.save"});
  check_file_refused(m + d + edited(e, 16, 0xffffffff, 4), {"ZIP64"});
  check_file_refused(m + edited(d, 20, 0xffffffff, 4) + e, {"ZIP64"});
  check_file_refused(m + edited(d, 28, 0xff, 2) + e, {"beyond its end"});
  check_file_refused(m + edited(d, 20, 1, 4) + e, {"'x.npy'", "size"});
  check_file_refused(m + edited(edited(d, 20, 1000, 4), 24, 1000, 4) + e, {"'x.npy'", "size"});
  check_file_refused(m + edited(d, 42, 1, 4) + e, {"'x.npy' is not where"});
  check_file_refused(m + edited(d, 42, m.size() - 10, 4) + e, {"'x.npy' is not where"});
  check_file_refused(m + edited(d, 42, 0xfffffffe, 4) + e, {"'x.npy' is not where"});
  check_file_refused(edited(m, 26, 4, 2) + d + e, {"'x.npy' is not where"});
  check_file_refused(edited(m, 28, 0xffff, 2) + d + e, {"'x.npy' is not where"});
  check_file_refused(one_array().member("x.npy", pair_of_numbers).str(), {"two members 'x.npy'"});
}

BOOST_AUTO_TEST_SUITE_END()
