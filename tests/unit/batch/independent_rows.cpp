// Rows that depend on one another in terms of rows that do not (theorem T28 (a), (b)) against rationals, in all lanes.
#include "mixcert/batch/independent_rows.hpp"
#include "support/double_doubles.hpp"

#include <cmath>
#include <limits>

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr lane_width all_widths[] = {lane_width::two, lane_width::four, lane_width::eight};

using exact_row = std::vector<mpq_class>;

mpq_class inner_product(const exact_row& a, const exact_row& b) {
  mpq_class r = 0;
  for (std::size_t c = 0; c < a.size(); ++c) r += a[c] * b[c];
  return r;
}

bool holds(const dd_ball& ball, const mpq_class& x) {
  return abs(mpq_class(mpq_class(ball.high) + mpq_class(ball.low) - x)) <= mpq_class(ball.radius);
}

template <class F> void in_all_lanes(F check) {
  for (const lane_width lanes : all_widths)
    if (lanes <= widest_lanes()) check(detail::batch_kernels_of(lanes, false));
}

std::vector<double> random_numbers(std::mt19937_64& random, std::size_t count) {
  std::normal_distribution<double> normal;
  std::vector<double> r(count);
  for (double& x : r) x = normal(random);
  return r;
}

/// n x d numbers: rows are combinations of the first few, plus `noise`, each number rounded by `rounded`.
template <class F>
std::vector<double> combinations(std::mt19937_64& random, std::size_t n, std::size_t d, std::size_t first, double noise,
                                 F rounded) {
  std::vector<double> X = random_numbers(random, n * d);
  for (std::size_t s = first; s < n; ++s) {
    const std::vector<double> factors = random_numbers(random, first);
    for (std::size_t c = 0; c < d; ++c) {
      X[s * d + c] *= noise;
      for (std::size_t j = 0; j < first; ++j) X[s * d + c] += factors[j] * X[j * d + c];
    }
  }
  for (double& x : X) x = rounded(x);
  return X;
}

double same_number(double x) { return x; }
double in_binary32(double x) { return static_cast<float>(x); }

/// Whether y_s = x_s - sum c_sj y_j and their inner products are where they are said to be; these y_s.
std::vector<exact_row> check_rows(const independent_rows& rows, const std::vector<exact_row>& X) {
  std::vector<exact_row> y = X;
  const std::size_t n = X.size(), d = X.front().size();
  const long_rows& known = rows.rows();
  for (std::size_t s = 0; s < n; ++s) {
    for (std::size_t j = 0; j < s; ++j)
      for (std::size_t c = 0; c < d; ++c) y[s][c] -= mpq_class(rows.coefficient(s, j)) * y[j][c];
    mpq_class distance = 0, square = 0;
    for (std::size_t c = 0; c < d; ++c) {
      const mpq_class high = known.high[s].numbers[c], low = known.low.empty() ? 0.0 : known.low[s][c];
      BOOST_CHECK(abs(low) <= mpq_class(0x1p-53) * abs(high));
      const mpq_class off = y[s][c] - high - low;
      distance += off * off;
      square += high * high;
    }
    const mpq_class error = known.error[s], norm = known.norm[s], given = rows.given().norm[s];
    BOOST_CHECK(distance <= error * error);
    BOOST_CHECK(square <= norm * norm);
    BOOST_CHECK(inner_product(y[s], y[s]) <= norm * norm);
    BOOST_CHECK(inner_product(X[s], X[s]) <= given * given);
    for (std::size_t j = 0; j <= s; ++j) {
      BOOST_CHECK(holds(rows.product(s, j), inner_product(y[s], y[j])));
    }
  }
  return y;
}

std::vector<exact_row> exact_rows(const std::vector<double>& X, std::size_t d) {
  std::vector<exact_row> r;
  for (std::size_t at = 0; at < X.size(); at += d) r.emplace_back(X.begin() + at, X.begin() + at + d);
  return r;
}

