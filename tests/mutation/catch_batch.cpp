// The cases of theorems T27 and T28.
#define BOOST_TEST_MODULE mutation of the fast paths
#include "exact_checks.hpp"

#include "mixcert/batch/frozen_values.hpp"
#include "mixcert/batch/hc_spectra.hpp"
#include "mixcert/batch/independent_rows.hpp"
#include "mixcert/batch/lane_memory.hpp"
#include "mixcert/spectrum/second_order.hpp"
#include "support/double_doubles.hpp"

#include <boost/test/unit_test.hpp>

namespace mixcert::test {
namespace {

const context<mp_interval> numbers{600};

mpq_class inner_product(const std::vector<double>& a, const std::vector<double>& b) {
  mpq_class r = 0;
  for (std::size_t c = 0; c < a.size(); ++c) r += mpq_class(a[c]) * mpq_class(b[c]);
  return r;
}

std::vector<double> random_row(std::mt19937_64& random, std::size_t length, double size) {
  std::normal_distribution<double> normal(0, size);
  std::vector<double> r(length);
  for (double& x : r) x = normal(random);
  return r;
}

/// A row b of numbers of about `size` with <a, b> = value nearly, by the last two numbers of both.
std::vector<double> row_with_product(std::vector<double>& a, double value, double size, std::mt19937_64& random) {
  const std::size_t d = a.size();
  std::vector<double> b = random_row(random, d, size);
  a[d - 2] = 1;
  a[d - 1] = 0x1p-60;
  b[d - 2] = b[d - 1] = 0;
  b[d - 2] = nearest_double_double(mpq_class(value) - inner_product(a, b)).high;
  b[d - 1] = nearest_double_double((mpq_class(value) - inner_product(a, b)) * power_of_two(60)).high;
  return b;
}

double_double computed_product(const std::vector<double>& a, const std::vector<double>& b) {
  const detail::batch_kernels kernels = detail::batch_kernels_of(widest_lanes(), false);
  std::vector<double> norms_a(chunk_count(kernels, a.size())), norms_b = norms_a;
  kernels.bound_chunks(a.size(), a.data(), norms_a.data());
  kernels.bound_chunks(b.size(), b.data(), norms_b.data());
  const detail::chunked_row row{b.data(), norms_b.data()};
  double_double r;
  kernels.multiply_rows(a.size(), {a.data(), norms_a.data()}, 1, &row, &r);
  return r;
}

double error_of_products(std::size_t length) {
  return detail::row_product_error(length, detail::batch_kernels_of(widest_lanes(), false).row_lanes);
}

bool holds_product(double radius, const std::vector<double>& a, const std::vector<double>& b) {
  return abs(mpq_class(rational(computed_product(a, b)) - inner_product(a, b))) <= rational(radius);
}

bool meets(const interval& x, const mp_interval& exact) {
  return mpfr_cmp_d(exact.lower(), x.upper()) <= 0 && mpfr_cmp_d(exact.upper(), x.lower()) >= 0;
}

/// One stream: J = h I + x g^T with <x, g> = 0, so that its largest value is (k + (k^2 + 4 h^2)^(1/2)) / 2, k = |x|
/// |g|.
struct one_stream {
  std::vector<double> x, w;

  mp_interval product(const std::vector<double>& a, const std::vector<double>& b) const {
    mp_interval r = numbers.exact(0);
    for (std::size_t c = 0; c < a.size(); ++c) add_product(r, numbers.exact(a[c]), numbers.exact(b[c]));
    return r;
  }
  mp_interval angle() const {
    return product(x, w) * sqrt(numbers.exact(static_cast<double>(x.size())) / product(x, x));
  }
  mp_interval largest() const {
    const mp_interval z = angle(), h = tanh(z), slope = sqr(sech(z)) * sqrt(numbers.exact(double(x.size())));
    const mp_interval k = slope * sqrt(product(w, w) - sqr(product(x, w)) / product(x, x));
    return (k + sqrt(sqr(k) + numbers.exact(4) * sqr(h))) / numbers.exact(2);
  }
  state_spectrum enclosed() const {
    hc_site site;
    site.static_alpha = {1, 2, 0.0};
    site.dynamic_alpha_fn = {x.size(), 2, 0.0};
    for (std::size_t c = 0; c < x.size(); ++c) site.dynamic_alpha_fn(c, 1) = w[c];
    site.dynamic_alpha_scale = 1;
    site.gamma = std::vector<double>(x.size(), 0.0);
    const double* const state = x.data();
    state_spectrum r;
    const std::unique_ptr<const site_spectra> spectra = hc_spectra(site);
    spectra->worker(true)->enclose({&state, 1}, {&r, 1});
    return r;
  }
};

/// Two streams of which the inner products are numbers of binary64: y_0, y_1, v_1, v_2, x_1 = y_1 + of_stream y_0 and
/// w_2 = v_2 + of_weight v_1.
struct two_streams {
  std::vector<std::vector<double>> generators;
  double of_stream, of_weight;
  static constexpr std::size_t n = 2, p = 4;
  static constexpr double scale = 0.5, offset = 0.25;

