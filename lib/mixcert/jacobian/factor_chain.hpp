// The product of many Jacobians as its frozen product and a product of thin factors.
#pragma once

#include "mixcert/ball/double_double_matrix.hpp"
#include "mixcert/jacobian/site_factors.hpp"

#include <vector>

namespace mixcert {

/// J_L ... J_1 / 2^exponent is, within `distance` (spectral norm), M kron I_d + (I_n kron X^T) T R for an M in
/// `frozen`: the left factors of all sites are combinations of all sources X (s x d), with coordinates T (n s x r,
/// stream by stream), their right factors the rows of R (r x n d); r counts the derivatives of all sites
/// but those whose term is negligible (theorem T25 a).
struct factor_chain {
  matrix<mp_interval> frozen;             ///< n x n: encloses M
  matrix<double> sources;                 ///< X, s x d
  double_double_matrix coordinates, rows; ///< T and R
  long exponent;                          ///< of two
  double distance;                        ///< upper bound, in the spectral norm
};

/// Of sites in forward order, at least one: their factors, enclosures of their H, and upper bounds of the norms of
/// their Jacobians. Nothing of order n d x n d is formed. Throws not_certified when a bound is not finite.
factor_chain chain_factors(const std::vector<site_factors>& sites, const std::vector<matrix<mp_interval>>& frozen,
                           const std::vector<double>& norms);

} // namespace mixcert
