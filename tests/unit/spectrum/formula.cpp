// The ends are those of theorem T6 (a), rounded outward; and each of its parts is needed.
#include "checks.hpp"

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr mpfr_prec_t reference_bits = 400;

/// Which parts of the formula are left out.
struct without {
  bool residual = false, roots = false;
};

/// max(0, s sqrt((1-f)(1-g)) - e) and s sqrt((1+f)(1+g)) + e.
mp_interval by_formula(const mpq_class& s, const svd_defects& defects, double distance, without skip = {}) {
  const auto point = [](double x) { return mp_interval(x, reference_bits); };
  const mp_interval sigma(nearest<mp_float>(s, reference_bits), reference_bits), one = point(1);
  const mp_interval f = point(defects.orthogonality_v), g = point(defects.orthogonality_u);
  const mp_interval e = skip.residual ? point(distance) : point(defects.residual) + point(distance);
  const mp_interval shrink = skip.roots ? one : sqrt((one - f) * (one - g));
  const mp_interval grow = skip.roots ? one : sqrt((one + f) * (one + g));
  return hull(max(point(0), sigma * shrink - e), sigma * grow + e);
}

template <class T> void check_ends(const svd_guess<T>& svd, const svd_defects& defects, double distance) {
  const std::vector<mp_interval> values = enclose_singular_values(svd, defects, distance, enclosure_bits);
  BOOST_REQUIRE_EQUAL(values.size(), svd.sigma.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const mpq_class sigma = rational(svd.sigma[i]);
    const mp_interval expected = by_formula(sigma, defects, distance);
    const mpq_class low = rational(expected.lower()), high = rational(expected.upper());
    mpq_class slack = power_of_two(-100) * high;
    if (defects.residual != 0 && distance != 0) // their sum is one binary64 number
      slack += power_of_two(-52) * (rational(defects.residual) + rational(distance));
    // The reference is itself rounded outward, by far less than the slack of the ends unless these are exact.
    BOOST_CHECK(rational(values[i].lower()) <= low + power_of_two(-380) * high);
    BOOST_CHECK(rational(values[i].upper()) >= high - power_of_two(-380) * high);
    BOOST_CHECK(rational(values[i].lower()) >= low - slack);
    BOOST_CHECK(rational(values[i].upper()) <= high + slack);
  }
}

/// U = c P, V = c Q, C = c^2 P diag(sigma) Q^T, for orthogonal P and Q and c a little more or less than 1.
struct stretched {
  rational_matrix U, V, C;
  std::vector<mpq_class> sigma, true_values;
};

stretched stretched_by(const mpq_class& c) {
  const std::vector<mpq_class> sigma = {4, 3, 2, 1};
  const rational_matrix P = householder(4), Q = hadamard(4);
  stretched r{times(c, P), times(c, Q),
              times(mpq_class(c * c), times(P, times(rational_diagonal(sigma), transpose(Q)))), sigma, sigma};
  for (mpq_class& x : r.true_values) x *= c * c;
  return r;
}

template <class T> std::vector<T> stored(const std::vector<mpq_class>& values) {
  return test::stored<T>(rational_matrix(values.size(), 1, values), matrix_bits).values();
}

template <class T>
std::vector<mp_interval> enclosed_without(const matrix<T>& c, const svd_guess<T>& svd, without skip) {
  const svd_defects defects = bound_defects(c, svd);
  std::vector<mp_interval> values;
  for (const T& s : svd.sigma) values.push_back(by_formula(rational(s), defects, 0, skip));
  return values;
}

} // namespace

BOOST_AUTO_TEST_SUITE(formula)

BOOST_AUTO_TEST_CASE_TEMPLATE(gives_the_ends, T, scalars) {
  std::mt19937_64 random(39);
  std::uniform_real_distribution<double> entry(0, 1);
  const matrix<T> none(0, 0, nearest<T>(0, matrix_bits));
  for (const double f : {0.0, 1e-30, 1e-15, 0.3, 1 - 0x1p-53})
    for (const double g : {0.0, 1e-16, 0.75, 1 - 0x1p-52})
      for (const double e : {0.0, 5e-324, 1e-40, 1e-16, 0.1, 3.0, 1e300})
        for (const double distance : {0.0, 1e-12, 0.5}) {
          std::vector<mpq_class> sigma = {
              0, 0, mpq_class(1e-300), 1, 1, mpq_class(entry(random)), mpq_class(1e10 * entry(random))};
          check_ends(svd_guess<T>{none, stored<T>(descending(sigma)), none}, {g, f, e}, distance);
        }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(gives_points_for_exact_factors, T, scalars) {
  const std::vector<mpq_class> sigma = {3, 1, mpq_class(1, 1024), 0};
  const rational_matrix P = householder(4), Q = hadamard(4);
  const svd_guess<T> svd{test::stored<T>(P, matrix_bits), stored<T>(sigma), test::stored<T>(Q, matrix_bits)};
  const auto values = enclose_singular_values(svd, {0, 0, 0}, 0, enclosure_bits);
  BOOST_CHECK(hold(values, sigma));
  BOOST_CHECK(largest_width(values) == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(needs_the_residual, T, scalars) {
  for (const mpq_class& shift : {power_of_two(-20), mpq_class(-power_of_two(-20))}) {
    const stretched exact = stretched_by(1);
    svd_guess<T> svd{test::stored<T>(exact.U, matrix_bits), {}, test::stored<T>(exact.V, matrix_bits)};
    for (const mpq_class& x : exact.sigma) svd.sigma.push_back(stored<T>({x + shift})[0]);
    const matrix<T> c = test::stored<T>(exact.C, matrix_bits);
    BOOST_CHECK(hold(enclosed(c, svd), exact.true_values));
    BOOST_CHECK(hold(enclosed_without(c, svd, {}), exact.true_values));
    BOOST_CHECK(!hold(enclosed_without(c, svd, {.residual = true}), exact.true_values));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(needs_the_roots, T, scalars) {
  for (const mpq_class& c : {mpq_class(1 + power_of_two(-10)), mpq_class(1 - power_of_two(-10))}) {
    const stretched known = stretched_by(c);
    const svd_guess<T> svd{test::stored<T>(known.U, matrix_bits), stored<T>(known.sigma),
                           test::stored<T>(known.V, matrix_bits)};
    const matrix<T> C = test::stored<T>(known.C, matrix_bits);
    BOOST_CHECK(hold(enclosed(C, svd), known.true_values));
    BOOST_CHECK(hold(enclosed_without(C, svd, {}), known.true_values));
    BOOST_CHECK(!hold(enclosed_without(C, svd, {.roots = true}), known.true_values));
  }
}

BOOST_AUTO_TEST_SUITE_END()
