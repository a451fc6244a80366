// Combinations of cyclic shifts, routed by the whole state (mixer `circulant`).
#pragma once

#include "mixcert/mixer/mixer.hpp"

namespace mixcert {

/// With x = vec X row by row, r = ||x||/sqrt(nd) + norm_eps and h = alpha phi.weight x / r + b, 3n numbers:
///   read = sigmoid(h), the first n;  write = 2 sigmoid(h), the next n;
///   c = (1 - gamma) e_0 + gamma softmax(h), the last n;  H_ij = c_{(j - i) mod n}.
/// Doubly stochastic and normal. Feedback of rank n - 1 at most, 0 where all rows of X are equal (theorem T8).
/// Generators: the rows of X or their differences from near ones. Arrays: `res[k]-res[0]` for k > 0, then `pre[i]`,
/// `post[i]`: rows of phi.weight as n x d arrays, those of zeros left out. `logits` are the last n numbers, in one row;
/// `dH_dlogits` is n^2 x n.
/// Throws input_error unless norm_eps >= 0 and 0 <= gamma <= 1, and not_certified where the state may be zero without
/// being so, and where it and norm_eps are.
const mixer& circulant_mixer();

} // namespace mixcert
