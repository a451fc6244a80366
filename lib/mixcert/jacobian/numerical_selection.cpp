#include "mixcert/jacobian/numerical_selection.hpp"

#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/scalar/decimal.hpp"
#include "mixcert/scalar/matrix_product.hpp"
#include "mixcert/spectrum/guess.hpp"

#include <algorithm>
#include <cmath>

namespace mixcert {
namespace {

using dense = matrix<double>;

/// Rows of coordinates a, in generators, become R a, in the basis.
dense in_basis(const mp_interval_matrix& coordinates, const matrix<mp_float>& R) {
  const mpfr_prec_t bits = coordinates(0, 0).bits();
  const matrix<mp_float> a = map(coordinates, [&](const mp_interval& x) { return midpoint(x, bits); });
  return map(multiply(a, transpose(R)), [](const mp_float& x) { return to_double(x); });
}

/// B: row (i, j) holds the rows of the derivative D_ij one after the other.
dense right_factor(const feature_spans<mp_interval>& spans, const matrix<mp_float>& R) {
  const std::size_t n = spans.streams.size(), p = R.rows();
  dense B(spans.streams.front().feedback.rows(), n * p, 0.0);
  for (std::size_t l = 0; l < n; ++l) {
    const dense block = in_basis(spans.streams[l].feedback, R);
    for (std::size_t ij = 0; ij < B.rows(); ++ij)
      for (std::size_t c = 0; c < p; ++c) B(ij, l * p + c) = block(ij, c);
  }
  return B;
}

/// A C for A = I kron sources^T, o m x k C.
dense left_factor_times(const dense& sources, const dense& C) {
  const std::size_t m = sources.rows(), p = sources.cols(), o = C.rows() / m;
  dense r(o * p, C.cols(), 0.0);
  for (std::size_t i = 0; i < o; ++i)
    for (std::size_t j = 0; j < m; ++j)
      for (std::size_t e = 0; e < p; ++e)
        for (std::size_t c = 0; c < C.cols(); ++c) r(i * p + e, c) += sources(j, e) * C(i * m + j, c);
  return r;
}

dense leading_columns(const dense& a, std::size_t count) {
  dense r(a.rows(), count, 0.0);
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < count; ++j) r(i, j) = a(i, j);
  return r;
}

/// The leading columns of U diag(sigma).
dense leading_part(const svd_guess<double>& svd, std::size_t count) {
  dense r = leading_columns(svd.U, count);
  for (std::size_t i = 0; i < r.rows(); ++i)
    for (std::size_t j = 0; j < count; ++j) r(i, j) *= svd.sigma[j];
  return r;
}

/// How many of the descending values exceed the threshold.
std::size_t count_above(const std::vector<double>& sigma, double threshold) {
  return static_cast<std::size_t>(std::count_if(sigma.begin(), sigma.end(), [&](double x) { return x > threshold; }));
}

double norm(const std::vector<double>& values, std::size_t first = 0) {
  double largest = 0, sum = 0;
  for (std::size_t i = first; i < values.size(); ++i) largest = std::max(largest, std::fabs(values[i]));
  if (largest == 0) return 0;
  for (std::size_t i = first; i < values.size(); ++i) sum += values[i] / largest * (values[i] / largest);
  return largest * std::sqrt(sum);
}

/// Columns of n blocks of p as n rows of p each, for every column.
dense feature_rows(const dense& columns, std::size_t n) {
  const std::size_t p = columns.rows() / n, r = columns.cols();
  dense rows(n * r, p, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t c = 0; c < r; ++c)
      for (std::size_t e = 0; e < p; ++e) rows(i * r + c, e) = columns(i * p + e, c);
  return rows;
}

/// The left singular vectors of [upper^T lower^T] that go with values above tau times the largest.
dense common_directions(const dense& upper, const dense& lower, double tau) {
  dense stack(upper.cols(), upper.rows() + lower.rows(), 0.0);
  for (std::size_t e = 0; e < stack.rows(); ++e) {
    for (std::size_t i = 0; i < upper.rows(); ++i) stack(e, i) = upper(i, e);
    for (std::size_t i = 0; i < lower.rows(); ++i) stack(e, upper.rows() + i) = lower(i, e);
  }
  const svd_guess<double> svd = bidiagonal_svd(stack);
  return leading_columns(svd.U, count_above(svd.sigma, tau * svd.sigma.front()));
}

/// Rows without their components along the columns of V, and the norm of those components.
struct projection {
  double residual, kept;
};

projection project(const dense& rows, const dense& V) {
  const dense coordinates = multiply(rows, V, 0.0);
  dense rest = multiply(coordinates, transpose(V), 0.0);
  for (std::size_t i = 0; i < rest.values().size(); ++i) rest.values()[i] -= rows.values()[i];
  return {norm(rest.values()), norm(coordinates.values())};
}

void require_moderate(const dense& a) {
  constexpr double largest = 0x1p500; // squares do not overflow
  for (const double x : a.values())
    if (!(std::fabs(x) < largest))
      throw not_certified("the feedback is too large for binary64, in which --tau selects the core");
}

} // namespace

