// What people read of a matrix certificate.
#include "mixcert/certificate/matrix_certificate.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>

namespace mixcert::test {
namespace {

matrix<double> diagonal(std::size_t n, double first) {
  matrix<double> a(n, n, 0.0);
  for (std::size_t i = 0; i < n; ++i) a(i, i) = first + static_cast<double>(i);
  return a;
}

std::string text(const matrix_input& input, int digits = 0, const char* radius = nullptr) {
  matrix_certificate c = certify_matrix(input, digits);
  c.data = {"", "m.npy", "F64", {c.rows, c.cols}, "", {}};
  if (radius) c.radius = tensor_reference{radius, "r.npy", "F64", {c.rows, c.cols}, "", {}};
  return summary(c);
}

bool has(const std::string& text, const std::string& piece) { return text.find(piece) != std::string::npos; }

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

} // namespace

BOOST_AUTO_TEST_SUITE(matrix_summary)

BOOST_AUTO_TEST_CASE(of_few_values_lists_each_once) {
  const std::string s = text({diagonal(3, 2), {}});
  BOOST_TEST(s.starts_with("all 3 singular values of m.npy (3 x 3), certified\n\n"), s);
  for (const char* piece :
       {"  1                       4.00000000000000\n", "  3                       2.00000000000000\n",
        "  rank                    3\n", "  widest enclosure        "})
    BOOST_TEST(has(s, piece), s);
  BOOST_TEST(!has(s, "largest"), s);
  BOOST_TEST(lines(s) == 7U);
}

BOOST_AUTO_TEST_CASE(of_many_values_says_where_they_are) {
  BOOST_TEST(!has(text({diagonal(24, 2), {}}), "--json"));
  const std::string s = text({diagonal(25, 2), {}});
  for (const char* piece : {"largest singular value  26.0000000000000\n", "smallest                2.00000000000000\n",
                            "(25 values: --json or -o lists them)"})
    BOOST_TEST(has(s, piece), s);
  BOOST_TEST(lines(s) == 7U);
}

BOOST_AUTO_TEST_CASE(of_one_value_and_of_none) {
  BOOST_TEST(text({matrix<double>(3, 1, {2, 3, 6}), {}}).starts_with("1 singular value of m.npy (3 x 1), certified\n"));
  BOOST_TEST(text({matrix<double>(0, 5, 0.0), {}}) == "m.npy (0 x 5) has no singular values (norm 0)\n");
}

BOOST_AUTO_TEST_CASE(of_zeros_and_of_what_may_be_zero) {
  const std::string zero = text({matrix<double>(2, 3, 0.0), {}});
  BOOST_TEST(has(zero, "  1                       0\n"), zero);
  BOOST_TEST(has(zero, "  rank                    at least 0\n"), zero);
  BOOST_TEST(has(zero, "  widest enclosure        0\n"), zero);
  const std::string one = text({matrix<double>(2, 2, 1.0), {}});
  BOOST_TEST(has(one, "  2                       [0, "), one);
  BOOST_TEST(has(one, "  rank                    at least 1\n"), one);
}

BOOST_AUTO_TEST_CASE(of_decimal_ends_gives_both) {
  const std::string s = text({diagonal(1, 3), {}}, 20);
  BOOST_TEST(has(s, "[2.999999999999999999999e+00, 3.000000000000000000001e+00]"), s);
  BOOST_TEST(has(s, "  widest enclosure        2.1e-21\n"), s);
}

BOOST_AUTO_TEST_CASE(of_a_ball_says_which) {
  const matrix_input ball{diagonal(2, 2), matrix<double>(2, 2, 0x1p-20)};
  const std::string file = text(ball, 0, ""), decimals = text(ball, 0, name_of_decimal_radii);
  BOOST_TEST(file.starts_with("all 2 singular values of every matrix around m.npy (2 x 2), certified\n"), file);
  BOOST_TEST(has(file, "every one whose entries differ by at most those of r.npy"), file);
  BOOST_TEST(has(file, "up to 2.0e-06)"), file); // 2^-19 = 1.907e-6
  BOOST_TEST(has(decimals, "its decimal entries are no binary64 numbers"), decimals);
  BOOST_TEST(!has(decimals, "r.npy"), decimals);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
