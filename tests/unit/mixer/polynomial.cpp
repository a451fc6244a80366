// Polynomials as text and at whole numbers.
#include "mixcert/mixer/polynomial.hpp"

#include <boost/test/unit_test.hpp>
#include <stdexcept>

using mixcert::polynomial;

namespace {

const polynomial n = polynomial::variable("n"), d = polynomial::variable("d");

} // namespace

BOOST_AUTO_TEST_SUITE(polynomials)

BOOST_AUTO_TEST_CASE(like_terms_are_collected) {
  BOOST_TEST((n * d + 1 + d * n - 3).text() == "2 d n - 2");
  BOOST_TEST(((n + 1) * (n - 1)).text() == "n^2 - 1");
  BOOST_TEST((n * (n - 1) / 2).text() == "1/2 n^2 - 1/2 n");
  BOOST_TEST((polynomial(-1) * n * n * d + d).text() == "-d n^2 + d");
  BOOST_TEST((n - n).text() == "0");
  BOOST_TEST(polynomial().text() == "0");
  BOOST_TEST((n - n + 7).text() == "7");
}

BOOST_AUTO_TEST_CASE(values) {
  const polynomial skew = n * (n - 1) / 2;
  for (std::size_t k = 0; k < 9; ++k) BOOST_TEST(skew.at({{"n", k}}) == (k == 0 ? 0 : k * (k - 1) / 2));
  BOOST_TEST((n * n * d - 5).at({{"n", 3}, {"d", 1000}}) == 8995u);
  BOOST_TEST((n * n).at({{"n", 4294967295}}) == 18446744065119617025u);
  BOOST_TEST(polynomial(12).at({}) == 12u);
}

BOOST_AUTO_TEST_CASE(what_has_no_whole_value) {
  for (const polynomial& p : {n, n / 2, n - 2, n * n * n})
    for (const auto& at : {std::map<std::string, std::size_t>{{"d", 1}}})
      BOOST_CHECK_THROW(p.at(at), std::invalid_argument);
  BOOST_CHECK_THROW((n / 2).at({{"n", 3}}), std::invalid_argument);
  BOOST_CHECK_THROW((n - 2).at({{"n", 1}}), std::invalid_argument);
  BOOST_CHECK_THROW((n * n).at({{"n", 4294967296}}), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
