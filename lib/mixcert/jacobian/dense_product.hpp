// The product of the Jacobians of many sites as a dense matrix.
#pragma once

#include "mixcert/ball/double_double_matrix.hpp"
#include "mixcert/jacobian/site_factors.hpp"

#include <vector>

namespace mixcert {

/// J_L ... J_1 = 2^exponent M for an M within `radius` (Frobenius norm) of the midpoint, whose norm, if it is not 0, is
/// between 1/4 and 1/2 up to rounding.
struct dense_product {
  double_double_matrix midpoint; ///< n d x n d
  long exponent;                 ///< of two
  double radius;                 ///< upper bound, in the Frobenius norm
  bool suffixes_computed;        ///< their norms come from products of Jacobians, not from products of norms
};

/// Of sites in forward order, at least one, `norms` being upper bounds of the norms of their Jacobians. Each step is a
/// structured product in double-double numbers; errors made before a site count times the norm of the product of the
/// sites after it (theorem T15), which is bounded by the product of their norms or, where that leaves a relative radius
/// above 2^-70, by computing these products too (theorem T22 c). Throws not_certified when a bound is not finite.
dense_product multiply_sites(const std::vector<site_factors>& sites, const std::vector<double>& norms);

} // namespace mixcert
