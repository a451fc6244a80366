#include <filesystem>
#include <string>

#include <boost/test/unit_test.hpp>

#include "mixcert/io/matrix_market.hpp"
#include "support/refusal.hpp"
#include "support/scratch_file.hpp"

using namespace mixcert::test;
using mixcert::read_matrix_market;
using pieces = std::initializer_list<std::string_view>;

namespace {

void check_text_refused(const std::string& text, pieces expected) {
  BOOST_TEST_CONTEXT(text) {
    const scratch_file file("bad.mtx", text);
    check_refused([&] { (void)read_matrix_market(file.path()); }, expected);
    check_refused([&] { (void)read_matrix_market(file.path()); }, {file.path().string() + ": "});
  }
}

void check_kind_refused(const std::string& kind, pieces expected) {
  check_text_refused("%%MatrixMarket " + kind + "\n1 1 1\n1 1 1\n", expected);
}

void check_coordinates_refused(const std::string& rest, pieces expected, const std::string& symmetry = "general") {
  check_text_refused("%%MatrixMarket matrix coordinate real " + symmetry + "\n" + rest, expected);
}

void check_array_refused(const std::string& rest, pieces expected, const std::string& symmetry = "general") {
  check_text_refused("%%MatrixMarket matrix array real " + symmetry + "\n" + rest, expected);
}

} // namespace

BOOST_AUTO_TEST_SUITE(matrix_market_errors)

BOOST_AUTO_TEST_CASE(no_file) {
  const scratch_file file("missing.mtx");
  check_refused([&] { (void)read_matrix_market(file.path()); }, {file.path().string(), "no such file"});
  std::filesystem::create_directory(file.path());
  check_refused([&] { (void)read_matrix_market(file.path()); }, {file.path().string(), "is a directory"});
}

