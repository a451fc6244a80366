// Mixers with exact sums and a singular value decomposition of their own, routed by the whole state (mixer `shc`).
#pragma once

#include "mixcert/mixer/mixer.hpp"

namespace mixcert {

/// With x = vec X row by row, v = sqrt(nd) / max(||x||, norm_clamp) (gamma_offset + norm.gamma) o x, r = v
/// to_alpha_residual.weight^T, (n - 1)^2 numbers, k = (n - 1)(n - 2)/2 and the static numbers b:
///   read = sigmoid(pre_branch_scale v to_alpha_pre.weight^T + static_alpha_pre),
///   write = 2 sigmoid(h_post_scale v to_beta.weight^T + static_beta),
///   z_U = gamma_u tanh(residual_rot_scale_u r + b), the first k numbers; z_V = gamma_v tanh(residual_rot_scale_v r +
///   b), the next k; sigma = tanh(residual_val_scale r + b), the last n - 1,
/// U = (I + A)^-1 (I - A) for the skew A of z_U (A_01, A_02, ..., A_12, ... in turn), V likewise, T the n x (n - 1)
/// matrix whose column c = 1, ..., n - 1 has c entries 1 and then -c, over sqrt(c (c + 1)); and
///   H = 1 1^T / n + T V diag(sigma) U^T T^T.
/// Rows and columns of H sum to one; its singular values are 1 and |sigma|. Feedback of rank at most n - 1 times the
/// rank of the differences of X's rows (theorem T8). Generators: the rows of X or their differences from near ones.
/// Arrays: `res[l]`, rows of to_alpha_residual.weight times gamma_offset + norm.gamma, then `pre[i]`, `post[i]`; those
/// of zeros left out. `logits` are the arguments of tanh in one row; `dH_dlogits` is n^2 x (n - 1)^2. Throws
/// input_error unless norm_clamp > 0, and not_certified where the norm of the state may equal norm_clamp.
const mixer& shc_mixer();

} // namespace mixcert
