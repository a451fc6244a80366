// Identical three-stream layers, each mixed by the identity, whose product stretches one direction (theorem T11).
#pragma once

#include "mixcert/construction/closed_form.hpp"
#include "mixcert/expression/expression_matrix.hpp"

namespace mixcert {

/// The 3d values of the Jacobian of L layers at X_0 = u_1 v^T: |1 + K|^L once, and 1. Parameters K, L >= 0, d >= 1.
closed_form cayley_chain_form();

/// b = vec(u_2 v^T), 3d x 1, for u_2 = (1, 1, -2) / sqrt 6 and a column v of length d. The theorem needs ||v|| = 1.
expression_matrix cayley_direction(const expression_matrix& v);

/// I + K b b^T: J of one layer, 3d x 3d.
expression_matrix cayley_jacobian(const expression_matrix& v);

/// I + ((1 + K)^L - 1) b b^T: the Jacobian of L layers.
expression_matrix cayley_chain_jacobian(const expression_matrix& v);

} // namespace mixcert
