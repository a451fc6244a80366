#include <filesystem>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "mixcert/io/safetensors.hpp"
#include "support/refusal.hpp"
#include "support/safetensors_bytes.hpp"
#include "support/scratch_file.hpp"

using namespace mixcert::test;
using mixcert::safetensors_file;
using indices = std::vector<std::size_t>;
using pieces = std::initializer_list<std::string_view>;

namespace {

void check_file_refused(std::string_view contents, pieces expected) {
  const scratch_file file("bad.safetensors", contents);
  check_refused([&] { safetensors_file{file.path()}; }, expected);
  check_refused([&] { safetensors_file{file.path()}; }, {file.path().string()});
}

void check_header_refused(std::string_view header, pieces expected, std::size_t data_bytes = 0) {
  check_file_refused(safetensors_with_header(header, std::string(data_bytes, '\0')), expected);
}

/// A header with one tensor 'w' whose entry is this JSON, and 8 bytes of data.
void check_entry_refused(const std::string& entry, pieces expected) {
  const std::string header = "{\"w\":" + entry + '}';
  check_header_refused(header, expected, 8);
  check_header_refused(header, {"tensor 'w'"}, 8);
}

void check_read_refused(const safetensors_bytes& contents, std::string_view name, const indices& leading,
                        pieces expected) {
  const scratch_file file("bad.safetensors", contents.str());
  const safetensors_file st(file.path());
  check_refused([&] { (void)st.read(name, leading); }, expected);
  check_refused([&] { (void)st.read(name, leading); }, {file.path().string(), '\'' + std::string(name) + '\''});
}

} // namespace

BOOST_AUTO_TEST_SUITE(safetensors_errors)

BOOST_AUTO_TEST_CASE(no_file) {
  const scratch_file file("missing.safetensors");
  check_refused([&] { safetensors_file{file.path()}; }, {file.path().string(), "no such file", "check the path"});
  std::filesystem::create_directory(file.path());
  check_refused([&] { safetensors_file{file.path()}; }, {file.path().string(), "is a directory"});
}

BOOST_AUTO_TEST_CASE(too_short) {
  check_file_refused("", {"is empty", "download"});
  for (std::size_t size = 1; size < 8; ++size)
    check_file_refused(std::string(size, '\0'), {"is " + std::to_string(size) + " bytes long", "truncated"});
}

BOOST_AUTO_TEST_CASE(header_length_beyond_the_file) {
  for (const std::uint64_t length : {std::uint64_t{3}, std::uint64_t{1} << 32, (std::uint64_t{1} << 63) - 1,
                                     std::uint64_t{1} << 63, ~std::uint64_t{0}, ~std::uint64_t{0} - 7})
    check_file_refused(little_endian(length, 8) + "{}",
                       {"header length " + std::to_string(length), "beyond the end of the file", "has 2 bytes"});
}

BOOST_AUTO_TEST_CASE(header_above_the_limit) {
  const std::uint64_t length = 100'000'001;
  const scratch_file file("long.safetensors", little_endian(length, 8) + "{}");
  std::filesystem::resize_file(file.path(), 8 + length);
  check_refused([&] { safetensors_file{file.path()}; }, {file.path().string(), "100000001", "limit of 100 MB"});
}

BOOST_AUTO_TEST_CASE(other_formats) {
  check_file_refused("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
                     {"Git LFS pointer", "git lfs pull"});
  check_file_refused(std::string("PK\x03\x04\x14\0\0\0", 8) + "archive/data.pkl",
                     {"ZIP archive", "safetensors library"});
}

BOOST_AUTO_TEST_CASE(header_is_not_json) {
  for (const std::string_view header : {"{", "{\"w\"", "{]", "{}}", "{} {}", "{\"a\":01}", "{\"a\":1e999}", "{'a':1}",
                                        "{/**/}", "{\"a\":\"\n\"}", "{\"a\":\"\\ud800\"}", "{,}"})
    check_header_refused(header, {"header is not valid JSON (", "write it again"});
  check_header_refused({"{}\0{}", 5}, {"not valid JSON", "NUL at byte 10"});
  check_header_refused({"{\0}", 3}, {"not valid JSON", "NUL at byte 9"});
}

BOOST_AUTO_TEST_CASE(header_is_not_an_object) {
  for (const std::string_view header : {"", "[]", "null", "7", "\"w\"", " {}", "\xef\xbb\xbf{}"})
    check_header_refused(header, {"header is not a JSON object", "write it again"});
}

