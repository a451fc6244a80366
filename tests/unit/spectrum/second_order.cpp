// Spectra to second order (theorem T27), by exact counting and against a decomposition with many more places.
#include "mixcert/spectrum/second_order.hpp"

#include "checks.hpp"
#include "mixcert/spectrum/decomposition.hpp"
#include "support/double_doubles.hpp"

#include <limits>
#include <string>

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr lane_width widths[] = {lane_width::two, lane_width::four, lane_width::eight};

std::vector<interval> enclosed(const double_double_matrix& A, double radius = 0, lane_width lanes = widest_lanes()) {
  second_order_svd svd(A.rows(), lanes);
  svd.reset(A.rows());
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = 0; j < A.cols(); ++j) svd.set(i, j, A(i, j));
  const std::span<const interval> values = svd.enclose(radius);
  return {values.begin(), values.end()};
}

std::vector<mp_interval> lifted(const std::vector<interval>& values) {
  std::vector<mp_interval> r;
  for (const interval& x : values) r.emplace_back(mp_float(x.lower(), 53), mp_float(x.upper(), 53), enclosure_bits);
  return r;
}

/// Enclosures of 256 places of a matrix' own values.
std::vector<mp_interval> reference(const double_double_matrix& A) {
  matrix<mp_interval> M(A.rows(), A.cols(), mp_interval(0, 400));
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = 0; j < A.cols(); ++j) M(i, j) = mp_interval(A(i, j).high, 400) + mp_interval(A(i, j).low, 400);
  return enclose_singular_values(M, {.witness = 256, .basis = 512, .working = 640});
}

double ulp(double x) { return std::nextafter(x, infinity) - x; }

/// Every value meets its reference, which is 200 places narrower; and within 2 ulp of it where the next values are at
/// least 1e-12 away, for all others of the largest.
void check_sharp(const double_double_matrix& A, const std::string& name, lane_width lanes = widest_lanes()) {
  BOOST_TEST_CONTEXT(name << ", order " << A.rows() << ", lanes " << static_cast<int>(lanes)) {
    const std::vector<interval> values = enclosed(A, 0, lanes);
    const std::vector<mp_interval> expected = reference(A);
    BOOST_REQUIRE_EQUAL(values.size(), expected.size());
    const double largest = values.front().upper();
    for (std::size_t i = 0; i < values.size(); ++i) {
      const interval exact = to_interval(expected[i]);
      BOOST_CHECK_LE(values[i].lower(), exact.upper());
      BOOST_CHECK_GE(values[i].upper(), exact.lower());
      const double width = values[i].upper() - values[i].lower();
      BOOST_CHECK_LE(width, 2 * ulp(largest));
      const double x = exact.upper();
      double gap = infinity;
      if (i > 0) gap = std::min(gap, to_interval(expected[i - 1]).lower() - x);
      if (i + 1 < values.size()) gap = std::min(gap, x - to_interval(expected[i + 1]).upper());
      if (gap > 1e-12 * largest && x > 1e-3 * largest) BOOST_CHECK_LE(width, 2 * ulp(x));
    }
  }
}

double_double_matrix gaussian(std::mt19937_64& random, std::size_t n, double scale, double on_diagonal) {
  std::normal_distribution<double> normal;
  double_double_matrix A(n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      A.high(i, j) = scale * normal(random) + (i == j ? on_diagonal : 0);
      A.low(i, j) = 0x1p-54 * A.high(i, j) * normal(random) / 8;
    }
  return A;
}

/// Orthogonal to 2^-105 or so.
double_double_matrix with_values(const std::vector<mpq_class>& sigma) {
  const std::size_t n = sigma.size();
  return nearest_double_doubles(times(householder(n), times(rational_diagonal(sigma), hadamard(n))));
}

} // namespace

BOOST_AUTO_TEST_SUITE(second_order)

