// refine_svd: as many places as asked for, for separated, clustered, multiple and zero values alike.
#include "checks.hpp"

#include <chrono>

namespace {

using namespace mixcert;
using namespace mixcert::test;

/// Errors of at most n 2^-bits, relative to the largest value.
void check_refined(const matrix<mp_float>& a, mpfr_prec_t bits) {
  const svd_guess<mp_float> svd = refine_svd(a, bits);
  BOOST_REQUIRE_EQUAL(svd.sigma.size(), a.rows());
  BOOST_CHECK(is_sorted_spectrum(svd.sigma));
  const factor_errors error = errors_of(svd, a);
  const double limit = std::ldexp(static_cast<double>(a.rows()), static_cast<int>(-bits));
  BOOST_CHECK_SMALL(error.u, limit);
  BOOST_CHECK_SMALL(error.v, limit);
  BOOST_CHECK(error.residual <= limit * magnitude_up(svd.sigma[0]));
}

rational_matrix hilbert(std::size_t n) {
  rational_matrix a = rational_zero(n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) a(i, j) = mpq_class(1, i + j + 1);
  return a;
}

std::vector<mpq_class> powers(std::size_t n, long last) {
  std::vector<mpq_class> d;
  for (std::size_t k = 0; k < n; ++k) d.push_back(power_of_two(last * static_cast<long>(k) / static_cast<long>(n - 1)));
  return d;
}

matrix<mp_float> with_reflections(matrix<mp_float> a, std::mt19937_64& random) {
  const mpfr_prec_t bits = a(0, 0).bits();
  std::uniform_real_distribution<double> entry(-1, 1);
  for (int count = 0; count < 3; ++count) { // a <- (I - 2 v v^T / v^T v) a
    std::vector<mp_float> v;
    mp_float square(bits);
    for (std::size_t i = 0; i < a.rows(); ++i) {
      v.emplace_back(entry(random), bits);
      add_product(square, v[i], v[i]);
    }
    for (std::size_t j = 0; j < a.cols(); ++j) {
      mp_float along(bits);
      for (std::size_t i = 0; i < a.rows(); ++i) add_product(along, v[i], a(i, j));
      along = scaled(along, 1) / square;
      for (std::size_t i = 0; i < a.rows(); ++i) a(i, j) = a(i, j) - v[i] * along;
    }
  }
  return a;
}

/// Orthogonal times diagonal times orthogonal, where a value is zero, one of 1 to 4, within 2^-20 to 2^-140 of one of
/// these, or random.
matrix<mp_float> random_clusters(std::size_t n, mpfr_prec_t bits, std::mt19937_64& random) {
  const mpfr_prec_t more = bits + 64;
  matrix<mp_float> a(n, n, mp_float(more));
  for (std::size_t i = 0; i < n; ++i) {
    const mp_float whole(static_cast<double>(1 + random() % 4), more);
    const mp_float part(static_cast<double>(random() >> 11) * 0x1p-53, more);
    switch (random() % 4) {
    case 0:
      break;
    case 1:
      a(i, i) = whole;
      break;
    case 2:
      a(i, i) = whole + scaled(part, -20 - static_cast<long>(random() % 120));
      break;
    default:
      a(i, i) = part;
    }
  }
  a = with_reflections(transpose(with_reflections(std::move(a), random)), random);
  return with_places(a, bits);
}

} // namespace

BOOST_AUTO_TEST_SUITE(refinement)

BOOST_AUTO_TEST_CASE(converges_for_known_matrices) {
  for (const mpfr_prec_t bits : {144, 360})
    for (const auto& list : {coarse_matrices(), fine_matrices()})
      for (const known_matrix& known : list) BOOST_TEST_CONTEXT(known.name << ", " << bits << " bits")
  check_refined(stored<mp_float>(known.A, bits + 16), bits);
}

BOOST_AUTO_TEST_CASE(converges_for_graded_and_ill_conditioned_matrices) {
  const std::size_t n = 16;
  const rational_matrix rows = rational_diagonal(powers(n, -200)), dense = times(householder(n), hadamard(n));
  const std::vector<std::pair<std::string, rational_matrix>> list = {
      {"Hilbert", hilbert(12)},
      {"graded values", times(householder(n), times(rows, hadamard(n)))},
      {"graded rows and columns", times(rows, times(dense, rows))},
      {"graded columns, reversed", times(dense, rational_diagonal([&] {
                                           auto d = powers(n, -200);
                                           return std::vector(d.rbegin(), d.rend());
                                         }()))},
  };
  for (const mpfr_prec_t bits : {144, 360})
    for (const auto& [name, a] : list)
      BOOST_TEST_CONTEXT(name << ", " << bits << " bits") check_refined(nearest<mp_float>(a, bits + 16), bits);
}

BOOST_AUTO_TEST_CASE(converges_for_any_scale) {
  const known_matrix known = fine_matrices().front();
  for (const long exponent : {-3000, -1100, 1100, 3000}) BOOST_TEST_CONTEXT("2^" << exponent) {
      const matrix<mp_float> a = stored<mp_float>(known.A, 160);
      const svd_guess<mp_float> svd = refine_svd(map(a, [&](const mp_float& x) { return scaled(x, exponent); }), 144);
      const svd_guess<mp_float> plain = refine_svd(a, 144);
      for (std::size_t i = 0; i < svd.sigma.size(); ++i)
        BOOST_CHECK(rational(svd.sigma[i]) == rational(plain.sigma[i]) * power_of_two(exponent));
      BOOST_CHECK(rational(svd.U).values() == rational(plain.U).values());
    }
}

BOOST_AUTO_TEST_CASE(of_an_empty_matrix_is_empty) {
  BOOST_CHECK(refine_svd(matrix<mp_float>(0, 0, mp_float(160)), 144).sigma.empty());
}

BOOST_AUTO_TEST_CASE(of_a_diagonal_matrix_is_exact) {
  const svd_guess<mp_float> svd =
      refine_svd(stored<mp_float>(rational_diagonal({0, -3, mpq_class(1, 4), 2}), 160), 144);
  BOOST_CHECK(rational(svd.sigma) == (std::vector<mpq_class>{3, 2, mpq_class(1, 4), 0}));
}

BOOST_AUTO_TEST_CASE(converges_for_random_clusters) {
  std::mt19937_64 random(32);
  for (int trial = 0; trial < 20; ++trial)
    BOOST_TEST_CONTEXT("trial " << trial) check_refined(random_clusters(32, 160, random), 144);
  check_refined(random_clusters(24, 376, random), 360);
}

BOOST_AUTO_TEST_CASE(takes_about_a_second_at_size_64) {
  std::mt19937_64 random(33);
  const matrix<mp_float> a = random_clusters(64, 160, random);
  const auto start = std::chrono::steady_clock::now();
  const svd_guess<mp_float> svd = refine_svd(a, 144);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  BOOST_TEST_MESSAGE("refine_svd, 64 x 64 to 144 bits: " << time.count() << " s");
  BOOST_CHECK(errors_of(svd, a).residual <= 0x1p-138 * magnitude_up(svd.sigma[0]));
}

BOOST_AUTO_TEST_SUITE_END()
