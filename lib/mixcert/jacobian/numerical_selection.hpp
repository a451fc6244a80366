// The common core that a numerical tolerance selects, as the literature does it: in binary64, and nothing here is
// certified. What the selection costs for certain is for truncation.hpp to bound.
#pragma once

#include "mixcert/jacobian/basis.hpp"
#include "mixcert/jacobian/span.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert {

/// A relative tolerance for numerical ranks, as it was written and as the nearest binary64 number.
struct rank_tolerance {
  std::string text; ///< the decimal as it was given
  double value;     ///< the nearest binary64 number
};

/// Throws input_error, quoting the text, unless it is a decimal number above 0 and below 1.
rank_tolerance parse_rank_tolerance(std::string_view text);

/// Feature directions worth keeping, and the algebraic bound of what the others carry.
struct numerical_selection {
  matrix<double> V; ///< p x q, columns orthonormal up to rounding: coordinates in the basis of the common space
  /// Of the bound delta of theorem T4 (a), with what binary64 makes of its singular values and norms.
  std::array<double, 4> delta_terms;
};

/// The selection of theorem T4 (a) with tolerance tau for the feedback of `spans`, done in the coordinates of the basis
/// (T4 b: no singular value changes). All streams share one space, or there is none and q = p = 0. norm_of_H is
/// approximate, and of the frozen mixer, whatever the map. Throws not_certified when a number is too large for
/// binary64.
numerical_selection approx_selection(const feature_spans<mp_interval>& spans,
                                     const std::vector<triangular_basis>& bases, double norm_of_H, double tau);

} // namespace mixcert
