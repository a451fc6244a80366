#include "mixcert/io/safetensors.hpp"

#include <numeric>
#include <utility>

#include <boost/test/unit_test.hpp>

#include "mixcert/io/sha256.hpp"
#include "support/safetensors_bytes.hpp"
#include "support/scratch_file.hpp"

using namespace mixcert::test;
using mixcert::dtype;
using mixcert::safetensors_file;
using indices = std::vector<std::size_t>;

namespace {

std::vector<double> counting(std::size_t count) {
  std::vector<double> values(count);
  std::iota(values.begin(), values.end(), 0.0);
  return values;
}

std::string digest(std::string_view bytes) { return mixcert::sha256_hex(std::as_bytes(std::span(bytes))); }

template <typename A, typename B> void check_equal(const A& a, const B& b) {
  BOOST_TEST(a == b, boost::test_tools::per_element());
}

} // namespace

BOOST_AUTO_TEST_SUITE(safetensors)

BOOST_AUTO_TEST_CASE(says_what_it_holds) {
  const scratch_file file("two.safetensors", safetensors_bytes()
                                                 .metadata("format", "pt")
                                                 .metadata("mixer", "hc")
                                                 .tensor("b", "F32", {2, 1}, f32_bytes({1, 2}))
                                                 .tensor("a", "BF16", {3}, f16_bytes({0, 0, 0}))
                                                 .str());
  const safetensors_file st(file.path());
  BOOST_TEST(st.path() == file.path());
  check_equal(st.names(), std::vector<std::string>{"a", "b"});
  BOOST_TEST(st.contains("a"));
  BOOST_TEST(!st.contains("c"));
  BOOST_TEST(!st.contains("__metadata__"));
  BOOST_TEST((st.metadata() == std::map<std::string, std::string>{{"format", "pt"}, {"mixer", "hc"}}));
  check_equal(st.shape("b"), indices{2, 1});
  BOOST_CHECK(st.type("b") == dtype::f32);
  BOOST_CHECK(st.type("a") == dtype::bf16);
}

BOOST_AUTO_TEST_CASE(reads_every_type) {
  const scratch_file file("types.safetensors",
                          safetensors_bytes()
                              .tensor("f16", "F16", {3}, f16_bytes({0x0001, 0xbc00, 0x7bff}))
                              .tensor("bf16", "BF16", {3}, f16_bytes({0x0001, 0xbf80, 0x7f7f}))
                              .tensor("f32", "F32", {3}, f32_bytes({0x1p-149f, -1.0f, 0x1.fffffep127f}))
                              .tensor("f64", "F64", {3}, f64_bytes({0x1p-1074, -1.0, 0x1.fffffffffffffp1023}))
                              .str());
  const safetensors_file st(file.path());
  check_equal(st.read("f16").values, std::vector{0x1p-24, -1.0, 65504.0});
  check_equal(st.read("bf16").values, std::vector{0x1p-133, -1.0, 0x1.fep127});
  check_equal(st.read("f32").values, std::vector{0x1p-149, -1.0, 0x1.fffffep127});
  check_equal(st.read("f64").values, std::vector{0x1p-1074, -1.0, 0x1.fffffffffffffp1023});
  BOOST_CHECK(st.read("f16").type == dtype::f16);
  BOOST_CHECK(st.read("f64").type == dtype::f64);
}

BOOST_AUTO_TEST_CASE(tells_where_a_tensor_comes_from) {
  const std::string bytes = f32_bytes({1, 2, 3, 4});
  const scratch_file file(
      "whence.safetensors",
      safetensors_bytes().tensor("other", "F32", {1}, f32_bytes({9})).tensor("x", "F32", {2, 2}, bytes).str());
  const mixcert::tensor x = safetensors_file(file.path()).read("x");
  BOOST_TEST(x.name == "x");
  BOOST_TEST(x.file == file.path());
  check_equal(x.shape, indices{2, 2});
  check_equal(x.values, std::vector{1.0, 2.0, 3.0, 4.0});
  BOOST_TEST(x.sha256 == digest(bytes));
}