  double gram(std::size_t g, std::size_t h) const {
    return nearest_double_double(inner_product(generators[g], generators[h])).high;
  }

  /// What hc_core computes, with 600 places.
  matrix<mp_interval> exact_core() const {
    matrix<mp_interval> K(p, p, numbers.exact(0)), R = K, core(n * p, n * p, numbers.exact(0));
    for (std::size_t g = 0; g < p; ++g)
      for (std::size_t h = 0; h < p; ++h) K(g, h) = numbers.exact(gram(g, h));
    for (std::size_t i = 0; i < p; ++i)
      for (std::size_t j = i; j < p; ++j) {
        mp_interval sum = K(i, j);
        for (std::size_t k = 0; k < i; ++k) sum -= R(k, i) * R(k, j);
        R(i, j) = j == i ? sqrt(sum) : sum / R(i, i);
      }
    const auto coordinates = [&](std::size_t s, std::size_t first, double multiple) {
      std::vector<mp_interval> r;
      for (std::size_t i = 0; i < p; ++i)
        r.push_back(R(i, first + s) + numbers.exact(s == 0 ? 0 : multiple) * R(i, first));
      return r;
    };
    const auto inner = [](const std::vector<mp_interval>& a, const std::vector<mp_interval>& b) {
      mp_interval r = numbers.exact(0);
      for (std::size_t i = 0; i < p; ++i) add_product(r, a[i], b[i]);
      return r;
    };
    for (std::size_t s = 0; s < n; ++s) {
      const std::vector<mp_interval> x = coordinates(s, 0, of_stream);
      const mp_interval square = inner(x, x), factor = sqrt(numbers.exact(2)) / sqrt(square);
      for (std::size_t t = 0; t < n; ++t) {
        const std::vector<mp_interval> w = coordinates(t, n, of_weight);
        const mp_interval product = inner(x, w), z = factor * product;
        const mp_interval slope = numbers.exact(scale) * sqr(sech(z)) * factor;
        for (std::size_t i = 0; i < p; ++i)
          for (std::size_t j = 0; j < p; ++j) {
            mp_interval entry = x[i] * slope * (w[j] - x[j] * product / square);
            if (i == j) entry += numbers.exact(scale) * tanh(z) + numbers.exact(offset);
            core(t * p + i, s * p + j) = entry;
          }
      }
    }
    return core;
  }

  /// Whether the computed core is as near to it as it says.
  bool core_holds() const {
    const dd_ball root_of_width = to_dd_ball(sqrt(numbers.exact(2)));
    detail::hc_constants site{n, {}, {0, 0, of_weight, 0}, root_of_width, scale, std::vector<double>(n * n, offset)};
    for (std::size_t t = 0; t < n; ++t)
      for (std::size_t w = 0; w < n; ++w) site.weight_gram.push_back({gram(n + t, n + w), 0, 0});
    lane_memory memory(1, 1000);
    detail::hc_lanes io{memory.balls(p * p),
                        {memory.balls(n), memory.numbers(1), memory.numbers(1), memory.numbers(1)},
                        memory.numbers(n * n),
                        memory.balls(n * n),
                        memory.numbers(n * n * n * p),
                        memory.numbers(n * n * n * p),
                        memory.numbers(1),
                        memory.numbers(1)};
    io.coefficients[n] = of_stream;
    for (std::size_t g = 0; g < p; ++g)
      for (std::size_t h = 0; h < p; ++h) io.gram.high[g * p + h] = gram(g, h);
    detail::batch_kernels_of(widest_lanes(), true).hc_core(site, io);
    mp_interval squares = numbers.exact(0);
    const matrix<mp_interval> exact = exact_core();
    for (std::size_t row = 0; row < n * p; ++row)
      for (std::size_t column = 0; column < n * p; ++column) {
        const std::size_t t = row / p, i = row % p, dense = (t * n + i) * n * p + column, of_H = t * n + column / p;
        mp_interval computed = numbers.exact(0);
        if (i < n)
          computed = numbers.exact(io.core_high[dense]) + numbers.exact(io.core_low[dense]);
        else if (column % p == i)
          computed = numbers.exact(io.mixing.high[of_H]) + numbers.exact(io.mixing.low[of_H]);
        squares += sqr(computed - exact(row, column));
      }
    return mpfr_cmp_d(squares.upper(), *io.core_squares) <= 0;
  }
};

std::vector<interval> enclosed(const double_double_matrix& A) {
  second_order_svd svd(A.rows());
  svd.reset(A.rows());
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = 0; j < A.cols(); ++j) svd.set(i, j, A(i, j));
  const std::span<const interval> values = svd.enclose(0);
  return {values.begin(), values.end()};
}

/// (I - 2 v v^T / |v|^2) diag(sigma) (I - 2 w w^T / |w|^2) up to 2^-106.
double_double_matrix with_values(const std::vector<mpq_class>& sigma, std::mt19937_64& random) {
  const std::size_t n = sigma.size();
  const std::vector<double> v = random_row(random, n, 1), w = random_row(random, n, 1);
  const auto reflection = [&](const std::vector<double>& y) {
    const mpq_class factor = 2 / inner_product(y, y);
    rational_matrix r = rational_identity(n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) r(i, j) -= factor * mpq_class(y[i]) * mpq_class(y[j]);
    return r;
  };
  rational_matrix left = reflection(v);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) left(i, j) *= sigma[j];
  return nearest_double_doubles(times(left, reflection(w)));
}

