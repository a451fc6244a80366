#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "mixcert/io/npy.hpp"
#include "support/npy_bytes.hpp"
#include "support/refusal.hpp"
#include "support/scratch_file.hpp"

using namespace mixcert::test;
using mixcert::read_npy;
using indices = std::vector<std::size_t>;
using pieces = std::initializer_list<std::string_view>;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

void check_bytes_refused(std::string_view contents, pieces expected, const indices& leading_index = {}) {
  const scratch_file file("bad.npy", contents);
  check_refused([&] { (void)read_npy(file.path(), leading_index); }, expected);
  check_refused([&] { (void)read_npy(file.path(), leading_index); }, {file.path().string() + ": "});
}

/// In front of 16 bytes of data.
void check_header_refused(std::string_view header, pieces expected) {
  for (const int version : {1, 2, 3})
    check_bytes_refused(npy_with_header(header, std::string(16, '\0'), version), expected);
}

/// A header whose shape is this text, and 16 bytes of data.
void check_shape_refused(const std::string& shape, pieces expected) {
  check_header_refused("{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }", expected);
}

void check_descr_refused(const std::string& descr, pieces expected) {
  check_header_refused("{'descr': " + descr + ", 'fortran_order': False, 'shape': (2,), }", expected);
}

} // namespace

BOOST_AUTO_TEST_SUITE(npy_errors)

BOOST_AUTO_TEST_CASE(no_file) {
  const scratch_file file("missing.npy");
  check_refused([&] { (void)read_npy(file.path()); }, {file.path().string(), "no such file", "check the path"});
  std::filesystem::create_directory(file.path());
  check_refused([&] { (void)read_npy(file.path()); }, {file.path().string(), "is a directory"});
}

BOOST_AUTO_TEST_CASE(not_numpy) {
  check_bytes_refused("", {"is empty"});
  check_bytes_refused("1 2 3\n4 5 6\n", {"is not a NumPy file", "numpy.save"});
  check_bytes_refused("\x93NUMPX\x01" + npy_bytes("<f8", {}, f64_bytes({1})).substr(7), {"is not a NumPy file"});
  check_bytes_refused("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", {"LFS", "git lfs pull"});
}

BOOST_AUTO_TEST_CASE(unknown_version) {
  for (const int version : {0, 4, 9, 127})
    check_bytes_refused(npy_with_header(npy_header_text("<f8", {}), f64_bytes({1}), version),
                        {"version " + std::to_string(version), "not known"});
}

BOOST_AUTO_TEST_CASE(every_prefix) {
  for (const int version : {1, 2}) {
    const std::string whole = npy_with_header(npy_header_text("<f8", {2}), f64_bytes({1, 2}), version);
    for (std::size_t size = 0; size < whole.size(); ++size)
      check_bytes_refused(whole.substr(0, size), {size == 0 ? "empty" : size < 6 ? "not a NumPy file" : "truncated"});
  }
}

BOOST_AUTO_TEST_CASE(header_length_beyond_the_file) {
  check_bytes_refused(std::string("\x93NUMPY\x01\0\xff\xff{}", 12), {"header of 65535 bytes, of which 2 are there"});
  check_bytes_refused(std::string("\x93NUMPY\x02\0\xff\xff\xff\xff{}", 14), {"header of 4294967295 bytes"});
}

BOOST_AUTO_TEST_CASE(header_is_no_dict) {
  for (const char* header : {"", " ", "[1, 2, 3]", "()", "None", "'descr'", "dict()", "x{}"})
    check_header_refused(header, {"not a Python dict"});
}

BOOST_AUTO_TEST_CASE(malformed_dict) {
  const std::string good = "{'descr': '<f8', 'fortran_order': False, 'shape': (2,)";
  for (const std::string& header :
       {good, good + ",", good + "}}", good + "} x", good + "}#", good + "}, {}", good + ";}", good + ",,}",
        good + " 'x': 1}", std::string("{,}"), std::string("{1: 2}"), std::string("{descr: '<f8'}"),
        std::string("{'descr' '<f8'}"), std::string("{'descr"), std::string("{'descr: '<f8'}"), "," + good + "}",
        good + '\0' + "}", good + "}" + '\0', "\xef\xbb\xbf" + good + "}"})
    BOOST_TEST_CONTEXT(header) { check_header_refused(header, {"header", "numpy.save"}); }
}