BOOST_AUTO_TEST_CASE(invalid_utf8) {
  for (const std::string bad : {"\xff", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xe2\x82", "\x80"})
    check_header_refused("{\"" + bad + "\":{\"dtype\":\"F64\",\"shape\":[1],\"data_offsets\":[0,8]}}",
                         {"not valid JSON", "UTF-8", "line 1"}, 8);
}

BOOST_AUTO_TEST_CASE(nesting_without_end) {
  check_entry_refused("{\"extra\":" + std::string(1'000'000, '['), {"nested too deeply"});
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  check_entry_refused(objects, {"nested too deeply"});
}

BOOST_AUTO_TEST_CASE(keys_given_twice) {
  const std::string entry = R"({"dtype":"F64","shape":[1],"data_offsets":[0,8]})";
  check_header_refused("{\"w\":" + entry + ",\"v\":" + entry + ",\"w\":" + entry + "}", {"tensor 'w' is listed twice"},
                       8);
  check_header_refused("{\"w\":" + entry + ",\"\\u0077\":" + entry + "}", {"tensor 'w' is listed twice"}, 8);
  check_header_refused(R"({"__metadata__":{},"__metadata__":{}})", {"'__metadata__' is listed twice"});
  check_header_refused(R"({"__metadata__":{"k":"1","k":"2"}})", {"'__metadata__'", "key 'k' twice"});
  for (const std::string_view key : {"dtype", "shape", "data_offsets"})
    check_header_refused(R"({"w":{"dtype":"F64","shape":[1],"data_offsets":[0,8],")" + std::string(key) + "\":[1]}}",
                         {"'w'", "key '" + std::string(key) + "' twice"}, 8);
  check_header_refused(R"({"w":{"extra":[{"a":1,"b":2,"a":3}]}})", {"'w'", "key 'a' twice"});
}

BOOST_AUTO_TEST_CASE(metadata_of_the_wrong_type) {
  for (const std::string value : {"[]", "null", "\"x\"", "1"})
    check_header_refused("{\"__metadata__\":" + value + '}', {"__metadata__ is not a JSON object"});
  for (const std::string value : {"[]", "null", "{}", "1"})
    check_header_refused("{\"__metadata__\":{\"k\":" + value + "}}", {"__metadata__", "'k'", "not a string"});
}

BOOST_AUTO_TEST_CASE(entry_without_a_field) {
  check_entry_refused(R"({"shape":[1],"data_offsets":[0,8]})", {"has no dtype", "write it again"});
  check_entry_refused(R"({"dtype":"F64","data_offsets":[0,8]})", {"has no shape"});
  check_entry_refused(R"({"dtype":"F64","shape":[1]})", {"has no data_offsets"});
}

BOOST_AUTO_TEST_CASE(entry_of_the_wrong_type) {
  for (const std::string entry : {"[]", "null", "1", "\"F64\""}) check_entry_refused(entry, {"not a JSON object"});
  for (const std::string bad : {"64", "null", "[\"F64\"]", "{}"})
    check_entry_refused("{\"dtype\":" + bad + R"(,"shape":[1],"data_offsets":[0,8]})", {"dtype that is not a string"});
  for (const std::string bad : {"1", "null", "\"1\"", "{\"0\":1}"}) {
    check_entry_refused(R"({"dtype":"F64","data_offsets":[0,8],"shape":)" + bad + '}', {"shape that is not a list"});
    check_entry_refused(R"({"dtype":"F64","shape":[1],"data_offsets":)" + bad + '}',
                        {"data_offsets that is not a list"});
  }
}

BOOST_AUTO_TEST_CASE(numbers_that_are_not_whole) {
  for (const std::string bad :
       {"-1", "-0", "1.0", "0.5", "1e0", "18446744073709551616", "null", "true", "\"1\"", "[1]"}) {
    check_entry_refused(R"({"dtype":"F64","data_offsets":[0,8],"shape":[)" + bad + "]}",
                        {"in its shape", "whole numbers from 0 to 2^64-1"});
    check_entry_refused(R"({"dtype":"F64","shape":[1],"data_offsets":[)" + bad + ",8]}",
                        {"in its data_offsets", "whole numbers"});
  }
  check_entry_refused(R"({"dtype":"F64","data_offsets":[0,8],"shape":[1.5]})", {"1.5 in its shape"});
}

BOOST_AUTO_TEST_CASE(shape_overflow) {
  check_entry_refused(R"({"dtype":"F64","data_offsets":[0,8],"shape":[4294967296,4294967296]})",
                      {"shape [4294967296,4294967296]", "more than 2^64-1 elements"});
  check_entry_refused(R"({"dtype":"F64","data_offsets":[0,8],"shape":[4294967296,4294967296,0]})", {"2^64-1 elements"});
  // 2^61 + 1 elements of 64 bits: 2^67 + 64 bits, which wraps to the 8 bytes that are there.
  check_entry_refused(R"({"dtype":"F64","data_offsets":[0,8],"shape":[2305843009213693953]})",
                      {"more than 2^64-1 bits"});
  check_entry_refused(R"({"dtype":"X1","data_offsets":[0,8],"shape":[18446744073709551615,2]})", {"2^64-1 elements"});
}

BOOST_AUTO_TEST_CASE(offsets) {
  const std::string entry = R"({"dtype":"F64","shape":[1],"data_offsets":)";
  for (const std::string bad : {"[]", "[0]", "[0,8,8]"})
    check_entry_refused(entry + bad + '}', {"data_offsets where there must be two"});
  check_entry_refused(entry + "[8,0]}", {"[8,0]", "reverse order"});
  check_entry_refused(entry + "[0,9]}", {"[0,9]", "beyond the end of the file", "holds 8 bytes", "truncated"});
  check_entry_refused(entry + "[18446744073709551608,18446744073709551615]}", {"beyond the end of the file"});
  check_entry_refused(entry + "[0,7]}", {"F64", "shape [1]", "needs 8 bytes", "there are 7"});
  check_entry_refused(R"({"dtype":"F64","shape":[0],"data_offsets":[0,8]})", {"needs 0 bytes", "there are 8"});
  check_entry_refused(R"({"dtype":"F32","shape":[],"data_offsets":[0,8]})", {"needs 4 bytes", "there are 8"});
  check_entry_refused(R"({"dtype":"I32","shape":[1],"data_offsets":[0,8]})", {"I32", "needs 4 bytes"});
  check_entry_refused(R"({"dtype":"F4","shape":[15],"data_offsets":[0,8]})", {"F4", "does not fill"});
}

BOOST_AUTO_TEST_CASE(overlaps_and_holes) {
  const auto two = [](const std::string& v, const std::string& w) {
    return R"({"v":{"dtype":"U8","data_offsets":)" + v + R"(},"w":{"dtype":"U8","data_offsets":)" + w + "}}";
  };
  check_header_refused(two(R"([0,4],"shape":[4])", R"([3,8],"shape":[5])"),
                       {"tensor 'w'", "byte 3", "inside tensor 'v'", "ends at 4"}, 8);
  check_header_refused(two(R"([0,8],"shape":[8])", R"([0,8],"shape":[8])"), {"inside tensor 'v'"}, 8);
  check_header_refused(two(R"([0,8],"shape":[8])", R"([4,4],"shape":[0])"), {"tensor 'w'", "inside tensor 'v'"}, 8);
  check_header_refused(two(R"([0,3],"shape":[3])", R"([5,8],"shape":[3])"),
                       {"tensor 'w'", "bytes 3 to 5", "belong to no tensor", "no holes"}, 8);
  check_header_refused(two(R"([1,4],"shape":[3])", R"([4,8],"shape":[4])"), {"tensor 'v'", "bytes 0 to 1"}, 8);
  check_header_refused(two(R"([0,4],"shape":[4])", R"([4,7],"shape":[3])"), {"1 trailing bytes", "no holes"}, 8);
  check_header_refused("{}", {"8 trailing bytes"}, 8);
}

BOOST_AUTO_TEST_CASE(truncated_data) {
  const std::string whole = safetensors_bytes().tensor("w", "F64", {2}, f64_bytes({1, 2})).str();
  for (std::size_t lost = 1; lost <= 16; ++lost)
    check_file_refused(whole.substr(0, whole.size() - lost), {"tensor 'w'", "beyond the end of the file", "truncated"});
}

BOOST_AUTO_TEST_CASE(hostile_names_do_not_reach_the_terminal) {
  check_header_refused(R"({"\u001b[2J":1})", {"tensor '\\x1b[2J'"});
  check_header_refused("{\"" + std::string(1'000'000, 'a') + "\":1}", {"aaa...aaa", "not a JSON object"});
}

BOOST_AUTO_TEST_CASE(type_that_cannot_be_read) {
  const auto contents = safetensors_bytes().tensor("ids", "I64", {1}, std::string(8, '\0'));
  check_read_refused(contents, "ids", {}, {"of type I64", "F64, F32, BF16 or F16"});
  check_read_refused(safetensors_bytes().tensor("q", "F8_E4M3", {1}, "a"), "q", {}, {"of type F8_E4M3"});

  const scratch_file file("ids.safetensors", contents.str());
  const safetensors_file st(file.path());
  check_refused([&] { (void)st.type("ids"); }, {file.path().string(), "'ids'", "I64"});
}

BOOST_AUTO_TEST_CASE(missing_tensor) {
  const auto contents = safetensors_bytes()
                            .tensor("site00.norm.gamma", "F64", {1}, f64_bytes({1}))
                            .tensor("site01.norm.gamma", "F64", {1}, f64_bytes({1}))
                            .tensor("site01.static_beta", "F64", {1}, f64_bytes({1}))
                            .tensor("head", "F64", {1}, f64_bytes({1}));
  check_read_refused(contents, "site1.norm.gamma", {},
                     {"no tensor 'site1.norm.gamma'; near names: site01.norm.gamma, site00.norm.gamma"});
  check_read_refused(contents, "optimizer", {}, {"holds 4 tensors: head, site00.norm.gamma, site01.norm.gamma, ..."});
  check_read_refused(safetensors_bytes(), "w", {}, {"holds no tensors"});

  const scratch_file file("missing.safetensors", contents.str());
  const safetensors_file st(file.path());
  check_refused([&] { (void)st.shape("haed"); }, {file.path().string(), "'haed'", "near names: head"});
  check_refused([&] { (void)st.type("haed"); }, {file.path().string(), "'haed'", "near names: head"});
}

BOOST_AUTO_TEST_CASE(index_out_of_range) {
  const auto contents = safetensors_bytes()
                            .tensor("x", "F32", {2, 3}, std::string(24, '\0'))
                            .tensor("none", "F32", {2, 0}, "")
                            .tensor("number", "F32", {}, std::string(4, '\0'));
  check_read_refused(contents, "x", {2}, {"shape [2,3]", "no slice [2]", "axis 0 takes 0 to 1"});
  check_read_refused(contents, "x", {1, 3}, {"no slice [1,3]", "axis 1 takes 0 to 2"});
  check_read_refused(contents, "x", {18446744073709551615u}, {"no slice [18446744073709551615]"});
  check_read_refused(contents, "x", {0, 0, 0}, {"shape [2,3]", "no element [0,0,0]", "at most 2 indices"});
  check_read_refused(contents, "none", {0, 0}, {"shape [2,0]", "axis 1 is empty"});
  check_read_refused(contents, "number", {0}, {"shape []", "at most 0 indices"});
}

BOOST_AUTO_TEST_CASE(values_that_are_not_finite) {
  std::vector<std::uint16_t> patterns(24, 0x3c00);
  patterns[12] = 0x7e00;
  const std::string nan = f16_bytes(patterns);
  check_read_refused(safetensors_bytes().tensor("site00.norm.gamma", "F16", {24}, nan), "site00.norm.gamma", {},
                     {"tensor 'site00.norm.gamma' holds NaN at [12]; ", "repair the file"});
  const auto block = safetensors_bytes().tensor("x", "F16", {2, 3, 4}, nan);
  check_read_refused(block, "x", {}, {"holds NaN at [1,0,0]"});
  check_read_refused(block, "x", {1}, {"holds NaN at [1,0,0]"});
  check_read_refused(block, "x", {1, 0, 0}, {"holds NaN at [1,0,0]"});

  const auto one = [](std::string_view dtype, std::string_view bytes) {
    return safetensors_bytes().tensor("x", dtype, {}, bytes);
  };
  check_read_refused(one("F16", f16_bytes({0x7c00})), "x", {}, {"holds Inf at []"});
  check_read_refused(one("F16", f16_bytes({0xfc00})), "x", {}, {"holds -Inf at []"});
  check_read_refused(one("BF16", f16_bytes({0x7f80})), "x", {}, {"holds Inf"});
  check_read_refused(one("BF16", f16_bytes({0xffff})), "x", {}, {"holds NaN"});
  check_read_refused(one("F32", little_endian(0xff800000, 4)), "x", {}, {"holds -Inf"});
  check_read_refused(one("F32", little_endian(0x7f800001, 4)), "x", {}, {"holds NaN"});
  check_read_refused(one("F64", little_endian(0x7ff0000000000000, 8)), "x", {}, {"holds Inf"});
  check_read_refused(one("F64", little_endian(0xfff0000000000001, 8)), "x", {}, {"holds NaN"});
}

BOOST_AUTO_TEST_CASE(file_cut_while_open) {
  const scratch_file file("cut.safetensors", safetensors_bytes().tensor("w", "F64", {2}, f64_bytes({1, 2})).str());
  const safetensors_file st(file.path());
  std::filesystem::resize_file(file.path(), 0);
  check_refused([&] { (void)st.read("w"); }, {file.path().string(), "changed while it was being read"});
}

BOOST_AUTO_TEST_SUITE_END()