rank_tolerance parse_rank_tolerance(std::string_view text) {
  if (!is_decimal(text) || !(parse_decimal_up(text) > 0) || !(parse_decimal_down(text) < 1))
    throw input_error("'" + printable(text) + "' is no tolerance: write a decimal above 0 and below 1, such as 1e-12");
  rank_tolerance tau{std::string(text), 0};
  mp_float nearest(53);
  mpfr_strtofr(nearest.get(), tau.text.c_str(), nullptr, 10, MPFR_RNDN);
  tau.value = to_double(nearest);
  return tau;
}

numerical_selection approx_selection(const feature_spans<mp_interval>& spans,
                                     const std::vector<triangular_basis>& bases, double norm_of_H, double tau) {
  if (spans.streams.empty()) return {dense(0, 0, 0.0), {}};
  const matrix<mp_float>& R = bases.front().R;
  const std::size_t n = spans.streams.size(), p = R.rows();
  const dense sources = in_basis(spans.spaces.front().sources, R), B = right_factor(spans, R);
  require_moderate(sources);
  require_moderate(B);
  numerical_selection r{dense(p, 0, 0.0), {}};

  const svd_guess<double> of_B = bidiagonal_svd(B);
  const std::size_t rank_B = count_above(of_B.sigma, tau * of_B.sigma.front());
  if (rank_B == 0) return r;
  const svd_guess<double> of_A = bidiagonal_svd(left_factor_times(sources, leading_part(of_B, rank_B)));
  const std::size_t rank = count_above(of_A.sigma, tau * std::max(of_A.sigma.front(), norm_of_H));
  r.delta_terms[0] = bidiagonal_svd(sources).sigma.front() * norm(of_B.sigma, rank_B);
  r.delta_terms[1] = norm(of_A.sigma, rank);
  if (rank > 0) {
    const dense A_rows = feature_rows(leading_part(of_A, rank), B.rows() / sources.rows());
    const dense B_columns = multiply(leading_columns(of_B.V, rank_B), leading_columns(of_A.V, rank), 0.0);
    const dense B_rows = feature_rows(B_columns, n);
    r.V = common_directions(A_rows, B_rows, tau);
    const projection of_A_rows = project(A_rows, r.V), of_B_rows = project(B_rows, r.V);
    r.delta_terms[2] = of_A_rows.residual * norm(B_rows.values());
    r.delta_terms[3] = of_A_rows.kept * of_B_rows.residual;
  }
  for (const double term : r.delta_terms)
    if (!std::isfinite(term)) throw not_certified("the bound delta of the core that --tau selects overflows binary64");
  return r;
}

} // namespace mixcert