BOOST_AUTO_TEST_CASE(keys) {
  check_header_refused("{}", {"without 'descr'"});
  check_header_refused("{'descr': '<f8', 'shape': (2,)}", {"without 'fortran_order'"});
  check_header_refused("{'descr': '<f8', 'fortran_order': False}", {"without 'shape'"});
  check_header_refused("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), 'extra': 1}", {"the key 'extra'"});
  check_header_refused("{'descr': '<f8', 'descr': '<f8'}", {"the key 'descr' twice"});
  check_header_refused("{'de\\x73cr': '<f8'}", {"a backslash in a key"});
  check_header_refused("{'\x1b[2J': 1}", {"\\x1b[2J"});
  for (const char* value : {"0", "1", "true", "'False'", "None", "", "Tru", "FALSE"})
    check_header_refused("{'fortran_order': " + std::string(value) + "}", {"neither True nor False"});
}

BOOST_AUTO_TEST_CASE(nesting_without_end) {
  check_bytes_refused(npy_with_header(std::string(1'000'000, '{'), "", 2), {"header"});
  check_bytes_refused(npy_with_header("{'shape':" + std::string(1'000'000, '('), "", 2), {"shape"});
  check_bytes_refused(npy_with_header("{'descr':" + std::string(1'000'000, '['), "", 2), {"records"});
}

