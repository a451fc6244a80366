// Two streams of one feature, mixed by a doubly stochastic matrix: the construction of theorem T10 (mixer `balanced`).
#pragma once

#include "mixcert/mixer/mixer.hpp"

namespace mixcert {

/// n = 2, d = 1, X = (m + delta, m - delta)^T, r = sqrt(m^2 + delta^2 + epsilon), z = K m / r, p = sigmoid(2 z), and
/// H = [p, 1 - p; 1 - p, p]. K and epsilon are constants of the convention; there are no tensors and no gates: read and
/// write are zero.
/// Doubly stochastic. Feedback of rank 1 at most, 0 where the streams are equal (theorem T8). Generators: the rows of X
/// and `1`. `logits` is z; `dH_dlogits` is 4 x 1. Throws input_error unless n = 2 and d = 1, and not_certified where
/// the root's argument may not be positive.
const mixer& balanced_mixer();

} // namespace mixcert
