// bound_defects: upper bounds of the three norms of theorem T6, exact factors or not.
#include "checks.hpp"

#include <array>

namespace {

using namespace mixcert;
using namespace mixcert::test;

/// The three norms of the stored numbers, squared and exact.
struct exact_defects {
  mpq_class u, v, residual;
};

template <class T> exact_defects exactly(const matrix<T>& c, const svd_guess<T>& svd) {
  const rational_matrix U = rational(svd.U), V = rational(svd.V), S = rational_diagonal(rational(svd.sigma));
  return {frobenius_squared(gram_minus_identity(U)), frobenius_squared(gram_minus_identity(V)),
          frobenius_squared(minus(times(U, times(S, transpose(V))), rational(c)))};
}

/// Bounds that exceed the norms by no more than some n^2 roundings.
template <class T> void check_defects(const matrix<T>& c, const svd_guess<T>& svd) {
  const svd_defects bounds = bound_defects(c, svd);
  const exact_defects true_values = exactly(c, svd);
  const auto check = [&](double bound, const mpq_class& square, const mpq_class& scale) {
    BOOST_REQUIRE(bound < infinity);
    BOOST_CHECK(at_least_root(rational(bound), square));
    const mpq_class u = power_of_two(std::is_same_v<T, double> ? -53 : -matrix_bits);
    const unsigned long n = std::max(c.rows(), c.cols());
    BOOST_CHECK(rational(bound) <= root_up(square) * (1 + power_of_two(-40)) + 4 * u * n * n * (scale + 1));
  };
  check(bounds.orthogonality_u, true_values.u, frobenius_squared(rational(svd.U)));
  check(bounds.orthogonality_v, true_values.v, frobenius_squared(rational(svd.V)));
  check(bounds.residual, true_values.residual,
        (1 + frobenius_squared(rational(svd.U))) * (1 + frobenius_squared(rational(svd.V))) *
            (svd.sigma.empty() ? mpq_class(0) : rational(svd.sigma[0])));
}

} // namespace

BOOST_AUTO_TEST_SUITE(defects)

BOOST_AUTO_TEST_CASE_TEMPLATE(bound_the_norms, T, scalars) {
  std::mt19937_64 random(34);
  std::uniform_real_distribution<double> entry(-1, 1);
  for (std::size_t m = 1; m <= 5; ++m)
    for (std::size_t n = 1; n <= 5; ++n) BOOST_TEST_CONTEXT(m << " x " << n) {
        rational_matrix a = rational_zero(m, n);
        for (mpq_class& x : a.values()) x = entry(random);
        const matrix<T> c = stored<T>(a, matrix_bits);
        svd_guess<T> svd = approximate_svd(c);
        check_defects(c, svd);
        for (T& x : svd.U.values()) // any factors, however bad
          x = nearest<T>(mpq_class(entry(random)), matrix_bits);
        check_defects(c, svd);
      }
}

BOOST_AUTO_TEST_CASE(of_refined_factors_are_small) {
  for (const known_matrix& known : fine_matrices()) BOOST_TEST_CONTEXT(known.name) {
      const matrix<mp_float> c = stored<mp_float>(known.A, matrix_bits);
      const svd_defects bounds = bound_defects(c, refine_svd(c, 144));
      BOOST_CHECK_SMALL(bounds.orthogonality_u, 0x1p-140);
      BOOST_CHECK_SMALL(bounds.orthogonality_v, 0x1p-140);
      BOOST_CHECK_SMALL(bounds.residual, 0x1p-136);
    }
}

BOOST_AUTO_TEST_CASE(bound_the_norms_of_factors_of_different_places) {
  const matrix<double> c = stored<double>(coarse_matrices().at(5).A, 53);
  const svd_guess<double> guess = guess_svd(c);
  const std::array<mpfr_prec_t, 3> places = {60, 100, 160};
  for (const mpfr_prec_t u : places)
    for (const mpfr_prec_t s : places)
      for (const mpfr_prec_t v : places)
        for (const mpfr_prec_t a : places) {
          const auto third = [](double x, mpfr_prec_t bits) { return mp_float(x, bits) / mp_float(3.0, bits); };
          const svd_guess<mp_float> svd{
              map(guess.U, [&](double x) { return third(x, u); }),
              map(matrix<double>(1, guess.sigma.size(), guess.sigma), [&](double x) { return third(x, s); }).values(),
              map(guess.V, [&](double x) { return third(x, v); })};
          const matrix<mp_float> C = map(c, [&](double x) { return third(x, a); });
          const svd_defects bounds = bound_defects(C, svd);
          const exact_defects true_values = exactly(C, svd);
          BOOST_CHECK(at_least_root(rational(bounds.orthogonality_u), true_values.u));
          BOOST_CHECK(at_least_root(rational(bounds.orthogonality_v), true_values.v));
          BOOST_CHECK(at_least_root(rational(bounds.residual), true_values.residual));
        }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_an_empty_matrix_are_zero, T, scalars) {
  const T zero = nearest<T>(0, matrix_bits);
  for (const auto& [m, n] : {std::pair{0U, 0U}, std::pair{0U, 3U}, std::pair{3U, 0U}}) {
    const matrix<T> c(m, n, zero);
    const svd_defects bounds = bound_defects(c, approximate_svd(c));
    BOOST_CHECK_EQUAL(bounds.orthogonality_u, 0);
    BOOST_CHECK_EQUAL(bounds.orthogonality_v, 0);
    BOOST_CHECK_EQUAL(bounds.residual, 0);
    BOOST_CHECK(enclosed(c, approximate_svd(c)).empty());
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(are_infinite_for_numbers_that_are_not_finite, T, scalars) {
  const matrix<T> c = stored<T>(coarse_matrices().at(4).A, matrix_bits);
  const svd_guess<T> good = approximate_svd(c);
  for (const double bad : {not_a_number, infinity, -infinity}) {
    const T entry = [&] {
      if constexpr (std::is_same_v<T, double>)
        return bad;
      else
        return mp_float(bad, matrix_bits);
    }();
    for (std::size_t i = 0; i < c.values().size(); ++i) {
      matrix<T> spoilt = c;
      spoilt.values()[i] = entry;
      BOOST_CHECK_EQUAL(bound_defects(spoilt, good).residual, infinity);
      svd_guess<T> svd = good;
      svd.U.values()[i] = entry;
      BOOST_CHECK_EQUAL(bound_defects(c, svd).orthogonality_u, infinity);
      BOOST_CHECK_EQUAL(bound_defects(c, svd).residual, infinity);
      svd = good;
      svd.V.values()[i] = entry;
      BOOST_CHECK_EQUAL(bound_defects(c, svd).orthogonality_v, infinity);
      BOOST_CHECK_EQUAL(bound_defects(c, svd).residual, infinity);
    }
    for (std::size_t i = 0; i < good.sigma.size(); ++i) {
      svd_guess<T> svd = good;
      svd.sigma[i] = entry;
      BOOST_CHECK_EQUAL(bound_defects(c, svd).residual, infinity);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