/// Whether each value is enclosed, up to what rounding to double-double numbers changes.
bool hold_nearly(const std::vector<interval>& values, const std::vector<mpq_class>& sigma) {
  const mpq_class rounding = power_of_two(-100) * sigma.front();
  if (values.size() != sigma.size()) return false;
  for (std::size_t i = 0; i < sigma.size(); ++i)
    if (rational(values[i].lower()) > sigma[i] + rounding || rational(values[i].upper()) < sigma[i] - rounding)
      return false;
  return true;
}

/// 15 values of about 1 and a last one.
std::vector<mpq_class> values_with_least(const mpq_class& least) {
  std::vector<mpq_class> r;
  for (long k = 0; k < 15; ++k) r.emplace_back(40 - k, 20);
  for (mpq_class& x : r) x.canonicalize();
  r.push_back(least);
  return r;
}

std::vector<interval> frozen(std::vector<double> s, double nu) {
  std::vector<double> low(s.size(), 0.0), radius(s.size(), 0.0);
  double alpha = 0, beta = 0;
  std::vector<interval> r;
  read_frozen_values({{s.data(), low.data(), radius.data()}, &alpha, &beta, &nu}, s.size(), 1, 0, r);
  return r;
}

} // namespace

BOOST_AUTO_TEST_SUITE(lanes_of_states)

BOOST_AUTO_TEST_CASE(what_an_inner_product_rounds) {
  std::mt19937_64 random(1);
  for (int k = 0; k < 20; ++k) {
    std::vector<double> a = random_row(random, 300, 1);
    const std::vector<double> b = row_with_product(a, 1, 1, random);
    const double norms = std::sqrt(mpq_class(inner_product(a, a) * inner_product(b, b)).get_d());
    BOOST_CHECK(holds_product(detail::product_radius(error_of_products(300), norms, 1), a, b));
  }
}

// 4096 products of 2^-1076, each of which is rounded to zero.
BOOST_AUTO_TEST_CASE(products_below_the_range) {
  const std::vector<double> a(4096, 0x1p-538);
  BOOST_CHECK(holds_product(detail::product_radius(error_of_products(4096), 0x1p-532, 0x1p-532), a, a));
}

BOOST_AUTO_TEST_CASE(a_row_whose_squares_underflow) {
  const std::vector<double> row = {0x1p-600, 0};
  const long_rows rows{2, {{row.data(), nullptr}}, {}, {0}, {0}};
  BOOST_CHECK(norm_from_square(detail::batch_kernels_of(widest_lanes(), false), rows, 0, 0) >= 0x1p-600);
}

// The last stream is a combination of the first two, which are no multiples of one another, but for 2^-26.
BOOST_AUTO_TEST_CASE(what_subtracting_multiples_rounds) {
  std::mt19937_64 random(5);
  constexpr std::size_t d = 8;
  for (int k = 0; k < 20; ++k) {
    std::vector<double> X = random_row(random, 3 * d, 1);
    for (std::size_t c = 0; c < d; ++c) X[2 * d + c] = X[c] / 3 + X[d + c] / 7 + X[2 * d + c] * 0x1p-26;
    independent_rows rows(detail::batch_kernels_of(widest_lanes(), false), 3, d);
    rows.read(X.data());
    mpq_class square = 0;
    for (std::size_t c = 0; c < d; ++c) {
      const mpq_class first = X[c], second = X[d + c] - rows.coefficient(1, 0) * first;
      const mpq_class y = X[2 * d + c] - rows.coefficient(2, 0) * first - rows.coefficient(2, 1) * second;
      square += y * y;
    }
    const dd_ball& computed = rows.product(2, 2);
    BOOST_CHECK(abs(mpq_class(rational(double_double{computed.high, computed.low}) - square)) <=
                rational(computed.radius));
  }
}

