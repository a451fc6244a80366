// Which complex numbers are eigenvalues of stochastic matrices.
#pragma once

#include "mixcert/scalar/complex_interval.hpp"

#include <cstddef>

namespace mixcert {

/// Whether a number is in the region.
enum class membership {
  yes,      ///< every number of the rectangle is a member
  no,       ///< none is
  undecided ///< the rectangle meets the boundary, or is too near to it for its precision
};

/// Of z in the Karpelevich region of order n: the numbers that are eigenvalues of some stochastic n x n matrix
/// (theorem T19). n is 3 or 4, else input_error. An enclosure that is wider than a point is undecided where the true
/// value lies on the boundary, as roots of unity do, unless it is known to be real.
membership karpelevich_membership(const complex_interval& z, std::size_t n);

} // namespace mixcert
