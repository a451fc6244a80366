#include "mixcert/io/npy.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>

#include <boost/test/unit_test.hpp>

#include "mixcert/io/sha256.hpp"
#include "support/npy_bytes.hpp"
#include "support/scratch_file.hpp"

using namespace mixcert::test;
using mixcert::dtype;
using mixcert::read_npy;
using indices = std::vector<std::size_t>;

namespace {

mixcert::tensor read_bytes(std::string_view contents, const indices& leading_index = {}) {
  const scratch_file file("array.npy", contents);
  return read_npy(file.path(), leading_index);
}

std::vector<double> counting(std::size_t count) {
  std::vector<double> values(count);
  std::iota(values.begin(), values.end(), 0.0);
  return values;
}

std::string digest(std::string_view bytes) { return mixcert::sha256_hex(std::as_bytes(std::span(bytes))); }

template <typename A, typename B> void check_equal(const A& a, const B& b) {
  BOOST_TEST(a == b, boost::test_tools::per_element());
}

void check_whole_number(const std::string& descr, std::uint64_t bits, double expected) {
  const auto width = static_cast<std::size_t>(descr.back() - '0');
  const std::string bytes = little_endian(bits, width);
  for (const std::string order : {"<", ">", "|", "="}) {
    if (order == "|" && width > 1) continue;
    const mixcert::tensor t =
        read_bytes(npy_bytes(order + descr, {1}, order == ">" ? byte_swapped(bytes, width) : bytes));
    BOOST_TEST_CONTEXT(order << descr) {
      BOOST_CHECK(t.type == dtype::f64);
      check_equal(t.values, std::vector{expected});
      BOOST_TEST(t.sha256 == digest(f64_bytes({expected})));
    }
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(npy)

BOOST_AUTO_TEST_CASE(says_where_it_comes_from) {
  const std::string bytes = f64_bytes({1, 2, 3, 4, 5, 6});
  const scratch_file file("whence.npy", npy_bytes("<f8", {2, 3}, bytes));
  const mixcert::tensor t = read_npy(file.path());
  BOOST_TEST(t.file == file.path());
  BOOST_TEST(t.name.empty());
  BOOST_TEST(t.index.empty());
  check_equal(t.shape, indices{2, 3});
  check_equal(t.values, std::vector{1., 2., 3., 4., 5., 6.});
  BOOST_TEST(t.sha256 == digest(bytes));
}

BOOST_AUTO_TEST_CASE(every_format_version) {
  for (const int version : {1, 2, 3})
    check_equal(read_bytes(npy_with_header(npy_header_text("<f8", {2}), f64_bytes({1, 2}), version)).values,
                std::vector{1., 2.});
}

BOOST_AUTO_TEST_CASE(floats_of_every_width) {
  const mixcert::tensor f64 = read_bytes(npy_bytes("<f8", {3}, f64_bytes({0x1p-1074, -1.5, 0x1.fffffffffffffp1023})));
  BOOST_CHECK(f64.type == dtype::f64);
  check_equal(f64.values, std::vector{0x1p-1074, -1.5, 0x1.fffffffffffffp1023});
  const mixcert::tensor f32 = read_bytes(npy_bytes("<f4", {3}, f32_bytes({0x1p-149f, -1.5f, 0x1.fffffep127f})));
  BOOST_CHECK(f32.type == dtype::f32);
  check_equal(f32.values, std::vector{0x1p-149, -1.5, 0x1.fffffep127});
  const mixcert::tensor f16 = read_bytes(npy_bytes("<f2", {3}, f16_bytes({0x0001, 0xbe00, 0x7bff})));
  BOOST_CHECK(f16.type == dtype::f16);
  check_equal(f16.values, std::vector{0x1p-24, -1.5, 65504.0});
}

BOOST_AUTO_TEST_CASE(zeros_keep_their_sign) {
  const mixcert::tensor t = read_bytes(npy_bytes("<f8", {2}, f64_bytes({0.0, -0.0})));
  BOOST_TEST(!std::signbit(t.values[0]));
  BOOST_TEST(std::signbit(t.values[1]));
}

BOOST_AUTO_TEST_CASE(either_byte_order) {
  const std::string f64 = f64_bytes({1.5, -2, 3}), f32 = f32_bytes({1.5, -2, 3}),
                    f16 = f16_bytes({0x3e00, 0xc000, 0x4200});
  for (const auto& [width, bytes] : {std::pair{"8", f64}, {"4", f32}, {"2", f16}}) {
    const auto size = static_cast<std::size_t>(width[0] - '0');
    const mixcert::tensor little = read_bytes(npy_bytes(std::string("<f") + width, {3}, bytes));
    const mixcert::tensor big = read_bytes(npy_bytes(std::string(">f") + width, {3}, byte_swapped(bytes, size)));
    check_equal(little.values, std::vector{1.5, -2., 3.});
    check_equal(big.values, little.values);
    BOOST_TEST(big.sha256 == little.sha256);
  }
}

BOOST_AUTO_TEST_CASE(order_of_this_machine) {
  const std::string little = f64_bytes({1.5, -2});
  const std::string native = std::endian::native == std::endian::little ? little : byte_swapped(little, 8);
  for (const char* descr : {"=f8", "|f8", "f8"})
    check_equal(read_bytes(npy_bytes(descr, {2}, native)).values, std::vector{1.5, -2.});
}

BOOST_AUTO_TEST_CASE(whole_numbers) {
  check_whole_number("i1", 0x7f, 127);
  check_whole_number("i1", 0x80, -128);
  check_whole_number("u1", 0xff, 255);
  check_whole_number("i2", 0x8000, -32768);
  check_whole_number("i2", 0x7fff, 32767);
  check_whole_number("u2", 0xffff, 65535);
  check_whole_number("i4", 0x80000000, -0x1p31);
  check_whole_number("i4", 0xffffffff, -1);
  check_whole_number("u4", 0xffffffff, 4294967295.0);
  check_whole_number("i8", 0, 0);
  check_whole_number("i8", std::uint64_t{1} << 63, -0x1p63);
  check_whole_number("u8", std::uint64_t{1} << 63, 0x1p63);
  check_whole_number("i8", std::uint64_t{1} << 53, 0x1p53);
  check_whole_number("i8", (std::uint64_t{1} << 53) + 2, 0x1p53 + 2);
  check_whole_number("i8", -((std::uint64_t{1} << 53) + 2), -0x1p53 - 2);
  check_whole_number("i8", 0x7ffffffffffffc00, 0x1.fffffffffffffp62);
  check_whole_number("u8", 0xfffffffffffff800, 0x1.fffffffffffffp63);
}

BOOST_AUTO_TEST_CASE(fortran_order_becomes_c_order) {
  // Element [i,j,k] of shape [2,3,4] is 12i + 4j + k; in the file, i runs fastest.
  const indices shape{2, 3, 4};
  std::vector<double> stored;
  for (std::size_t k = 0; k < 4; ++k)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t i = 0; i < 2; ++i) stored.push_back(static_cast<double>(12 * i + 4 * j + k));
  const auto expected = counting(24);
  for (const std::string& contents : {npy_bytes("<f8", shape, f64_bytes(stored), true),
                                      npy_bytes(">f8", shape, byte_swapped(f64_bytes(stored), 8), true)}) {
    const mixcert::tensor t = read_bytes(contents);
    check_equal(t.shape, shape);
    check_equal(t.values, expected);
    BOOST_TEST(t.sha256 == digest(f64_bytes(expected)));
  }
}

BOOST_AUTO_TEST_CASE(leading_index_picks_a_slice) {
  const indices shape{2, 3, 4};
  const auto values = counting(24);
  std::vector<double> stored(24);
  for (std::size_t at = 0; at < 24; ++at) stored[at / 12 + at / 4 % 3 * 2 + at % 4 * 6] = values[at];
  for (const std::string& contents :
       {npy_bytes("<f8", shape, f64_bytes(values)), npy_bytes(">f8", shape, byte_swapped(f64_bytes(values), 8)),
        npy_bytes("<f8", shape, f64_bytes(stored), true)}) {
    for (std::size_t i = 0; i < 2; ++i) {
      const mixcert::tensor slab = read_bytes(contents, {i});
      const std::vector<double> expected(values.begin() + 12 * i, values.begin() + 12 * (i + 1));
      check_equal(slab.shape, indices{3, 4});
      check_equal(slab.index, indices{i});
      check_equal(slab.values, expected);
      BOOST_TEST(slab.sha256 == digest(f64_bytes(expected)));
    }
    check_equal(read_bytes(contents, {1, 2}).values, std::vector{20., 21., 22., 23.});
    const mixcert::tensor number = read_bytes(contents, {1, 2, 3});
    BOOST_TEST(number.shape.empty());
    check_equal(number.values, std::vector{23.});
  }
}

BOOST_AUTO_TEST_CASE(zero_sized_and_zero_dimensional) {
  for (const bool fortran_order : {false, true}) {
    const mixcert::tensor number = read_bytes(npy_bytes("<f8", {}, f64_bytes({2.5}), fortran_order));
    BOOST_TEST(number.shape.empty());
    check_equal(number.values, std::vector{2.5});
    for (const indices& shape : {indices{0}, indices{0, 3}, indices{3, 0}, indices{2, 0, 3}, indices{0, 0}}) {
      const mixcert::tensor none = read_bytes(npy_bytes("<f4", shape, "", fortran_order));
      check_equal(none.shape, shape);
      BOOST_TEST(none.values.empty());
      BOOST_TEST(none.sha256 == digest(""));
    }
    check_equal(read_bytes(npy_bytes("<i8", {2, 0, 3}, "", fortran_order), {1}).shape, indices{0, 3});
    const std::size_t huge = std::size_t{1} << 60;
    check_equal(read_bytes(npy_bytes("<f8", {0, huge}, "", fortran_order)).shape, indices{0, huge});
    check_equal(read_bytes(npy_bytes("<f8", {1, 1}, f64_bytes({7}), fortran_order)).values, std::vector{7.});
  }
  check_equal(read_bytes(npy_bytes("<f8", indices(100, 1), f64_bytes({7}))).shape, indices(100, 1));
}

BOOST_AUTO_TEST_CASE(a_slice_next_to_nan_is_fine) {
  const std::string data = f16_bytes({0x7e00, 0x3c00});
  check_equal(read_bytes(npy_bytes("<f2", {2, 1}, data), {1}).values, std::vector{1.});
  check_equal(read_bytes(npy_bytes("<f2", {2, 1}, data, true), {1}).values, std::vector{1.});
}

BOOST_AUTO_TEST_CASE(headers_that_say_the_same) {
  for (const char* header : {"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }",
                             "{\"descr\":\"<f8\",\"fortran_order\":False,\"shape\":(1,2)}",
                             "{'shape':(1,2,),'fortran_order':False,'descr':'<f8'}",
                             " {\n'descr' : '<f8' ,\t'fortran_order' : False , 'shape' : ( 1 , 2 ) }\r\n\n",
                             "{'descr': '<f8', 'fortran_order': False, 'shape': (1L, 2L), }"})
    BOOST_TEST_CONTEXT(header) {
      const mixcert::tensor t = read_bytes(npy_with_header(header, f64_bytes({1, 2})));
      check_equal(t.shape, indices{1, 2});
      check_equal(t.values, std::vector{1., 2.});
    }
}

BOOST_AUTO_TEST_CASE(what_is_written_is_read) {
  for (const std::size_t columns : {1U, 3U, 1000U}) {
    std::vector<double> values = counting(2 * columns);
    values.front() = -0x1.fffffffffffffp-1022;
    values.back() = 0x1p-1074;
    const std::string bytes = mixcert::to_npy(mixcert::matrix<double>(2, columns, values));
    const mixcert::tensor t = read_bytes(bytes);
    check_equal(t.shape, indices{2, columns});
    check_equal(t.values, values);
    BOOST_TEST((bytes.size() - 8 * values.size()) % 64 == 0u);
  }
}

BOOST_AUTO_TEST_SUITE_END()