BOOST_AUTO_TEST_CASE(known_matrices_by_counting) {
  for (const std::vector<known_matrix>& list : {coarse_matrices(), fine_matrices()})
    for (const known_matrix& known : list) BOOST_TEST_CONTEXT(known.name) {
        const double_double_matrix A = nearest_double_doubles(known.A);
        if (known.sigma.front() == 0) {
          BOOST_CHECK(enclosed(A).empty());
        } else {
          for (const lane_width lanes : widths)
            if (lanes <= widest_lanes()) check_by_counting(lifted(enclosed(A, 0, lanes)), rational(A));
        }
      }
}

BOOST_AUTO_TEST_CASE(random_matrices_of_all_orders) {
  std::mt19937_64 random(7);
  for (const std::size_t n : {1, 2, 3, 5, 8, 15, 16, 17, 24, 31, 32, 33, 64})
    for (const lane_width lanes : widths)
      if (lanes <= widest_lanes()) {
        check_sharp(gaussian(random, n, 1, 0), "gaussian", lanes);
        check_sharp(gaussian(random, n, 0.1, 1), "near the identity", lanes);
      }
}

BOOST_AUTO_TEST_CASE(values_at_all_distances) {
  for (int distance = 4; distance <= 110; distance += 3) {
    const mpq_class near = power_of_two(-distance);
    const std::vector<mpq_class> groups = {
        2, 2 + near, 2 - near, 1, 1 + near, 1 - near, 1 + 2 * near, 1 - 2 * near, near, near + near / 8,
        0, 3,        4,        5, 6,        7};
    check_sharp(with_values(groups), "groups 2^-" + std::to_string(distance) + " apart");
  }
}

BOOST_AUTO_TEST_CASE(chains_of_near_values) {
  for (int distance = 30; distance <= 60; distance += 2) {
    std::vector<mpq_class> values;
    for (long k = 0; k < 64; ++k) values.push_back(1 + k * power_of_two(-distance));
    check_sharp(with_values(values), "64 values, each 2^-" + std::to_string(distance) + " from the next");
  }
}

BOOST_AUTO_TEST_CASE(graded_and_deficient_matrices) {
  for (const long step : {1, 2, 3, 5, 9, 20, 60}) {
    std::vector<mpq_class> values;
    for (long k = 0; k < 16; ++k) values.push_back(power_of_two(-step * k));
    check_sharp(with_values(values), "graded by 2^-" + std::to_string(step));
  }
  for (const std::size_t rank : {1, 3, 8, 15}) {
    std::vector<mpq_class> values(16, 0);
    for (std::size_t k = 0; k < rank; ++k) values[k] = mpq_class(static_cast<long>(k) + 3) / 7;
    check_sharp(with_values(values), "rank " + std::to_string(rank));
  }
  double_double_matrix shift(10, 10);
  for (std::size_t i = 0; i + 1 < 10; ++i) shift.high(i, i + 1) = 3;
  check_sharp(shift, "nilpotent");
}

// Without zeros to fill up with: a value that is taken for zero has no direction but that of its own sign.
BOOST_AUTO_TEST_CASE(one_value_near_rounding) {
  for (int exponent = -46; exponent >= -60; --exponent)
    for (const long step : {1, 3, 7}) {
      std::vector<mpq_class> values;
      for (long k = 0; k < 15; ++k) values.push_back(mpq_class(40 + step * k) / 40);
      values.push_back(power_of_two(exponent));
      check_sharp(with_values(values), "a last value of 2^" + std::to_string(exponent));
    }
}

BOOST_AUTO_TEST_CASE(all_scales) {
  std::mt19937_64 random(9);
  for (const int exponent : {-430, -300, -53, 53, 300, 430}) {
    double_double_matrix A = gaussian(random, 12, 1, 1);
    scale(A, exponent);
    check_sharp(A, "scaled by 2^" + std::to_string(exponent));
  }
}