BOOST_AUTO_TEST_CASE(leading_index_picks_a_slice) {
  const std::size_t a = 2, b = 3, n = 4, d = 5;
  const auto values = counting(a * b * n * d);
  const scratch_file file("slices.safetensors", safetensors_bytes()
                                                    .tensor("before", "F16", {1}, f16_bytes({0x3c00}))
                                                    .tensor("x", "F64", {a, b, n, d}, f64_bytes(values))
                                                    .tensor("behind", "F16", {1}, f16_bytes({0x3c00}))
                                                    .str());
  const safetensors_file st(file.path());
  for (std::size_t i = 0; i < a; ++i) {
    const mixcert::tensor slab = st.read("x", indices{i});
    check_equal(slab.shape, indices{b, n, d});
    BOOST_TEST(slab.values.front() == static_cast<double>(i * b * n * d));
    for (std::size_t j = 0; j < b; ++j) {
      const mixcert::tensor state = st.read("x", indices{i, j});
      const auto* first = values.data() + (i * b + j) * n * d;
      const std::vector<double> expected(first, first + n * d);
      check_equal(state.shape, indices{n, d});
      check_equal(state.values, expected);
      BOOST_TEST(state.sha256 == digest(f64_bytes(expected)));
    }
  }
  const mixcert::tensor number = st.read("x", indices{1, 2, 3, 4});
  BOOST_TEST(number.shape.empty());
  check_equal(number.values, std::vector{static_cast<double>(a * b * n * d - 1)});
}

BOOST_AUTO_TEST_CASE(a_slice_next_to_nan_is_fine) {
  const scratch_file file("partly.safetensors",
                          safetensors_bytes().tensor("x", "F16", {2, 1}, f16_bytes({0x7e00, 0x3c00})).str());
  check_equal(safetensors_file(file.path()).read("x", indices{1}).values, std::vector{1.0});
}

BOOST_AUTO_TEST_CASE(zero_sized_and_zero_dimensional) {
  const scratch_file file("small.safetensors", safetensors_bytes()
                                                   .tensor("none", "F32", {0}, "")
                                                   .tensor("number", "F64", {}, f64_bytes({2.5}))
                                                   .tensor("flat", "F32", {2, 0, 3}, "")
                                                   .tensor("one", "F16", {1, 1}, f16_bytes({0x3c00}))
                                                   .tensor("last", "I64", {0}, "")
                                                   .str());
  const safetensors_file st(file.path());
  BOOST_TEST(st.read("none").values.empty());
  BOOST_TEST(st.read("none").sha256 == digest(""));
  BOOST_TEST(st.read("number").shape.empty());
  check_equal(st.read("number").values, std::vector{2.5});
  check_equal(st.read("flat", indices{1}).shape, indices{0, 3});
  BOOST_TEST(st.read("flat", indices{1}).values.empty());
  check_equal(st.read("one").values, std::vector{1.0});
}

BOOST_AUTO_TEST_CASE(no_tensors_at_all) {
  const scratch_file bare("bare.safetensors", safetensors_with_header("{}"));
  BOOST_TEST(safetensors_file(bare.path()).names().empty());
  BOOST_TEST(safetensors_file(bare.path()).metadata().empty());
  const scratch_file described("described.safetensors", safetensors_bytes().metadata("format", "pt").str());
  BOOST_TEST(safetensors_file(described.path()).names().empty());
  BOOST_TEST(safetensors_file(described.path()).metadata().at("format") == "pt");
}

BOOST_AUTO_TEST_CASE(what_the_format_leaves_open) {
  // Entries in any order, fields in any order, escapes, odd alignment, fields unknown to the format, names beyond
  // ASCII.
  const std::string header = R"({"z":{"data_offsets":[3,11],"x":{"y":[1]},"shape":[1],"dtype":"F64"},)"
                             R"("\u0061":{"dtype":"U8","shape":[3],"data_offsets":[0,3]},)"
                             R"("é":{"dtype":"BF16","shape":[1],"data_offsets":[11,13]}} )";
  const scratch_file file("open.safetensors",
                          safetensors_with_header(header, "abc" + f64_bytes({-0.5}) + f16_bytes({0x3f80})));
  const safetensors_file st(file.path());
  check_equal(st.names(), std::vector<std::string>{"a", "z", "é"});
  check_equal(st.read("z").values, std::vector{-0.5});
  check_equal(st.read("é").values, std::vector{1.0});
}

BOOST_AUTO_TEST_CASE(other_types_do_not_stand_in_the_way) {
  const scratch_file file("mixed.safetensors", safetensors_bytes()
                                                   .tensor("ids", "I64", {1}, std::string(8, '\1'))
                                                   .tensor("fp8", "F8_E4M3", {3}, "abc")
                                                   .tensor("fp4", "F4", {2, 3}, "abc")
                                                   .tensor("future", "Q9_X", {7}, "abcd")
                                                   .tensor("x", "F64", {1}, f64_bytes({7}))
                                                   .str());
  const safetensors_file st(file.path());
  check_equal(st.read("x").values, std::vector{7.0});
  check_equal(st.shape("future"), indices{7});
}

BOOST_AUTO_TEST_CASE(moves) {
  const scratch_file file("moved.safetensors", safetensors_bytes().tensor("x", "F64", {1}, f64_bytes({7})).str());
  safetensors_file first(file.path());
  const safetensors_file second = std::move(first);
  check_equal(second.read("x").values, std::vector{7.0});
}

BOOST_AUTO_TEST_SUITE_END()
