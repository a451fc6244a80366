// One site's Jacobian as matrices of double-double numbers, with the distance from what they stand for.
#pragma once

#include "mixcert/ball/double_double_matrix.hpp"
#include "mixcert/jacobian/feedback.hpp"
#include "mixcert/mixer/mixer.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {

/// vec(D_ij) on the streams where it is not exactly zero.
struct derivative_row {
  std::size_t output, source;       ///< i, j
  std::vector<std::size_t> streams; ///< ascending
  double_double_matrix features;    ///< a row of d for each of them
};

/// J = H kron I + sum_ij (e_i kron a_j) vec(D_ij)^T (theorem T1), the sources a_j exact, within the radii.
struct site_factors {
  double_double_matrix H; ///< n x n
  double H_radius;        ///< ||H - its midpoint||_F
  matrix<double> sources; ///< m x d, each divided by a power of two that its derivatives are multiplied by
  std::vector<derivative_row> derivatives; ///< of H by the state
  double derivatives_radius;               ///< of all D_ij together, Frobenius
};

/// From the enclosures of a feedback whose sources are the rows of the state and perhaps the branch output of `input`.
/// Derivatives of the weights of sources that are exactly zero add nothing to J, however large they are (1 / norm_clamp
/// in a zero state), and are left out.
/// Throws not_certified when a number is not bounded, or not in the range of binary64.
site_factors factors_of(const feedback<mp_interval>& feedback, const mixer_input& input);

/// An upper bound of the Frobenius norm of the midpoints of all D_ij together.
double derivatives_norm(const site_factors& site);

/// relative norm + absolute.
struct error_rate {
  double relative, absolute;    ///< both >= 0
  double at(double norm) const; ///< rounded up
};

/// local_error at every norm.
error_rate error_rate_of(const site_factors& site, bool transposed);

/// A bound of what the structured product with a site adds to the error of a matrix of Frobenius norm at most `norm` <=
/// 1, in that norm: data and rounding (theorem T22 c). With `transposed`, of the product with the transposed Jacobian.
/// Of at most 2^14 rows.
double local_error(const site_factors& site, double norm, bool transposed);

/// J M and J^T M for M of n d rows, each entry by combinations of rows (theorem T22 b, c).
double_double_matrix apply(const site_factors& site, const double_double_matrix& M);
double_double_matrix apply_transposed(const site_factors& site, const double_double_matrix& M);

} // namespace mixcert