BOOST_AUTO_TEST_CASE(another_format) {
  check_text_refused("", {"is empty"});
  for (const std::string text :
       {"1 2 3\n", "%MatrixMarket matrix array real general\n", "\n%%MatrixMarket matrix array\n",
        "%%MatrixMarkets matrix array real general\n", "% comment\n"})
    check_text_refused(text, {"does not begin with %%MatrixMarket"});
  check_text_refused(std::string(100'000, '\0'), {"does not begin with %%MatrixMarket"});
}

BOOST_AUTO_TEST_CASE(kinds) {
  check_kind_refused("", {"line 1 has 1 words where there must be 5"});
  check_kind_refused("matrix coordinate real", {"has 4 words"});
  check_kind_refused("matrix coordinate real general x", {"has 6 words"});
  check_kind_refused("vector coordinate real general", {"'vector'", "matrix"});
  check_kind_refused("matrix sparse real general", {"'sparse'", "coordinate, array"});
  check_kind_refused("matrix coordinate double general", {"'double'", "real, integer, pattern"});
  check_kind_refused("matrix coordinate real upper", {"'upper'", "general, symmetric, skew-symmetric"});
  check_kind_refused("matrix coordinate complex general", {"complex", "[[Re,-Im],[Im,Re]]"});
  check_kind_refused("matrix coordinate complex hermitian", {"complex"});
  check_kind_refused("matrix coordinate real hermitian", {"complex"});
  check_kind_refused("matrix array pattern general", {"pattern as an array"});
  check_kind_refused("matrix coordinate pattern skew-symmetric", {"skew-symmetric pattern"});
  check_kind_refused("matrix coordinate \x1b[2J general", {"'\\x1b[2j'"});
}

BOOST_AUTO_TEST_CASE(sizes) {
  check_coordinates_refused("", {"ends before", "size"});
  check_coordinates_refused("% only\n% comments\n", {"ends before"});
  check_coordinates_refused("1 1\n", {"line 2 has 2 words", "rows, columns and entries"});
  check_array_refused("1 1 1\n1\n", {"line 2 has 3 words", "rows and columns"});
  check_array_refused("3\n", {"line 2 has 1 word "});
  for (const std::string number : {"-1", "+1", "1.0", "1e1", "0x1", "a", "18446744073709551616", "1,"})
    check_array_refused("1 " + number + "\n1\n", {"line 2", '\'' + number + '\'', "whole number"});
  check_array_refused("4294967296 4294967296\n1\n", {"line 2", "4294967296 x 4294967296", "more than 2^64-1"});
  check_array_refused("4294967296 4294967295\n1\n", {"announces 18446744069414584320 entries", "bytes of the file"});
  check_array_refused("1 9223372036854775807\n1\n", {"bytes of the file"});
  check_array_refused("3037000499 3037000499\n1\n", {"bytes of the file"}, "symmetric");
  check_coordinates_refused("2 2 5\n", {"announces 5 entries", "2 x 2"});
  check_coordinates_refused("0 5 1\n1 1 1\n", {"announces 1 entries", "0 x 5"});
  check_coordinates_refused("4000 4000 16000000\n1 1 1\n", {"bytes of the file"});
  for (const std::string symmetry : {"symmetric", "skew-symmetric"}) {
    check_coordinates_refused("2 3 1\n2 1 1\n", {"symmetric", "2 x 3"}, symmetry);
    check_array_refused("2 3\n1\n", {"symmetric", "2 x 3"}, symmetry);
  }
}

BOOST_AUTO_TEST_CASE(beyond_memory) {
  check_coordinates_refused("1073741824 1073741824 1\n1 1 1\n", {"1073741824 x 1073741824", "memory"});
  check_coordinates_refused("4294967296 4294967295 1\n4294967296 1 1\n", {"memory"});
}

BOOST_AUTO_TEST_CASE(numbers_of_entries) {
  check_coordinates_refused("2 2 2\n1 1 1\n", {"ends after 1 of the 2 entries", "truncated"});
  check_coordinates_refused("2 2 2\n", {"ends after 0 of the 2 entries"});
  check_coordinates_refused("2 2 1\n1 1 1\n\n%c\n1 2 1\n", {"line 6", "behind the 1 entries"});
  check_coordinates_refused("2 2 0\n1 1 1\n", {"line 3", "behind the 0 entries"});
  check_array_refused("2 2\n1\n2\n3\n", {"ends after 3 of the 4 entries"});
  check_array_refused("2 2\n1\n2\n3\n4\n5\n", {"line 7", "behind the 4 entries"});
  check_array_refused("2 2\n1\n2\n", {"ends after 2 of the 3 entries"}, "symmetric");
  check_array_refused("0 2\n1\n", {"line 3", "behind the 0 entries"});
}

BOOST_AUTO_TEST_CASE(positions) {
  check_coordinates_refused("2 3 1\n0 1 1\n", {"line 3", "row 0", "2 x 3", "from 1"});
  check_coordinates_refused("2 3 1\n3 1 1\n", {"line 3", "row 3", "2 x 3"});
  check_coordinates_refused("2 3 1\n1 4 1\n", {"line 3", "column 4"});
  check_coordinates_refused("2 3 1\n1 0 1\n", {"line 3", "column 0"});
  check_coordinates_refused("2 3 1\n-1 1 1\n", {"line 3", "'-1'", "whole number"});
  check_coordinates_refused("2 3 1\n1.5 1 1\n", {"line 3", "'1.5'"});
  check_coordinates_refused("2 3 1\n1 1\n", {"line 3 has 2 words where there must be 3", "row, column and value"});
  check_coordinates_refused("2 3 1\n1 1 1 1\n", {"line 3 has 4 words"});
  check_array_refused("1 2\n1 2\n", {"line 3 has 2 words where there must be 1"});
  check_text_refused("%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1 1\n", {"line 3 has 3 words"});
}

BOOST_AUTO_TEST_CASE(entries_listed_twice) {
  check_coordinates_refused("2 2 3\n2 1 1\n1 1 5\n2 1 1\n", {"lines 3 and 5", "row 2, column 1", "once"});
  check_coordinates_refused("2 2 2\n2 1 1\n2 1 1\n", {"lines 3 and 4"}, "symmetric");
  check_coordinates_refused("2 2 2\n2 1 1\n1 2 1\n", {"line 4", "above the diagonal of a symmetric"}, "symmetric");
  check_coordinates_refused("2 2 1\n1 2 1\n", {"line 3", "on or above the diagonal"}, "skew-symmetric");
  check_coordinates_refused("2 2 1\n1 1 0\n", {"line 3", "on or above the diagonal"}, "skew-symmetric");
}

BOOST_AUTO_TEST_CASE(values) {
  for (const std::string value : {"a", "1,5", "nan", "inf", "-Infinity", "1e", "1.0d0", "(1,2)", "."})
    check_array_refused("1 1\n" + value + "\n", {"line 3 has an entry", '\'' + value + "' is not a number"});
  check_array_refused("1 1\n1e400\n", {"line 3", "'1e400'", "beyond the largest"});
  check_array_refused("1 1\n0x1.00000000000001p0\n", {"line 3", "0x1.00000000000001p0", "not exactly"});
  for (const std::string value : {"1.0", "1e3", "0x1p+0", "-", "1-"})
    check_text_refused("%%MatrixMarket matrix array integer general\n1 1\n" + value + "\n",
                       {"line 3", '\'' + value + '\''});
}

BOOST_AUTO_TEST_SUITE_END()
