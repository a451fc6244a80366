// Mixers that do not depend on the state (mixer `static`).
#pragma once

#include "mixcert/mixer/mixer.hpp"

namespace mixcert {

/// `kind` sinkhorn: M = exp(H_res_logits / temperature), then `iterations` times every row of M is divided by its sum
/// and every column by its sum; H = M^T, read = softmax(H_pre_logits), write = softmax(H_post_logits). Rows of H sum to
/// one. `kind` matrix: H, read and write are the tensors H, pre and post. `kind` identity: H = I, with pre and post. No
/// feedback: J = H kron I (theorem T8). Generators: the rows of X or their differences from near ones. `logits` are,
/// for sinkhorn, H_res_logits / temperature, with `dH_dlogits` n^2 x n^2, column j n + k for entry (j, k); else there
/// are none. Throws input_error unless temperature > 0 and iterations is a whole number from 1 to 1000, and
/// not_certified where a sum may be zero or out of range.
const mixer& static_mixer();

} // namespace mixcert
