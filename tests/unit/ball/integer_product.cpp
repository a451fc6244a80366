// Products of matrices of integers are exact, in lanes of any width (theorem T22 d).
#include "mixcert/ball/integer_product.hpp"
#include "support/exact.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

namespace {

using namespace mixcert;
using namespace mixcert::test;

/// Integers below 2^bits in size.
matrix<double> integers(std::mt19937_64& random, std::size_t rows, std::size_t cols, int bits) {
  matrix<double> a(rows, cols, 0.0);
  for (double& x : a.values()) {
    x = static_cast<double>(random() >> (64 - bits));
    if (random() % 2 == 0) x = -x;
  }
  return a;
}

bool is_upper_part(const matrix<double>& a, const rational_matrix& exact) {
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = i; j < a.cols(); ++j)
      if (mpq_class(a(i, j)) != exact(i, j)) return false;
  return true;
}

} // namespace

BOOST_AUTO_TEST_SUITE(integer_products)

BOOST_AUTO_TEST_CASE(are_exact) {
  std::mt19937_64 random(1);
  for (const std::size_t m : {1U, 5U, 6U, 13U, 24U})
    for (const std::size_t k : {0U, 1U, 7U, 16U, 259U})
      for (const std::size_t n : {1U, 3U, 4U, 9U, 17U, 33U}) {
        const matrix<double> A = integers(random, m, k, 24), B = integers(random, k, n, 24),
                             C = integers(random, m, n, 51);
        const rational_matrix exact = plus(rational(C), times(rational(A), rational(B)));
        for (const lane_width lanes : {lane_width::two, lane_width::four, lane_width::eight}) {
          if (lanes > widest_lanes()) continue;
          matrix<double> found = C;
          add_integer_product(found, A, B, lanes);
          BOOST_TEST((rational(found).values() == exact.values()), m << " x " << k << " x " << n);
          found = C;
          add_upper_integer_product(found, A, B, lanes);
          BOOST_TEST(is_upper_part(found, exact), m << " x " << k << " x " << n);
        }
      }
}

BOOST_AUTO_TEST_CASE(without_rows_or_columns) {
  matrix<double> C(0, 3, 0.0), D(3, 0, 0.0);
  add_integer_product(C, matrix<double>(0, 2, 0.0), matrix<double>(2, 3, 1.0));
  add_integer_product(D, matrix<double>(3, 2, 1.0), matrix<double>(2, 0, 0.0));
  BOOST_TEST(C.values().empty());
  BOOST_TEST(D.values().empty());
}

BOOST_AUTO_TEST_SUITE_END()