BOOST_AUTO_TEST_CASE(shapes) {
  for (const char* shape : {"2", "[2]", "(2)", "None", "'(2,)'", "2,"}) check_shape_refused(shape, {"not a tuple"});
  for (const char* shape : {"(,)", "(2,,)", "(2.0,)", "(1e1,)", "(0x2,)", "(+2,)", "(02,)", "(1_0,)", "(True,)", "(L,)",
                            "('2',)", "((2,),)", "(--2,)", "(2", "(2,", "(2 2)", "("})
    BOOST_TEST_CONTEXT(shape) { check_shape_refused(shape, {"shape"}); }
  check_shape_refused("(-2, -1)", {"the negative number -2"});
  check_shape_refused("(2.5,)", {"'2.5'", "whole numbers"});
  check_shape_refused("(18446744073709551616,)", {"18446744073709551616", "above 2^64-1"});
  check_shape_refused("(99999999999999999999, 0)", {"99999999999999999999", "above 2^64-1"});
  check_shape_refused("(" + std::string(100'000, '9') + ",)", {"99...99"});
}

BOOST_AUTO_TEST_CASE(shapes_that_do_not_fit_the_file) {
  check_shape_refused("(3,)", {"holds 16 bytes", "[3]", "need 24", "truncated"});
  check_shape_refused("(1,)", {"8 trailing bytes", "[1]", "several arrays"});
  check_shape_refused("()", {"8 trailing bytes"});
  check_shape_refused("(0, 3)", {"16 trailing bytes"});
  check_shape_refused("(2305843009213693951,)", {"need 18446744073709551608"});
  for (const char* shape : {"(18446744073709551615,)", "(2305843009213693952,)", "(4294967296, 4294967296)",
                            "(4294967296, 0, 4294967296)", "(0, 4294967296, 4294967296)"})
    check_shape_refused(shape, {"more than 2^64-1 bytes", "but holds 16"});
}

BOOST_AUTO_TEST_CASE(element_types) {
  for (const char* descr : {"'O'", "'|O'", "'|O8'"}) check_descr_refused(descr, {"Python objects", "numpy.save"});
  for (const char* descr : {"'<c8'", "'<c16'", "'>c16'"}) check_descr_refused(descr, {"complex", "[[Re,-Im],[Im,Re]]"});
  for (const char* descr : {"'|S8'", "'<U2'", "'|a8'"}) check_descr_refused(descr, {"text"});
  for (const char* descr : {"'|V8'", "'<V2'"}) check_descr_refused(descr, {"raw bytes", "bfloat16"});
  for (const char* descr : {"'<M8[s]'", "'<m8'"}) check_descr_refused(descr, {"dates or times"});
  for (const char* descr : {"'|b1'", "'?'"}) check_descr_refused(descr, {"dtype"});
  for (const char* descr : {"[('a', '<f4'), ('b', '<f4')]", "('<f8', (2,))"}) check_descr_refused(descr, {"records"});
  for (const char* descr : {"'<f16'", "'<f1'", "'<f3'", "'<f08'"})
    check_descr_refused(descr, {"not binary64 numbers", "float64"});
  for (const char* descr : {"'<i16'", "'<f'", "'<u3'", "'<i'", "'float64'", "'<d'", "'double'", "'<<f8'", "'f8 '"})
    BOOST_TEST_CONTEXT(descr) { check_descr_refused(descr, {"dtype "}); }
  for (const char* descr : {"''", "'<'", "'='"}) check_descr_refused(descr, {"names no type"});
  for (const char* descr : {"8", "None", "f8", "b'<f8'", "\"<f8'", "{}"}) check_descr_refused(descr, {"header"});
}

BOOST_AUTO_TEST_CASE(not_finite) {
  check_bytes_refused(npy_bytes("<f8", {2, 2}, f64_bytes({1, 2, not_a_number, 4})), {"holds NaN at [1,0]"});
  check_bytes_refused(npy_bytes("<f8", {2, 2}, f64_bytes({1, 2, not_a_number, 4}), true), {"holds NaN at [0,1]"});
  check_bytes_refused(npy_bytes("<f8", {}, f64_bytes({-infinity})), {"holds -Inf at []"});
  check_bytes_refused(npy_bytes("<f2", {2}, f16_bytes({0, 0x7c00})), {"holds Inf at [1]"});
  check_bytes_refused(npy_bytes(">f4", {2}, byte_swapped(little_endian(0xff80000000000000, 8), 4)), {"-Inf at [1]"});
  for (const bool fortran_order : {false, true}) {
    std::vector<double> values(12, 1.0);
    values[fortran_order ? 1 + 2 * 2 + 1 * 6 : 11] = not_a_number;
    if (fortran_order)
      check_bytes_refused(npy_bytes("<f8", {2, 3, 2}, f64_bytes(values), true), {"NaN at [1,2,1]"}, {1});
    else
      check_bytes_refused(npy_bytes("<f8", {2, 3, 2}, f64_bytes(values)), {"NaN at [1,2,1]"}, {1, 2});
  }
}

BOOST_AUTO_TEST_CASE(whole_numbers_beyond_53_bits) {
  const std::uint64_t odd = (std::uint64_t{1} << 53) + 1;
  const std::string one = little_endian(1, 8);
  check_bytes_refused(npy_bytes("<i8", {1, 2}, one + little_endian(odd, 8)), {"9007199254740993 at [0,1]"});
  check_bytes_refused(npy_bytes("<i8", {2, 1}, one + little_endian(-odd, 8)), {"-9007199254740993 at [1,0]"});
  check_bytes_refused(npy_bytes(">u8", {1}, std::string(8, '\xff')), {"18446744073709551615 at [0]"});
  check_bytes_refused(npy_bytes("<i8", {1}, little_endian(0x7fffffffffffffff, 8)), {"9223372036854775807"});
  check_bytes_refused(npy_bytes("<i8", {2, 1}, one + little_endian(odd, 8)), {"at [1,0]"}, {1});
}

BOOST_AUTO_TEST_CASE(leading_indices) {
  const std::string contents = npy_bytes("<f8", {2, 3}, f64_bytes({1, 2, 3, 4, 5, 6}));
  check_bytes_refused(contents, {"shape [2,3]", "no slice [2]", "axis 0 takes 0 to 1"}, {2});
  check_bytes_refused(contents, {"no slice [0,3]", "axis 1 takes 0 to 2"}, {0, 3});
  check_bytes_refused(contents, {"no element [0,0,0]", "at most 2 indices"}, {0, 0, 0});
  check_bytes_refused(npy_bytes("<f8", {0, 3}, ""), {"axis 0 is empty"}, {0});
}

BOOST_AUTO_TEST_SUITE_END()