// w_2 is y_0 / 2 + y_1 / 4 + w_1, but for 2^-20 in a place.
BOOST_AUTO_TEST_CASE(coordinates_of_nearly_dependent_generators) {
  const two_streams near{{{3, 1, 2, 0}, {1, -2, 1, 1}, {1, 1, -1, 0x1p-4}, {2.75, 1, 0.25, 0.3125 + 0x1p-20}}, 0, 0};
  BOOST_CHECK(near.core_holds());
}

BOOST_AUTO_TEST_CASE(a_stream_from_another) {
  const two_streams near{{{3, 1, 2, 0}, {0x1p-6, -0x1p-5, 0, 0x1p-6}, {1, 1, -1, 0.5}, {2, 0.25, 0, 0.5}}, 1.25, 0};
  BOOST_CHECK(near.core_holds());
}

BOOST_AUTO_TEST_CASE(a_weight_from_another) {
  const two_streams near{{{3, 1, 2, 0}, {1, -2, 1, 1}, {1, 1, -1, 0.5}, {0x1p-6, 0x1p-7, -0x1p-6, 0x1p-7}}, 0, -0.75};
  BOOST_CHECK(near.core_holds());
}

// The distance of the diagonal matrix of [1, 1 + 2^-10] from 1.
BOOST_AUTO_TEST_CASE(distance_of_the_frozen_values) {
  const std::vector<interval> values = frozen({1}, 0x1p-10);
  BOOST_REQUIRE(values.size() == 1);
  BOOST_CHECK(values[0].upper() >= 1 + 0x1p-10);
}

BOOST_AUTO_TEST_CASE(frozen_values_in_no_order) {
  const std::vector<interval> values = frozen({1, 3, 2}, 0);
  BOOST_REQUIRE(values.size() == 3);
  for (std::size_t k = 0; k < 3; ++k) BOOST_CHECK(values[k].upper() >= 3.0 - static_cast<double>(k));
  for (std::size_t k = 0; k < 3; ++k) BOOST_CHECK(values[k].lower() <= 3.0 - static_cast<double>(k));
}

// <x, w> is 10^-19 of |x| |w|, and sech^2 of its multiple as small: the largest value is known to some places only.
BOOST_AUTO_TEST_CASE(radius_of_the_core) {
  std::mt19937_64 random(2);
  for (int k = 0; k < 5; ++k) {
    one_stream s{random_row(random, 16, 1), {}};
    s.w = row_with_product(s.x, 25, 1e19, random);
    const state_spectrum r = s.enclosed();
    BOOST_REQUIRE(r.certified);
    BOOST_CHECK(meets(r.core.front(), s.largest()));
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(spectra_to_second_order)

BOOST_AUTO_TEST_CASE(coupling_of_inexact_vectors) {
  BOOST_CHECK(hold_nearly(enclosed(nearest_double_doubles(rational_diagonal({4, 2}))), {4, 2}));
}

// The determinant is 2^-54, the sum of squares of the values 4 nearly.
BOOST_AUTO_TEST_CASE(low_parts) {
  double_double_matrix A(2, 2);
  A.high = {2, 2, 1.0};
  A.low(1, 1) = 0x1p-54;
  const std::vector<interval> values = enclosed(A);
  BOOST_REQUIRE(values.size() == 2);
  BOOST_CHECK(values[1].upper() >= 0x1p-55 * (1 - 0x1p-20) && values[1].lower() <= 0x1p-55);
}

BOOST_AUTO_TEST_CASE(rounding_of_the_coupling) {
  std::mt19937_64 random(3);
  for (int k = 0; k < 20; ++k) {
    const std::vector<mpq_class> sigma = values_with_least(power_of_two(-40));
    BOOST_CHECK(hold_nearly(enclosed(with_values(sigma, random)), sigma));
  }
}

BOOST_AUTO_TEST_CASE(a_value_that_comes_out_negative) {
  std::mt19937_64 random(4);
  for (int k = 0; k < 200; ++k) {
    const std::vector<mpq_class> sigma = values_with_least(power_of_two(-55 - k % 3));
    BOOST_CHECK(hold_nearly(enclosed(with_values(sigma, random)), sigma));
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
