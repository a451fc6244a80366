#include "mixcert/construction/doubly_stochastic.hpp"

#include "mixcert/expression/text.hpp"

#include <bit>
#include <boost/test/unit_test.hpp>
#include <stdexcept>
#include <string>

namespace mixcert::test {
namespace {

using rationals = matrix<rational>;

bool equal(const rational& x, const rational& y) { return is_exact_zero(x - y); }

bool equal(const rationals& x, const rationals& y) {
  if (x.rows() != y.rows() || x.cols() != y.cols()) return false;
  for (std::size_t i = 0; i < x.values().size(); ++i)
    if (!equal(x.values()[i], y.values()[i])) return false;
  return true;
}

rationals times(const rationals& a, const rationals& b) {
  rationals c(a.rows(), b.cols(), rational());
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t k = 0; k < a.cols(); ++k)
      for (std::size_t j = 0; j < b.cols(); ++j) c(i, j) += a(i, k) * b(k, j);
  return c;
}

rational sum(const rationals& a) {
  rational s;
  for (const rational& x : a.values()) s += x;
  return s;
}

bool is_doubly_stochastic(const rationals& H) {
  for (const rational& x : H.values())
    if (certainly_less(x, rational())) return false;
  const rationals ones(H.rows(), 1, rational(1.0));
  return equal(times(H, ones), ones) && equal(times(transpose(H), ones), ones);
}

/// Coefficients of det(x I - A), the leading one first, by Faddeev and LeVerrier.
std::vector<rational> characteristic_polynomial(const rationals& A) {
  const std::size_t n = A.rows();
  std::vector<rational> coefficients = {rational(1.0)};
  rationals M(n, n, rational());
  for (std::size_t k = 1; k <= n; ++k) {
    M = times(A, M);
    for (std::size_t i = 0; i < n; ++i) M(i, i) += coefficients.back();
    const rationals product = times(A, M);
    rational trace;
    for (std::size_t i = 0; i < n; ++i) trace += product(i, i);
    coefficients.push_back(-trace / rational(static_cast<long>(k), 1));
  }
  return coefficients;
}

} // namespace

BOOST_AUTO_TEST_SUITE(doubly_stochastic_families)

BOOST_AUTO_TEST_CASE(the_example_of_three_streams) {
  const mixing_example example = three_stream_example();
  BOOST_TEST(is_doubly_stochastic(example.H));
  BOOST_TEST(equal(times(example.H, example.X), example.output));
  BOOST_TEST(equal(sum(example.X), rational(60, 1)));
  BOOST_TEST(equal(sum(example.output), rational(60, 1)));
}

/// x^3 - 1: the eigenvalues are the cube roots of unity, two of which are not real; and another 1 with a fourth stream.
BOOST_AUTO_TEST_CASE(the_three_cycle) {
  const rationals streams(3, 1, {rational(1, 1), rational(2, 1), rational(3, 1)});
  const rationals P = three_cycle();
  BOOST_TEST(equal(times(P, streams), rationals(3, 1, {rational(2, 1), rational(3, 1), rational(1, 1)})));
  const auto check = [](const rationals& A, const std::vector<long>& expected) {
    const std::vector<rational> found = characteristic_polynomial(A);
    BOOST_TEST_REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) BOOST_TEST(equal(found[i], rational(expected[i], 1)));
  };
  check(P, {1, 0, 0, -1});
  check(three_cycle(4), {1, -1, 0, -1, 1}); // (x^3 - 1)(x - 1)
  BOOST_TEST(is_doubly_stochastic(three_cycle(4)));
  BOOST_CHECK_THROW(three_cycle(2), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(binary_kronecker_products_as_printed) {
  BOOST_TEST(to_text(binary_kronecker(0)) == "[1]\n");
  BOOST_TEST(to_text(binary_kronecker(1)) == "[a_1,     1 - a_1]\n[1 - a_1, a_1]\n");
  const std::vector<expression> two = binary_kronecker_eigenvalues(2);
  const std::vector<std::string> expected = {"1", "2 * a_2 - 1", "2 * a_1 - 1", "(2 * a_1 - 1) * (2 * a_2 - 1)"};
  for (std::size_t i = 0; i < 4; ++i) BOOST_TEST(to_text(two[i]) == expected[i]);
  BOOST_CHECK_THROW(binary_kronecker(11), std::invalid_argument);
  BOOST_CHECK_THROW(binary_kronecker_eigenvalues(11), std::invalid_argument);
}

/// H W = W diag(eigenvalues) for the matrix W of signs, whose columns are orthogonal: so these are all.
BOOST_AUTO_TEST_CASE(binary_kronecker_eigenvectors) {
  const parameters values{
      {"a_1", rational(2, 3)}, {"a_2", rational(1, 5)}, {"a_3", rational(1, 1)}, {"a_4", rational(7, 11)}};
  for (std::size_t factors = 0; factors <= 4; ++factors) {
    const std::size_t n = std::size_t{1} << factors;
    const rationals H = evaluate(context<rational>{}, binary_kronecker(factors), values);
    BOOST_TEST(is_doubly_stochastic(H));
    const std::vector<expression> eigenvalues = binary_kronecker_eigenvalues(factors);
    BOOST_TEST_REQUIRE(eigenvalues.size() == n);
    rationals signs(n, n, rational()), scaled = signs;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        signs(i, j) = rational(std::popcount(i & j) % 2 == 0 ? 1 : -1, 1);
        scaled(i, j) = signs(i, j) * evaluate(context<rational>{}, eigenvalues[j], values);
      }
    BOOST_TEST(equal(times(H, signs), scaled));
    rationals gram(n, n, rational());
    for (std::size_t i = 0; i < n; ++i) gram(i, i) = rational(static_cast<long>(n), 1);
    BOOST_TEST(equal(times(transpose(signs), signs), gram));
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
