// Damaged matrix files: each is either read or refused by name; nothing else happens.
#include <functional>
#include <string>

#include <boost/test/unit_test.hpp>

#include "mixcert/error.hpp"
#include "mixcert/io/matrix_source.hpp"
#include "support/mutator.hpp"
#include "support/npy_bytes.hpp"
#include "support/scratch_file.hpp"
#include "support/zip_bytes.hpp"

using namespace mixcert::test;

namespace {

struct tally {
  int read = 0;
  int refused = 0;
};

/// A thousand damaged files of that extension.
tally read_damaged(std::string_view name, const std::function<std::string()>& next) {
  tally outcomes;
  for (int i = 0; i < 1000; ++i) {
    const scratch_file file(name, next());
    BOOST_TEST_CONTEXT("mutation " << i) {
      try {
        const mixcert::matrix_data matrix = mixcert::read_matrix(file.path().string());
        BOOST_REQUIRE(matrix.values.shape.size() == 2);
        BOOST_REQUIRE(matrix.values.values.size() == matrix.values.shape[0] * matrix.values.shape[1]);
        BOOST_REQUIRE(matrix.radius.empty() || matrix.radius.size() == matrix.values.values.size());
        ++outcomes.read;
      } catch (const mixcert::input_error& error) {
        BOOST_TEST(std::string(error.what()).starts_with(file.path().string() + ": "));
        ++outcomes.refused;
      }
    }
  }
  return outcomes;
}

} // namespace

BOOST_AUTO_TEST_SUITE(matrix_mutations)

BOOST_AUTO_TEST_CASE(npy) {
  const std::string header = npy_header_text(">f4", {3, 4}, true);
  const std::string valid = npy_with_header(header, std::string(48, '\x3f'));
  mutator bits(valid, 70);
  const tally flipped = read_damaged("mutated.npy", [&] { return bits.next(); });
  BOOST_TEST(flipped.read > 50);
  BOOST_TEST(flipped.refused > 500);
  mutator text(header.substr(0, 64), 64);
  const tally edited =
      read_damaged("mutated.npy", [&] { return npy_with_header(text.next_text(), std::string(48, '\x3f')); });
  BOOST_TEST(edited.read > 5);
  BOOST_TEST(edited.refused > 500);
}

BOOST_AUTO_TEST_CASE(npz) {
  const std::string valid = zip_bytes().member("x.npy", npy_bytes("<f8", {1, 2}, f64_bytes({1, 2}))).str();
  mutator bits(valid, valid.size());
  const tally flipped = read_damaged("mutated.npz", [&] { return bits.next(); });
  BOOST_TEST(flipped.read > 5);
  BOOST_TEST(flipped.refused > 500);
}

BOOST_AUTO_TEST_CASE(matrix_market) {
  for (const std::string valid :
       {"%%MatrixMarket matrix coordinate real symmetric\n% comment\n\n4 4 5\n1 1 0.1\n2 1 -3e-2\n4 4 0x1.8p+1\n3 2 "
        ".5\n"
        "4 1 1e300\n",
        "%%MatrixMarket matrix array integer general\r\n2 3\r\n1\r\n-22\r\n333\r\n0\r\n18014398509481985\r\n+6\r\n"}) {
    mutator bits(valid, 60);
    const tally flipped = read_damaged("mutated.mtx", [&] { return bits.next(); });
    BOOST_TEST(flipped.read > 30);
    BOOST_TEST(flipped.refused > 300);
    mutator text(valid, 60);
    const tally edited = read_damaged("mutated.mtx", [&] { return text.next_text(); });
    BOOST_TEST(edited.read > 30);
    BOOST_TEST(edited.refused > 300);
  }
}

BOOST_AUTO_TEST_SUITE_END()
