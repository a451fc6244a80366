// Norms and scaling of matrices of double-double numbers (theorem T22 e, c).
#include "mixcert/ball/double_double_matrix.hpp"
#include "support/double_doubles.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

namespace {

using namespace mixcert;
using namespace mixcert::test;

} // namespace

BOOST_AUTO_TEST_SUITE(double_double_matrices)

BOOST_AUTO_TEST_CASE(norm_is_bounded_and_tight) {
  std::mt19937_64 random(1);
  for (const int exponent : {0, -100, 300, 449, 451, 600, -440, -460, -600, -1000, -1070})
    for (const std::size_t rows : {1U, 3U, 20U}) {
      const double_double_matrix a = random_double_doubles(random, rows, 7, exponent);
      const mpq_class square = frobenius_squared(rational(a)), bound = rational(frobenius_up(a));
      BOOST_TEST(at_least_root(bound, square), exponent);
      BOOST_TEST((bound <= root_up(square) * (1 + power_of_two(-40)) + 16 * power_of_two(-1074)), exponent);
    }
}

// Of 1 + 4000 2^-54 the computed sum is 1.
BOOST_AUTO_TEST_CASE(norm_includes_rounding) {
  double_double_matrix a(1, 4000);
  for (double& x : a.high.values()) x = 0x1p-27;
  a.high(0, 0) = 1;
  const mpq_class square = frobenius_squared(rational(a)), bound = rational(frobenius_up(a));
  BOOST_TEST(at_least_root(bound, square));
  double sum = 0;
  for (const double x : a.high.values()) sum += x * x;
  BOOST_TEST(sum == 1);
  BOOST_TEST(!at_least_root(1 + power_of_two(-52), square));
}

BOOST_AUTO_TEST_CASE(norm_of_what_is_not_finite) {
  for (const double bad : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    double_double_matrix a(2, 2);
    a.high(0, 0) = 1;
    a.high(1, 1) = bad;
    BOOST_TEST(!(frobenius_up(a) < std::numeric_limits<double>::infinity()));
  }
  double_double_matrix low(1, 1);
  low.high(0, 0) = std::numeric_limits<double>::max();
  low.low(0, 0) = std::numeric_limits<double>::quiet_NaN(); // as an overflow in the last step leaves it
  BOOST_TEST(!(frobenius_up(low) < std::numeric_limits<double>::infinity()));
}

BOOST_AUTO_TEST_CASE(scaling_is_exact_but_for_subnormal_numbers) {
  std::mt19937_64 random(2);
  for (const int size : {0, -900, 1000, -1000})
    for (const int step : {0, 5, -5, 400, -400, -60, -70, -1020})
      if (size + step < 1000) {
        const double_double_matrix a = random_double_doubles(random, 20, 20, size);
        double_double_matrix b = a;
        scale(b, step);
        for (std::size_t i = 0; i < a.rows(); ++i)
          for (std::size_t j = 0; j < a.cols(); ++j) {
            const mpq_class exact = rational(a(i, j)) * power_of_two(step);
            const mpq_class error = abs(mpq_class(rational(b(i, j)) - exact));
            BOOST_TEST((error <= (step < 0 ? power_of_two(-1074) : mpq_class(0))));
            BOOST_TEST(is_normalised(b(i, j)));
          }
      }
}

// 2^-1022 and 0.55 2^-1074: parts scaled one by one would not be a double-double number.
BOOST_AUTO_TEST_CASE(scaling_keeps_numbers_normalised) {
  double_double_matrix a(1, 1);
  a.high(0, 0) = 0x1.2p0;
  a.low(0, 0) = 0x1.1p-53;
  scale(a, -1022);
  BOOST_TEST(is_normalised(a(0, 0)));
}

BOOST_AUTO_TEST_SUITE_END()