/// Rows are not near the span of others, and their inner products are known to 27 digits of what they were made of.
void check_sharp(const independent_rows& rows, std::size_t n) {
  const long_rows& y = rows.rows();
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t j = 0; j <= s; ++j) {
      if (j < s) BOOST_CHECK_LE(std::fabs(rows.product(s, j).high), (1 - 0x1p-22) * y.norm[s] * y.norm[j]);
      const double given = rows.given().norm[s] * y.norm[j] + rows.given().norm[j] * y.norm[s];
      BOOST_CHECK_LE(rows.product(s, j).radius, 1e-27 * given);
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(rows_that_depend)

BOOST_AUTO_TEST_CASE(independent_rows_stay) {
  std::mt19937_64 random(1);
  in_all_lanes([&](const detail::batch_kernels& kernels) {
    for (const std::size_t d : {4, 37, 300}) {
      const std::vector<double> X = combinations(random, 4, d, 4, 1, same_number);
      independent_rows rows(kernels, 4, d);
      rows.read(X.data());
      BOOST_CHECK(check_rows(rows, exact_rows(X, d)) == exact_rows(X, d));
      BOOST_CHECK(rows.rows().low.empty());
    }
  });
}

BOOST_AUTO_TEST_CASE(combinations_but_for_rounding) {
  std::mt19937_64 random(2);
  in_all_lanes([&](const detail::batch_kernels& kernels) {
    for (const std::size_t n : {2, 4, 8})
      for (const std::size_t first : {1, 2, 3})
        for (const double noise : {0.0, 1e-3, 1e-6, 1e-10}) {
          const std::size_t d = 2 * n + 5;
          const std::vector<double> X =
              combinations(random, n, d, first, noise, noise == 0 ? in_binary32 : same_number);
          independent_rows rows(kernels, n, d);
          rows.read(X.data());
          check_rows(rows, exact_rows(X, d));
          check_sharp(rows, n);
        }
  });
}

BOOST_AUTO_TEST_CASE(one_after_the_other) {
  std::mt19937_64 random(3);
  const detail::batch_kernels kernels = detail::batch_kernels_of(widest_lanes(), false);
  independent_rows rows(kernels, 3, 20);
  for (const std::size_t first : {1, 3, 2, 3}) {
    const std::vector<double> X = combinations(random, 3, 20, first, 0, in_binary32);
    rows.read(X.data());
    check_rows(rows, exact_rows(X, 20));
    check_sharp(rows, 3);
  }
}

BOOST_AUTO_TEST_CASE(combinations_of_few_places_are_zeros) {
  std::mt19937_64 random(4);
  in_all_lanes([&](const detail::batch_kernels& kernels) {
    for (const std::vector<double>& factors : {std::vector<double>{1, 1, 1}, {-1, 0.5, 3}, {0, 1, -2}}) {
      std::vector<double> X = random_numbers(random, 20);
      for (const double factor : factors)
        for (std::size_t c = 0; c < 20; ++c) X.push_back(in_binary32(X[c] = in_binary32(X[c])) * factor);
      independent_rows rows(kernels, 4, 20);
      rows.read(X.data());
      check_rows(rows, exact_rows(X, 20));
      for (std::size_t s = 1; s < 4; ++s)
        for (std::size_t j = 0; j < 4; ++j) BOOST_CHECK(dd_balls::is_exact_zero(rows.product(s, j)));
    }
  });
}

BOOST_AUTO_TEST_CASE(zeros_among_rows_that_depend) {
  std::mt19937_64 random(6);
  in_all_lanes([&](const detail::batch_kernels& kernels) {
    for (const std::size_t zero : {0, 1, 3}) {
      std::vector<double> X = combinations(random, 4, 20, 2, 0, in_binary32);
      std::fill_n(X.begin() + static_cast<std::ptrdiff_t>(20 * zero), 20, 0.0);
      independent_rows rows(kernels, 4, 20);
      rows.read(X.data());
      check_rows(rows, exact_rows(X, 20));
      for (std::size_t j = 0; j < 4; ++j) BOOST_CHECK(dd_balls::is_exact_zero(rows.product(zero, j)));
    }
  });
}

BOOST_AUTO_TEST_CASE(rows_of_balls) {
  std::mt19937_64 random(5);
  in_all_lanes([&](const detail::batch_kernels& kernels) {
    constexpr std::size_t n = 4, d = 20;
    const std::vector<double> X = combinations(random, n, d, 2, 0, in_binary32);
    std::vector<dd_ball> balls;
    std::vector<exact_row> members(n, exact_row(d));
    for (std::size_t at = 0; at < n * d; ++at) {
      const double low = X[at] * 0x1p-54, radius = std::fabs(X[at]) * 0x1p-96;
      balls.push_back({X[at], low, radius});
      members[at / d][at % d] = mpq_class(X[at]) + low + (X[at] > 0 ? radius : -radius);
    }
    const owned_rows rows(kernels, d, balls);
    const std::vector<dd_ball> products = gram_matrix(kernels, rows.rows());
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < n; ++k)
        BOOST_CHECK(holds(products[j * n + k], inner_product(members[j], members[k])));
  });
}

BOOST_AUTO_TEST_CASE(norms_of_rows) {
  const detail::batch_kernels kernels = detail::batch_kernels_of(widest_lanes(), false);
  const std::vector<double> numbers = {3, 0, 4}, tiny = {0x1p-600, 0, 0x1p-700}, zeros(3);
  const auto norm = [&](const std::vector<double>& row, double error, double square) {
    return norm_from_square(kernels, {3, {{row.data(), nullptr}}, {}, {0}, {error}}, 0, square);
  };
  BOOST_CHECK_GE(norm(numbers, 0, 25), 5);
  BOOST_CHECK_LE(norm(numbers, 0, 25), 5 + 4e-14);
  BOOST_CHECK_GE(norm(numbers, 0.5, 25), 5.5);
  BOOST_CHECK_EQUAL(norm(zeros, 0, 0), 0);
  BOOST_CHECK_EQUAL(norm(tiny, 0, 0), infinity); // its squares underflow; it is no row of zeros
  BOOST_CHECK_EQUAL(norm(zeros, 0x1p-300, 0), infinity);
  for (const double square : {infinity, 0x1p-401, 0x1p401, -1.0, std::numeric_limits<double>::quiet_NaN()})
    BOOST_CHECK_EQUAL(norm(numbers, 0, square), infinity);
}

BOOST_AUTO_TEST_SUITE_END()
