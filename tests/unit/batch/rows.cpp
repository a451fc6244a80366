// Inner products and rows of a state (theorem T28 (a), (b)) against rationals, in all lanes.
#include "mixcert/batch/long_rows.hpp"
#include "support/double_doubles.hpp"

#include <limits>

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr lane_width all_widths[] = {lane_width::two, lane_width::four, lane_width::eight};

std::vector<lane_width> lane_widths() {
  std::vector<lane_width> r;
  for (const lane_width lanes : all_widths)
    if (lanes <= widest_lanes()) r.push_back(lanes);
  return r;
}

std::vector<double> random_row(std::mt19937_64& random, std::size_t length, int spread) {
  std::normal_distribution<double> normal;
  std::vector<double> r(length);
  for (double& x : r) x = std::ldexp(normal(random), static_cast<int>(random() % (2 * spread + 1)) - spread);
  return r;
}

mpq_class inner_product(const std::vector<double>& a, const std::vector<double>& b) {
  mpq_class r = 0;
  for (std::size_t c = 0; c < a.size(); ++c) r += mpq_class(a[c]) * mpq_class(b[c]);
  return r;
}

/// Whether |error| <= product_radius with exact norms, up to the root's 2^-50.
bool within_radius(const detail::batch_kernels& kernels, const mpq_class& error, std::size_t length,
                   const mpq_class& square, const mpq_class& other) {
  const mpq_class relative = detail::row_product_error(length, kernels.row_lanes), underflow = mpq_class(0x1p-1020);
  const mpq_class beyond = abs(error) - underflow;
  return beyond <= 0 || beyond * beyond <= relative * relative * square * other;
}

/// A row with the norms of its chunks.
struct chunked {
  std::vector<double> norms;
  detail::chunked_row row;
  chunked(const detail::batch_kernels& kernels, const std::vector<double>& numbers)
      : norms(chunk_count(kernels, numbers.size())), row{numbers.data(), norms.data()} {
    kernels.bound_chunks(numbers.size(), numbers.data(), norms.data());
  }
};

double_double product_of(const detail::batch_kernels& kernels, const std::vector<double>& a,
                         const std::vector<double>& b) {
  const chunked left(kernels, a), right(kernels, b);
  double_double r;
  kernels.multiply_rows(a.size(), left.row, 1, &right.row, &r);
  return r;
}

/// b with an inner product with a that is zero nearly, by what is done to its last numbers.
void cancel(std::vector<double>& a, std::vector<double>& b) {
  for (std::size_t left = std::min<std::size_t>(4, a.size() - 1); left > 0; --left) {
    a[a.size() - left] = 1;
    b[b.size() - left] = 0;
    b[b.size() - left] = -nearest_double_double(inner_product(a, b)).high;
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(rows_of_numbers)

BOOST_AUTO_TEST_CASE(products_of_all_lengths) {
  std::mt19937_64 random(3);
  for (const lane_width lanes : lane_widths())
    for (const bool single : {false, true}) {
      const detail::batch_kernels kernels = detail::batch_kernels_of(lanes, single);
      for (const std::size_t length : {1, 2, 3, 7, 8, 9, 15, 64, 127, 130, 300, 511, 512, 513, 1100, 4096, 5000})
        for (const int spread : {0, 20, 150}) {
          std::vector<double> a = random_row(random, length, spread);
          std::vector<std::vector<double>> rows;
          std::vector<chunked> with_norms;
          std::vector<detail::chunked_row> pointers;
          for (int k = 0; k < 6; ++k) rows.push_back(random_row(random, length, spread));
          if (length > 4) cancel(a, rows[5]);
          rows[4] = a;
          for (const auto& row : rows) with_norms.emplace_back(kernels, row);
          for (const chunked& row : with_norms) pointers.push_back({row.row.numbers, row.norms.data()});
          std::vector<double_double> products(rows.size());
          kernels.multiply_rows(length, chunked(kernels, a).row, rows.size(), pointers.data(), products.data());
          const mpq_class square = inner_product(a, a);
          for (std::size_t k = 0; k < rows.size(); ++k) {
            BOOST_CHECK(is_normalised(products[k]));
            BOOST_CHECK(within_radius(kernels, rational(products[k]) - inner_product(a, rows[k]), length, square,
                                      inner_product(rows[k], rows[k])));
          }
        }
    }
}

BOOST_AUTO_TEST_CASE(products_with_low_parts) {
  std::mt19937_64 random(5);
  for (const lane_width lanes : lane_widths()) {
    const detail::batch_kernels kernels = detail::batch_kernels_of(lanes, false);
    for (const std::size_t length : {1, 9, 64, 300, 513, 4096}) {
      std::vector<double> a = random_row(random, length, 3);
      std::vector<std::vector<double>> high, low;
      std::vector<chunked> with_norms;
      std::vector<detail::chunked_row> highs;
      std::vector<const double*> lows;
      for (int k = 0; k < 5; ++k) {
        high.push_back(random_row(random, length, 3));
        if (k == 4 && length > 4) cancel(a, high[4]);
        low.push_back(high.back());
        for (double& x : low.back()) x *= 0x1p-53 * (random() % 2 == 0 ? 1 : -1);
      }
      for (int k = 0; k < 5; ++k) with_norms.emplace_back(kernels, high[k]), lows.push_back(low[k].data());
      for (const chunked& row : with_norms) highs.push_back({row.row.numbers, row.norms.data()});
      std::vector<double_double> products(5);
      kernels.multiply_long_rows(length, chunked(kernels, a).row, 5, highs.data(), lows.data(), products.data());
      for (int k = 0; k < 5; ++k) {
        const mpq_class exact = inner_product(a, high[k]) + inner_product(a, low[k]);
        BOOST_CHECK(within_radius(kernels, rational(products[k]) - exact, length, inner_product(a, a),
                                  inner_product(high[k], high[k])));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(products_that_underflow) {
  std::mt19937_64 random(7);
  for (const lane_width lanes : lane_widths()) {
    const detail::batch_kernels kernels = detail::batch_kernels_of(lanes, false);
    for (const int exponent : {-480, -500, -520, -535, -540, -1000}) {
      std::vector<double> a = random_row(random, 4096, 0), b = random_row(random, 4096, 0);
      for (double& x : a) x = std::ldexp(x, exponent);
      for (double& x : b) x = std::ldexp(x, -520);
      const double_double product = product_of(kernels, a, b);
      BOOST_CHECK(within_radius(kernels, rational(product) - inner_product(a, b), 4096, inner_product(a, a),
                                inner_product(b, b)));
    }
  }
  BOOST_CHECK_EQUAL(detail::product_radius(1, 0, infinity), 0);
  BOOST_CHECK_GT(detail::product_radius(1, 0x1p-800, 0x1p-800), 0);
}

BOOST_AUTO_TEST_CASE(what_overflows_or_is_not_finite_shows) {
  for (const lane_width lanes : lane_widths()) {
    const detail::batch_kernels kernels = detail::batch_kernels_of(lanes, false);
    for (const double bad : {0x1p600, infinity, -infinity, std::numeric_limits<double>::quiet_NaN()})
      for (const std::size_t at : {0, 5, 63, 99}) {
        std::vector<double> a(100, 1.0);
        a[at] = bad;
        const double_double product = product_of(kernels, a, a);
        BOOST_CHECK(!std::isfinite(product.high));
      }
  }
}

BOOST_AUTO_TEST_SUITE_END()
