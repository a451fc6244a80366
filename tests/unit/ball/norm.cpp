#include "balls.hpp"

#include "mixcert/ball/norm.hpp"
#include "mixcert/scalar/directed.hpp"

namespace mixcert::test {
namespace {

/// ||B x||^2 / ||x||^2 in rationals for an x that many steps have turned to the largest singular value: a lower bound
/// of ||B||^2, and a sharp one.
mpq_class rayleigh(const matrix<double>& b) {
  std::vector<double> x(b.cols(), 1.0);
  for (int step = 0; step < 200; ++step) {
    std::vector<double> y(b.rows(), 0.0), z(b.cols(), 0.0);
    for (std::size_t i = 0; i < b.rows(); ++i)
      for (std::size_t j = 0; j < b.cols(); ++j) y[i] += b(i, j) * x[j];
    for (std::size_t i = 0; i < b.rows(); ++i)
      for (std::size_t j = 0; j < b.cols(); ++j) z[j] += b(i, j) * y[i];
    const double largest = *std::max_element(z.begin(), z.end());
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = z[j] / largest;
  }
  const rational_matrix X(b.cols(), 1, rational(x));
  return frobenius_squared(times(rational(b), X)) / frobenius_squared(X);
}

/// The x of Collatz's bound: four power steps from (1, ..., 1), rounded up, kept between 2^-40 and 1.
std::vector<double> collatz_vector(const matrix<double>& b) {
  std::vector<double> x(b.cols(), 1.0);
  for (int step = 0; step < 4; ++step) {
    std::vector<double> y(b.rows(), 0.0), z(b.cols(), 0.0);
    for (std::size_t i = 0; i < b.rows(); ++i)
      for (std::size_t j = 0; j < b.cols(); ++j) y[i] = add_up(y[i], mul_up(b(i, j), x[j]));
    for (std::size_t i = 0; i < b.rows(); ++i)
      for (std::size_t j = 0; j < b.cols(); ++j) z[j] = add_up(z[j], mul_up(b(i, j), y[i]));
    const double largest = *std::max_element(z.begin(), z.end());
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = std::max(z[j] / largest, 0x1p-40);
  }
  return x;
}

/// max_j (B^T B x)_j / x_j for that x, exactly.
mpq_class collatz_squared(const matrix<double>& b) {
  const rational_matrix B = rational(b), X(b.cols(), 1, rational(collatz_vector(b)));
  const rational_matrix Z = times(transpose(B), times(B, X));
  mpq_class quotient = 0;
  for (std::size_t j = 0; j < b.cols(); ++j) quotient = std::max(quotient, mpq_class(Z(j, 0) / X(j, 0)));
  return quotient;
}

matrix<double> random_non_negative(std::mt19937_64& random, std::size_t rows, std::size_t cols, int spread) {
  std::uniform_real_distribution<double> uniform(0, 1);
  matrix<double> b(rows, cols, 0.0);
  for (double& x : b.values()) x = std::ldexp(uniform(random), spread == 0 ? 0 : static_cast<int>(random() % spread));
  return b;
}

} // namespace

BOOST_AUTO_TEST_SUITE(spectral_norm)

BOOST_AUTO_TEST_CASE(is_never_below_the_norm_and_close_to_it) {
  std::mt19937_64 random(3);
  for (const auto& [rows, cols] : {std::pair{1, 1}, {1, 7}, {7, 1}, {5, 3}, {12, 12}, {30, 4}})
    for (const int spread : {0, 8, 60})
      for (const int exponent : {0, -1060, 960}) {
        matrix<double> b =
            random_non_negative(random, static_cast<std::size_t>(rows), static_cast<std::size_t>(cols), spread);
        for (double& x : b.values()) x = std::ldexp(x, exponent);
        const mpq_class norm_squared = rayleigh(map(b, [&](double x) { return std::ldexp(x, -exponent); }));
        const mpq_class bound = rational(spectral_norm_up(b)) * power_of_two(-exponent);
        BOOST_TEST_INFO(rows << " x " << cols << ", spread " << spread << ", exponent " << exponent);
        if (exponent == 0) BOOST_CHECK(bound * bound >= norm_squared);
        // Entries near the bottom of binary64 were rounded by ldexp; the scaled reference then differs by that.
        BOOST_CHECK(bound * bound * mpq_class(101, 100) >= norm_squared);
        BOOST_CHECK(bound * bound <= norm_squared * mpq_class(13, 10));
        BOOST_CHECK(tight(spectral_norm_up(b), frobenius(rational(b))));
      }
}

// The smaller of Collatz's bound and the Frobenius norm, in rationals: never below it, nor above by a part in 2^40.
BOOST_AUTO_TEST_CASE(is_what_its_formula_says) {
  std::mt19937_64 random(9);
  std::size_t by_collatz = 0, by_frobenius = 0;
  for (const auto& [rows, cols] : {std::pair{1, 1}, {1, 7}, {7, 1}, {2, 2}, {5, 3}, {3, 5}, {9, 9}})
    for (const int spread : {0, 3, 12, 60})
      for (const int exponent : {0, -900, 960})
        for (const bool with_zeros : {false, true}) {
          const matrix<double> b =
              map(random_non_negative(random, static_cast<std::size_t>(rows), static_cast<std::size_t>(cols), spread),
                  [&](double x) { return with_zeros && random() % 2 == 0 ? 0 : x; });
          if (std::all_of(b.values().begin(), b.values().end(), [](double x) { return x == 0; })) continue;
          const mpq_class collatz = collatz_squared(b), frobenius = frobenius_squared(rational(b));
          const mpq_class bound =
              rational(spectral_norm_up(map(b, [&](double x) { return std::ldexp(x, exponent); }))) *
              power_of_two(-exponent);
          const mpq_class square = std::min(collatz, frobenius), part = 1 + power_of_two(-40);
          BOOST_TEST_INFO(rows << " x " << cols << ", spread " << spread << ", exponent " << exponent);
          BOOST_CHECK(bound * bound >= square);
          BOOST_CHECK(bound * bound <= square * part * part);
          by_collatz += collatz < frobenius;
          by_frobenius += frobenius < collatz;
        }
  BOOST_TEST(by_collatz > 20U);
  BOOST_TEST(by_frobenius > 20U);
}

BOOST_AUTO_TEST_CASE(is_sharp_where_the_frobenius_norm_is_not) {
  const matrix<double> identity(9, 9, [] {
    std::vector<double> values(81, 0.0);
    for (std::size_t i = 0; i < 9; ++i) values[i * 10] = 1;
    return values;
  }());
  const double bound = spectral_norm_up(identity);
  BOOST_CHECK(bound >= 1 && bound <= 1 + 0x1p-40);
  const double all_equal = spectral_norm_up(matrix<double>(6, 6, 0.5));
  BOOST_CHECK(all_equal >= 3 && all_equal <= 3 * (1 + 0x1p-40));
}

// ||x y^T|| = |x| |y|, and the first power step is at y.
BOOST_AUTO_TEST_CASE(is_sharp_for_one_direction) {
  std::mt19937_64 random(6);
  for (const int exponent : {0, -1000, 900}) {
    matrix<double> b(7, 5, 0.0);
    std::vector<double> x, y;
    for (std::size_t i = 0; i < b.rows(); ++i) x.push_back(static_cast<double>(1 + random() % 1000));
    for (std::size_t j = 0; j < b.cols(); ++j) y.push_back(static_cast<double>(1 + random() % 1000));
    for (std::size_t i = 0; i < b.rows(); ++i)
      for (std::size_t j = 0; j < b.cols(); ++j) b(i, j) = std::ldexp(x[i] * y[j], exponent);
    BOOST_CHECK(sharp(spectral_norm_up(b), frobenius(rational(b))));
  }
}

BOOST_AUTO_TEST_CASE(an_estimate_by_power_steps_alone_would_be_too_small) {
  std::mt19937_64 random(5);
  const matrix<double> b = random_non_negative(random, 12, 12, 20);
  const std::vector<double> ones(12, 1.0);
  mpq_class quotient = frobenius_squared(times(rational(b), rational_matrix(12, 1, rational(ones)))) / 12;
  BOOST_CHECK(quotient < rayleigh(b)); // one step's Rayleigh quotient, which is no bound
  const mpq_class bound = rational(spectral_norm_up(b));
  BOOST_CHECK(bound * bound >= rayleigh(b));
}

BOOST_AUTO_TEST_CASE(of_nothing_is_zero_and_of_what_is_no_radius_infinite) {
  BOOST_CHECK_EQUAL(spectral_norm_up(matrix<double>(0, 5, 0.0)), 0);
  BOOST_CHECK_EQUAL(spectral_norm_up(matrix<double>(3, 2, 0.0)), 0);
  for (const double bad : {infinity, not_a_number, -1.0, -infinity})
    for (std::size_t at = 0; at < 6; ++at) {
      matrix<double> b(3, 2, 1.0);
      b.values()[at] = bad;
      BOOST_CHECK_EQUAL(spectral_norm_up(b), infinity);
    }
  BOOST_CHECK(spectral_norm_up(matrix<double>(2, 2, largest_double)) == infinity);
  BOOST_CHECK(spectral_norm_up(matrix<double>(1, 1, 0x1p-1074)) >= 0x1p-1074);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
