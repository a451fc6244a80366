#include "mixcert/io/address.hpp"

#include <filesystem>
#include <string>

#include <boost/test/unit_test.hpp>

#include "support/refusal.hpp"
#include "support/scratch_file.hpp"

using namespace mixcert::test;
using mixcert::parse_address;
using indices = std::vector<std::size_t>;

namespace {

void check_parts(const std::string& address, const std::string& file, const std::string& tensor,
                 const indices& index = {}) {
  BOOST_TEST_CONTEXT(address) {
    const mixcert::tensor_address parts = parse_address(address, "matrix");
    BOOST_TEST(parts.file == file);
    BOOST_TEST(parts.tensor == tensor);
    BOOST_TEST(parts.index == index, boost::test_tools::per_element());
  }
}

void check_address_refused(const std::string& address, std::initializer_list<std::string_view> expected) {
  BOOST_CHECK_EXCEPTION((void)parse_address(address, "matrix"), mixcert::input_error, [&](const auto& error) {
    const std::string message = error.what();
    for (const std::string_view piece : expected) BOOST_TEST(message.find(piece) != message.npos, message);
    return true;
  });
}

} // namespace

BOOST_AUTO_TEST_SUITE(address)

BOOST_AUTO_TEST_CASE(parts) {
  check_parts("no/file", "no/file", "");
  check_parts("no/file:x", "no/file", "x");
  check_parts("no/file:", "no/file", "");
  check_parts("no/file:x[3]", "no/file", "x", {3});
  check_parts("no/file:x[3,0,18446744073709551615]", "no/file", "x", {3, 0, ~std::size_t{0}});
  check_parts("no/file:[1,2]", "no/file", "", {1, 2});
  check_parts("no/file:x[1][2]", "no/file", "x[1]", {2});
  check_parts("no/file:x[1]y", "no/file", "x[1]y");
  check_parts("no/file:a:b", "no/file:a", "b");
}

BOOST_AUTO_TEST_CASE(existing_files) {
  const scratch_file plain("plain", ""), colons("a:b[0]", "");
  const std::string file = plain.path().string(), other = colons.path().string();
  check_parts(file, file, "");
  check_parts(file + ":w:0", file, "w:0");
  check_parts(file + ":w:0[1]", file, "w:0", {1});
  check_parts(other, other, "");
  check_parts(other + ":c", other, "c");
  std::string long_name;
  for (int i = 0; i < 500; ++i) long_name += "0123456789";
  check_parts(long_name + ":x", long_name, "x");
}

BOOST_AUTO_TEST_CASE(malformed) {
  for (const std::string address : {"", ":", ":x", ":x[0]"})
    check_address_refused(address, {"matrix '" + address + "'", "FILE:TENSOR"});
  for (const std::string index : {"[]", "[a]", "[-1]", "[+1]", "[0,]", "[,0]", "[0;1]", "[1.0]", "[ 0]", "[0 ]",
                                  "[0, 1]", "[18446744073709551616]", "]", "0]"})
    check_address_refused("no/file:x" + index, {"matrix 'no/file:x" + index + "'", "TENSOR[i,j]"});
  check_address_refused("no/file:\x1b[a]", {"\\x1b[a]"});
}

BOOST_AUTO_TEST_CASE(only_name) {
  BOOST_TEST(mixcert::only_name("f", {"x"}, "state") == "x");
  check_refused(
      [] {
        (void)mixcert::only_name("f", {"x", "y"}, "state");
      },
      {"f: holds 2 tensors (x, y)", "name the state as FILE:TENSOR"});
  check_refused(
      [] {
        (void)mixcert::only_name("f", {"a", "b", "c", "d", "e", "g"}, "matrix");
      },
      {"holds 6 tensors (a, b, c, d, e, ...)", "name the matrix"});
  check_refused([] { (void)mixcert::only_name("f", {}, "matrix"); }, {"holds 0 tensors ()"});
}

BOOST_AUTO_TEST_CASE(two_axes) {
  const auto check = [](const indices& shape, const indices& index, const char* name = "x") {
    mixcert::require_axes(2, "f", name, shape, index, "a matrix is rows x columns");
  };
  check({2, 3}, {});
  check({0, 0}, {});
  check({2, 3, 4}, {7});
  check_refused([&] { check({3}, {}); }, {"f: tensor 'x' has shape [3]", "rows x columns", "this is none"});
  check_refused([&] { check({}, {}); }, {"shape []", "this is none"});
  check_refused([&] { check({2, 3}, {0}); }, {"give no index"});
  check_refused([&] { check({2, 3, 4, 5}, {}); }, {"pick one with 2 leading indices (TENSOR[i,...])"});
  check_refused([&] { check({2, 3, 4, 5}, {0}, ""); }, {"f: has shape", "2 leading indices (FILE:[i,...])"});
}

BOOST_AUTO_TEST_SUITE_END()
