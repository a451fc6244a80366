// Doubly stochastic mixers out of orthogonal matrices, routed by the whole state (mixer `go-mhc`).
#pragma once

#include "mixcert/mixer/mixer.hpp"

namespace mixcert {

/// With z = norm.weight o vec X / sqrt(mean(x^2) + norm_eps):
///   read = sigmoid(a_pre z W_pre + b_pre),  write = 2 sigmoid(a_post z W_post + b_post),
///   p = a_res z W_res + b_res, ns (ns - 1) / 2 numbers; A the skew ns x ns matrix of p, `skew_order` saying where each
/// stands (upper-rows: A_01 = p_0, A_02 = p_1, ..., A_ij = -A_ji), Q = (I - A)(I + A)^-1, and H_ij the sum of the
/// squares of the s x s block (i, j) of Q, divided by s.
/// Doubly stochastic; s = 1 gives the orthostochastic matrices (theorem T20). The derivative of H is composed of those
/// of the parameters or, if these are fewer, of (n - 1)^2 entries: feedback of rank at most the number of either, and
/// at most (n - 1) times the rank of the differences of X's rows (theorem T8). Generators: the rows of X or their
/// differences from near ones. Arrays: `factor 0.A[i,j]`, columns of W_res times norm.weight, or `factor 0[i,j]`, i, j
/// < n - 1, combinations of these (never over a box of states); then `pre[i]`, `post[i]`; those of zeros left out.
/// `logits` is p in one row; `dH_dlogits` n^2 x their number. Throws input_error unless norm_eps >= 0 and s is a whole
/// number, at least 1, with ns <= 64; and not_certified where norm_eps = 0 and the state may be zero.
const mixer& go_mhc_mixer();

} // namespace mixcert
