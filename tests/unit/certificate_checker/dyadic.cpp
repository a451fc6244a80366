// Matrices of binary fractions against fractions.
#include "mixcert/certificate/checker/dyadic.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

namespace checker = mixcert::checker;
using checker::dyadic_matrix;
using checker::exact_matrix;
using checker::rational;

namespace {

/// Of numbers of very different sizes, zero among them.
class source {
 public:
  std::vector<double> values(std::size_t count) {
    std::vector<double> r;
    for (std::size_t k = 0; k < count; ++k) {
      const int size = std::uniform_int_distribution<int>(-60, 60)(engine_);
      r.push_back(std::ldexp(std::uniform_int_distribution<int>(-5, 5)(engine_), size));
    }
    return r;
  }
  dyadic_matrix matrix(std::size_t rows, std::size_t cols) { return exact_matrix(values(rows * cols), rows, cols); }

 private:
  std::mt19937_64 engine_{11};
};

} // namespace

BOOST_AUTO_TEST_SUITE(dyadic)

BOOST_AUTO_TEST_CASE(entries_are_exact) {
  source s;
  const std::vector<double> x = s.values(12);
  const dyadic_matrix a = exact_matrix(x, 3, 4), t = transpose(a), c = columns(a, 1, 2), up = scaled(a, 7);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      const rational value = checker::exact(x[i * 4 + j]);
      BOOST_TEST(a.value(i, j) == value);
      BOOST_TEST(t.value(j, i) == value);
      BOOST_TEST(up.value(i, j) == rational(128 * value));
      if (j == 1 || j == 2) BOOST_TEST(c.value(i, j - 1) == value);
      const checker::interval e = entry(a, i, j, 2);
      BOOST_TEST((position_in(e, value, value) == checker::position::inside));
    }
  BOOST_TEST(exact_matrix({0, 0}, 1, 2).value(0, 1) == 0);
  BOOST_TEST(exact_matrix({}, 0, 3).cols == 3);
}

BOOST_AUTO_TEST_CASE(sums_and_products_are_exact) {
  source s;
  for (int round = 0; round < 50; ++round) {
    const dyadic_matrix a = s.matrix(3, 4), b = s.matrix(4, 2), c = s.matrix(3, 4), d = s.matrix(4, 1);
    const dyadic_matrix ab = product(a, b), a_c = difference(a, c), ad = scaled_columns(a, d);
    rational squares = 0;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 4; ++j) {
        squares += a.value(i, j) * a.value(i, j);
        BOOST_TEST(a_c.value(i, j) == rational(a.value(i, j) - c.value(i, j)));
        BOOST_TEST(ad.value(i, j) == rational(a.value(i, j) * d.value(j, 0)));
      }
    BOOST_TEST(squared_frobenius(a) == squares);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 2; ++j) {
        rational sum = 0;
        for (std::size_t k = 0; k < 4; ++k) sum += a.value(i, k) * b.value(k, j);
        BOOST_TEST(ab.value(i, j) == sum);
      }
    const dyadic_matrix defect = orthogonality_defect(a);
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 4; ++j) {
        rational sum = i == j ? -1 : 0;
        for (std::size_t k = 0; k < 3; ++k) sum += a.value(k, i) * a.value(k, j);
        BOOST_TEST(defect.value(i, j) == sum);
      }
  }
}

// In binary64 the sums of such products are 0, 1 or 2, as they are ordered.
BOOST_AUTO_TEST_CASE(nothing_is_lost_at_2_to_the_53) {
  const dyadic_matrix row = exact_matrix({0x1p53, 1, -0x1p53, 1}, 1, 4), ones = exact_matrix({1, 1, 1, 1}, 4, 1);
  BOOST_TEST(product(row, ones).value(0, 0) == 2);
  BOOST_TEST(squared_frobenius(row) == rational(2 * checker::power_of_two(106) + 2));
}

BOOST_AUTO_TEST_CASE(numbers_on_the_diagonal_are_exact) {
  const dyadic_matrix a = exact_matrix({1, 2, 3, 4}, 2, 2);
  const dyadic_matrix r = plus_on_diagonal(a, {checker::power_of_two(-90), rational(-5, 2)});
  BOOST_TEST(r.value(0, 0) == rational(1 + checker::power_of_two(-90)));
  BOOST_TEST(r.value(0, 1) == 2);
  BOOST_TEST(r.value(1, 0) == 3);
  BOOST_TEST(r.value(1, 1) == rational(3, 2));
}

BOOST_AUTO_TEST_SUITE_END()
