// First singular vectors from products alone.
#include "mixcert/spectrum/golub_kahan.hpp"

#include "mixcert/error.hpp"

#include <limits>
#include <random>
#include <utility>

#include <boost/test/unit_test.hpp>

namespace mixcert::test {
namespace {

matrix<quad> random_matrix(std::size_t rows, std::size_t cols, std::mt19937_64& random) {
  matrix<quad> a(rows, cols, quad(0.0));
  for (quad& x : a.values()) x = quad(std::uniform_real_distribution<double>(-1, 1)(random));
  return a;
}

std::vector<quad> product_of(const matrix<quad>& a, const std::vector<quad>& x) {
  std::vector<quad> r(a.rows(), quad(0.0));
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < a.cols(); ++j) add_product(r[i], a(i, j), x[j]);
  return r;
}

/// Counts its products.
linear_map<quad> map_of(const matrix<quad>& a, std::size_t& products) {
  return {a.rows(), a.cols(),
          [&a, &products](const std::vector<quad>& x) {
            ++products;
            return product_of(a, x);
          },
          [&a, &products](const std::vector<quad>& x) {
            ++products;
            return product_of(transpose(a), x);
          }};
}

/// The larger of |A v - s u| and |A^T u - s v|, entry by entry.
double residual(const matrix<quad>& a, const svd_guess<quad>& t) {
  const std::vector<quad> image = product_of(a, t.V.values()), back = product_of(transpose(a), t.U.values());
  quad worst(0.0);
  for (std::size_t i = 0; i < image.size(); ++i) worst = max(worst, abs(image[i] - t.sigma[0] * t.U(i, 0)));
  for (std::size_t i = 0; i < back.size(); ++i) worst = max(worst, abs(back[i] - t.sigma[0] * t.V(i, 0)));
  return to_double(worst);
}

} // namespace

BOOST_AUTO_TEST_SUITE(golub_kahan)

BOOST_AUTO_TEST_CASE(vectors_of_any_shape) {
  std::mt19937_64 random(31);
  for (const auto& [rows, cols] : {std::pair{1, 1}, {1, 7}, {7, 1}, {5, 5}, {12, 9}, {9, 30}, {40, 40}}) {
    const matrix<quad> a = random_matrix(rows, cols, random);
    std::size_t products = 0;
    const svd_guess<quad> t = guess_first_vectors(map_of(a, products), 200), whole = guess_svd(a);
    BOOST_TEST_CONTEXT(rows << " x " << cols) {
      BOOST_TEST(std::abs(to_double(t.sigma[0] - whole.sigma[0])) < 1e-28);
      BOOST_TEST(residual(a, t) < 1e-27);
      BOOST_TEST(products <= 2u * static_cast<std::size_t>(std::min(rows, cols)));
    }
  }
}

// As a Jacobian with feedback of rank 3 has: few values that differ from the others take few steps.
BOOST_AUTO_TEST_CASE(few_different_values_take_few_steps) {
  std::mt19937_64 random(32);
  const std::size_t n = 60;
  matrix<quad> a(n, n, quad(0.0));
  for (std::size_t i = 0; i < n; ++i) a(i, i) = quad(1.0);
  const matrix<quad> x = random_matrix(n, 3, random), y = random_matrix(3, n, random);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < 3; ++k) add_product(a(i, j), x(i, k), y(k, j));
  std::size_t products = 0;
  const svd_guess<quad> t = guess_first_vectors(map_of(a, products), 200);
  BOOST_TEST(residual(a, t) < 1e-26);
  BOOST_TEST(products <= 16u);
}

BOOST_AUTO_TEST_CASE(zero_and_identity) {
  std::size_t products = 0;
  const matrix<quad> zero(4, 3, quad(0.0));
  BOOST_TEST(to_double(guess_first_vectors(map_of(zero, products), 9).sigma[0]) == 0);
  matrix<quad> identity(3, 3, quad(0.0));
  for (std::size_t i = 0; i < 3; ++i) identity(i, i) = quad(1.0);
  const svd_guess<quad> t = guess_first_vectors(map_of(identity, products), 9);
  BOOST_TEST(residual(identity, t) < 1e-32);
  BOOST_TEST(std::abs(to_double(t.sigma[0]) - 1) < 1e-15);
}

BOOST_AUTO_TEST_CASE(what_is_not_finite_is_refused) {
  std::size_t products = 0;
  matrix<quad> a(2, 2, quad(1.0));
  for (const double bad : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    a(1, 0) = quad(bad);
    BOOST_CHECK_THROW(guess_first_vectors(map_of(a, products), 9), not_certified);
  }
}

BOOST_AUTO_TEST_CASE(as_many_steps_as_allowed) {
  std::mt19937_64 random(33);
  const matrix<quad> a = random_matrix(50, 50, random);
  std::size_t products = 0;
  guess_first_vectors(map_of(a, products), 5);
  BOOST_TEST(products == 10u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
