#include "mixcert/io/matrix_market.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "mixcert/io/sha256.hpp"
#include "support/safetensors_bytes.hpp"
#include "support/scratch_file.hpp"

using namespace mixcert::test;
using mixcert::matrix_market_data;
using mixcert::read_matrix_market;
using indices = std::vector<std::size_t>;

namespace {

matrix_market_data read_text(const std::string& kind, const std::string& rest) {
  const scratch_file file("matrix.mtx", "%%MatrixMarket matrix " + kind + "\n" + rest);
  return read_matrix_market(file.path());
}

template <typename A, typename B> void check_equal(const A& a, const B& b) {
  BOOST_TEST(a == b, boost::test_tools::per_element());
}

/// An exact matrix.
void check_matrix(const std::string& kind, const std::string& rest, const indices& shape,
                  const std::vector<double>& values) {
  BOOST_TEST_CONTEXT(kind << ": " << rest) {
    const matrix_market_data matrix = read_text(kind, rest);
    check_equal(matrix.midpoint.shape, shape);
    check_equal(matrix.midpoint.values, values);
    BOOST_TEST(matrix.radius.empty());
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(matrix_market)

BOOST_AUTO_TEST_CASE(says_where_it_comes_from) {
  const scratch_file file("whence.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n");
  const mixcert::tensor t = read_matrix_market(file.path()).midpoint;
  BOOST_TEST(t.file == file.path());
  BOOST_TEST(t.name.empty());
  BOOST_CHECK(t.type == mixcert::dtype::f64);
  const std::string bytes = f64_bytes({1, 3, 2, 4});
  BOOST_TEST(t.sha256 == mixcert::sha256_hex(std::as_bytes(std::span(bytes))));
}

BOOST_AUTO_TEST_CASE(coordinates) {
  check_matrix("coordinate real general", "2 3 3\n2 1 -1.5\n1 3 2e0\n1 1 4\n", {2, 3}, {4, 0, 2, -1.5, 0, 0});
  check_matrix("coordinate integer general", "2 2 2\n1 2 -7\n2 2 +3\n", {2, 2}, {0, -7, 0, 3});
  check_matrix("coordinate pattern general", "2 2 2\n1 2\n2 1\n", {2, 2}, {0, 1, 1, 0});
  check_matrix("coordinate real symmetric", "2 2 2\n1 1 5\n2 1 -3\n", {2, 2}, {5, -3, -3, 0});
  check_matrix("coordinate pattern symmetric", "2 2 2\n2 1\n2 2\n", {2, 2}, {0, 1, 1, 1});
  check_matrix("coordinate real skew-symmetric", "3 3 2\n2 1 -3\n3 2 0x1.8p+1\n", {3, 3},
               {0, 3, 0, -3, 0, -3, 0, 3, 0});
}

BOOST_AUTO_TEST_CASE(arrays) {
  check_matrix("array real general", "2 3\n1\n2\n3\n4\n5\n6\n", {2, 3}, {1, 3, 5, 2, 4, 6});
  check_matrix("array integer general", "1 2\n9007199254740994\n-0\n", {1, 2}, {0x1p53 + 2, 0});
  check_matrix("array real symmetric", "3 3\n1\n2\n3\n4\n5\n6\n", {3, 3}, {1, 2, 3, 2, 4, 5, 3, 5, 6});
  check_matrix("array real skew-symmetric", "3 3\n1\n2\n3\n", {3, 3}, {0, -1, -2, 1, 0, -3, 2, 3, 0});
}

BOOST_AUTO_TEST_CASE(zeros_of_a_skew_symmetric_matrix_are_positive) {
  const matrix_market_data matrix = read_text("array real skew-symmetric", "2 2\n-0.0\n");
  for (const double x : matrix.midpoint.values) BOOST_TEST(!std::signbit(x));
}

BOOST_AUTO_TEST_CASE(zero_extents) {
  for (const std::string kind : {"coordinate real general", "array real general"}) {
    const std::string entries = kind.starts_with("coordinate") ? " 0\n" : "\n";
    check_matrix(kind, "0 3" + entries, {0, 3}, {});
    check_matrix(kind, "3 0" + entries, {3, 0}, {});
    check_matrix(kind, "0 0" + entries, {0, 0}, {});
    check_matrix(kind, "1152921504606846976 0" + entries, {std::size_t{1} << 60, 0}, {});
    check_matrix(kind, "0 1152921504606846976" + entries, {0, std::size_t{1} << 60}, {});
  }
  check_matrix("array real symmetric", "0 0\n", {0, 0}, {});
  check_matrix("array real skew-symmetric", "1 1\n", {1, 1}, {0});
  check_matrix("coordinate real general", "2 1 0\n", {2, 1}, {0, 0});
}

BOOST_AUTO_TEST_CASE(ways_of_writing) {
  check_matrix("COORDINATE Real\tGeneral  ", "% comment\n\n  %another \n1 1 1\n1 1 2", {1, 1}, {2});
  check_matrix("array real general\r", "1 2\r\n\r\n%c\r\n1\r\n% between\r\n2\r\n\r\n%end\r\n", {1, 2}, {1, 2});
  check_matrix("array real general", "\t2 \t 1 \n .5\n\t5.\t\n   \n", {2, 1}, {0.5, 5});
  const scratch_file file("case.mtx", "%%matrixmarket MATRIX Array REAL general\n1 1\n1E0\n");
  check_equal(read_matrix_market(file.path()).midpoint.values, std::vector{1.});
}

BOOST_AUTO_TEST_CASE(decimals_have_radii) {
  const matrix_market_data matrix = read_text("coordinate real general", "2 2 3\n1 1 0.5\n1 2 0.1\n2 1 -1e-400\n");
  check_equal(matrix.midpoint.values, std::vector{0.5, 0.1, 0., 0.});
  BOOST_TEST(matrix.radius.size() == 4u);
  BOOST_TEST(matrix.radius[0] == 0);
  BOOST_TEST(matrix.radius[1] > 0);
  BOOST_TEST(matrix.radius[1] <= 0x1p-57); // half the step between the numbers around 0.1
  BOOST_TEST(matrix.radius[2] == 0x1p-1074);
  BOOST_TEST(matrix.radius[3] == 0);
}

BOOST_AUTO_TEST_CASE(symmetry_mirrors_radii) {
  for (const double sign : {1., -1.}) {
    const matrix_market_data matrix =
        read_text(sign > 0 ? "coordinate real symmetric" : "coordinate real skew-symmetric", "2 2 1\n2 1 0.1\n");
    check_equal(matrix.midpoint.values, std::vector{0., sign * 0.1, 0.1, 0.});
    BOOST_TEST(matrix.radius.size() == 4u);
    BOOST_TEST(matrix.radius[1] == matrix.radius[2]);
    BOOST_TEST(matrix.radius[1] > 0);
    BOOST_TEST(matrix.radius[0] == 0);
  }
}

BOOST_AUTO_TEST_CASE(large_whole_numbers_have_radii) {
  const matrix_market_data matrix = read_text("array integer general", "1 2\n9007199254740993\n9007199254740995\n");
  check_equal(matrix.radius, std::vector{1., 1.});
  BOOST_TEST(std::fabs(matrix.midpoint.values[0] - 0x1p53) <= 2);
}

BOOST_AUTO_TEST_SUITE_END()
