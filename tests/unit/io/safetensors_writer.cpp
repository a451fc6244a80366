#include "mixcert/io/safetensors_writer.hpp"

#include "mixcert/io/safetensors.hpp"
#include "mixcert/io/sha256.hpp"
#include "support/scratch_file.hpp"

#include <boost/test/unit_test.hpp>
#include <span>

using namespace mixcert;

BOOST_AUTO_TEST_SUITE(safetensors_writer)

BOOST_AUTO_TEST_CASE(what_is_written_is_read) {
  const std::string bf16("\x80\x3f\x00\xc0", 4), f64("\x00\x00\x00\x00\x00\x00\xf8\x3f", 8), f16("\x01\x00", 2);
  const test::scratch_file written("written.safetensors",
                                   safetensors_file_of({{"layers.0.w", dtype::bf16, {1, 2}, bf16},
                                                        {"scale \"x\"", dtype::f64, {}, f64},
                                                        {"none", dtype::f32, {0, 3}, ""},
                                                        {"least", dtype::f16, {1}, f16}}));
  const safetensors_file file(written.path());
  BOOST_TEST(file.names() == (std::vector<std::string>{"layers.0.w", "least", "none", "scale \"x\""}),
             boost::test_tools::per_element());
  const tensor w = file.read("layers.0.w");
  BOOST_TEST(w.values == (std::vector<double>{1, -2}), boost::test_tools::per_element());
  BOOST_TEST(w.shape == (std::vector<std::size_t>{1, 2}), boost::test_tools::per_element());
  BOOST_TEST(w.sha256 == sha256_hex(std::as_bytes(std::span(bf16))));
  BOOST_TEST(file.read("scale \"x\"").values.at(0) == 1.5);
  BOOST_TEST(file.read("none").values.empty());
  BOOST_TEST(file.read("least").values.at(0) == 0x1p-24);
}

BOOST_AUTO_TEST_CASE(a_file_of_nothing) {
  const test::scratch_file written("written.safetensors", safetensors_file_of({}));
  BOOST_TEST(safetensors_file(written.path()).names().empty());
}

BOOST_AUTO_TEST_SUITE_END()
