// What is checked of enclosures and of approximate decompositions.
#pragma once

#include "families.hpp"
#include "mixcert/scalar/matrix_product.hpp"
#include "mixcert/spectrum/enclosure.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

namespace mixcert::test {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

using scalars = std::tuple<double, mp_float>;

/// The places of the matrices and of the enclosures in the tests.
inline constexpr mpfr_prec_t matrix_bits = 160, enclosure_bits = 192;

inline matrix<mp_float> with_places(const matrix<double>& a, mpfr_prec_t bits) {
  return map(a, [&](double x) { return mp_float(x, bits); });
}
inline matrix<mp_float> with_places(const matrix<mp_float>& a, mpfr_prec_t bits) {
  return map(a, [&](const mp_float& x) { return mp_float(x.get(), bits); });
}

/// A decomposition as good as binary64 allows, of a matrix of any shape.
inline svd_guess<double> approximate_svd(const matrix<double>& a) { return guess_svd(a); }
inline svd_guess<mp_float> approximate_svd(const matrix<mp_float>& a) {
  const svd_guess<double> guess = guess_svd(map(a, [](const mp_float& x) { return to_double(x); }));
  std::vector<mp_float> sigma;
  for (const double x : guess.sigma) sigma.emplace_back(x, matrix_bits);
  return {with_places(guess.U, matrix_bits), std::move(sigma), with_places(guess.V, matrix_bits)};
}

/// From a guess to an enclosure, as a caller does it.
template <class T>
std::vector<mp_interval> enclosed(const matrix<T>& c, const svd_guess<T>& svd, double distance = 0,
                                  mpfr_prec_t bits = enclosure_bits) {
  return enclose_singular_values(svd, bound_defects(c, svd), distance, bits);
}

/// Whether the i-th value lies in the i-th enclosure, for all i.
inline bool hold(const std::vector<mp_interval>& enclosures, const std::vector<mpq_class>& sigma) {
  if (enclosures.size() != sigma.size()) return false;
  for (std::size_t i = 0; i < sigma.size(); ++i)
    if (rational(enclosures[i].lower()) > sigma[i] || rational(enclosures[i].upper()) < sigma[i]) return false;
  return true;
}

inline bool are_finite(const std::vector<mp_interval>& enclosures) {
  return std::all_of(enclosures.begin(), enclosures.end(), [](const mp_interval& x) { return is_finite(x); });
}

inline mpq_class largest_width(const std::vector<mp_interval>& enclosures) {
  mpq_class width = 0;
  for (const mp_interval& x : enclosures) width = std::max(width, mpq_class(rational(x.upper()) - rational(x.lower())));
  return width;
}

/// Counts the singular values of `a` exactly on both sides of every end.
inline void check_by_counting(const std::vector<mp_interval>& enclosures, const rational_matrix& a) {
  BOOST_REQUIRE(are_finite(enclosures));
  exact_singular_values values(a.cols() <= a.rows() ? a : transpose(a));
  const auto failure = escape(values, enclosures, enclosure_bits);
  BOOST_CHECK_MESSAGE(!failure, failure.value_or(""));
}

/// Descending and not negative.
template <class T> bool is_sorted_spectrum(const std::vector<T>& sigma) {
  for (std::size_t i = 0; i < sigma.size(); ++i)
    if (rational(sigma[i]) < 0 || (i > 0 && rational(sigma[i]) > rational(sigma[i - 1]))) return false;
  return true;
}

/// Frobenius norms of U^T U - I, V^T V - I and U diag(sigma) V^T - A, evaluated at 1000 places.
struct factor_errors {
  double u, v, residual;
};

template <class T> factor_errors errors_of(const svd_guess<T>& svd, const matrix<T>& a) {
  constexpr mpfr_prec_t bits = 1000;
  const matrix<mp_float> U = with_places(svd.U, bits), V = with_places(svd.V, bits), A = with_places(a, bits);
  const auto off_orthogonality = [](const matrix<mp_float>& u) {
    matrix<mp_float> gram = multiply(transpose(u), u);
    for (std::size_t i = 0; i < gram.rows(); ++i) gram(i, i) = gram(i, i) - mp_float(1.0, bits);
    return frobenius_up(gram);
  };
  matrix<mp_float> scaled_columns = U;
  for (std::size_t i = 0; i < U.rows(); ++i)
    for (std::size_t j = 0; j < U.cols(); ++j)
      scaled_columns(i, j) = U(i, j) * with_places(matrix<T>(1, 1, svd.sigma[j]), bits)(0, 0);
  matrix<mp_float> residual = multiply(scaled_columns, transpose(V));
  for (std::size_t i = 0; i < A.values().size(); ++i) residual.values()[i] = residual.values()[i] - A.values()[i];
  return {off_orthogonality(U), off_orthogonality(V), frobenius_up(residual)};
}

} // namespace mixcert::test