BOOST_AUTO_TEST_CASE(every_member_of_the_ball) {
  std::mt19937_64 random(11);
  for (const double radius : {1e-18, 1e-12, 1e-3}) {
    const double_double_matrix A = gaussian(random, 9, 1, 2);
    const std::vector<interval> values = enclosed(A, radius);
    for (int k = 0; k < 20; ++k) {
      double_double_matrix moved = A, by = gaussian(random, 9, 1, 0);
      const double norm = frobenius_up(by);
      for (std::size_t at = 0; at < 81; ++at) {
        const mpq_class x = rational(double_double{A.high.values()[at], A.low.values()[at]});
        const double_double y = nearest_double_double(x + mpq_class(0.999 * radius * by.high.values()[at] / norm));
        moved.high.values()[at] = y.high;
        moved.low.values()[at] = y.low;
      }
      const std::vector<mp_interval> expected = reference(moved);
      for (std::size_t i = 0; i < 9; ++i) {
        BOOST_CHECK_LE(values[i].lower(), to_interval(expected[i]).upper());
        BOOST_CHECK_GE(values[i].upper(), to_interval(expected[i]).lower());
      }
    }
    for (const interval& x : values) BOOST_CHECK_LE(x.upper() - x.lower(), 2.01 * radius + 4 * ulp(x.upper()));
  }
}

BOOST_AUTO_TEST_CASE(memory_is_used_again) {
  std::mt19937_64 random(13);
  second_order_svd svd(32);
  for (const std::size_t n : {32, 3, 17, 1, 32}) {
    const double_double_matrix A = gaussian(random, n, 1, 0);
    svd.reset(n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) svd.set(i, j, A(i, j));
    const std::span<const interval> values = svd.enclose(0);
    const std::vector<mp_interval> expected = reference(A);
    BOOST_REQUIRE_EQUAL(values.size(), n);
    for (std::size_t i = 0; i < n; ++i) BOOST_CHECK_LE(values[i].lower(), to_interval(expected[i]).upper());
    for (std::size_t i = 0; i < n; ++i) BOOST_CHECK_GE(values[i].upper(), to_interval(expected[i]).lower());
  }
  BOOST_CHECK_THROW(svd.reset(33), std::invalid_argument);
  BOOST_CHECK_THROW(svd.reset(0), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(what_is_not_finite_is_refused) {
  std::mt19937_64 random(15);
  const double_double_matrix A = gaussian(random, 6, 1, 1);
  for (const double bad : {not_a_number, infinity, -infinity, 1e300, 1e-300}) {
    double_double_matrix B = A;
    if (std::fabs(bad) < infinity)
      scale(B, std::ilogb(bad));
    else
      B.high(3, 2) = bad;
    BOOST_CHECK(enclosed(B).empty());
  }
  double_double_matrix low = A;
  low.low(5, 5) = not_a_number;
  BOOST_CHECK(enclosed(low).empty());
  BOOST_CHECK(enclosed(A, not_a_number).empty());
  BOOST_CHECK(enclosed(A, infinity).empty());
  BOOST_CHECK(enclosed(double_double_matrix(4, 4)).empty());
}

BOOST_AUTO_TEST_CASE(entries_whose_squares_underflow) {
  std::mt19937_64 random(17);
  for (const int exponent : {-530, -535, -540, -1000}) {
    double_double_matrix A = gaussian(random, 20, 1, 0);
    for (std::size_t i = 0; i < 20; ++i)
      for (std::size_t j = 0; j < 20; ++j)
        if (i > 2 || j > 2) A.low(i, j) = 0, A.high(i, j) = std::ldexp(A.high(i, j), exponent);
    const std::vector<interval> values = enclosed(A);
    if (values.empty()) continue; // refused, not a crash
    const std::vector<mp_interval> expected = reference(A);
    for (std::size_t i = 0; i < 20; ++i) {
      BOOST_CHECK_LE(values[i].lower(), to_interval(expected[i]).upper());
      BOOST_CHECK_GE(values[i].upper(), to_interval(expected[i]).lower());
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
