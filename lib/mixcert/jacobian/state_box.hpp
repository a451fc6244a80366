// How far the Jacobians at the states of a box are from the one at its midpoint.
#pragma once

#include "mixcert/jacobian/map.hpp"
#include "mixcert/mixer/mixer.hpp"
#include "mixcert/scalar/matrix.hpp"

#include <cstddef>

namespace mixcert {

/// Bounds for every state X' that differs from X by at most input.state_radius, entry by entry. J = F kron I + A B is
/// the Jacobian of the map that the input names: F = H, or the row of read gates.
struct state_box {
  double jacobian;        ///< of ||J(X') - J(X)||
  double frozen;          ///< of ||F(X') - F(X)||
  matrix<double> H;       ///< n x n, of |H(X') - H(X)|
  std::size_t generators; ///< of the dimension of each stream's feature space at X'
  state_rank rank;        ///< of the ranks of X' and of the differences of its rows
};

/// Requires radii >= 0. Throws not_certified where the mixer may have no derivative, or a bound would be infinite.
/// Theorem T18; its remark on sharpness says how far from the best one the bound is.
state_box bound_state_box(const mixer& mixer, const mixer_input& input, core_method method);

} // namespace mixcert
