// Kronecker products of doubly stochastic factors, routed by the whole state (mixer `kromhc`).
#pragma once

#include "mixcert/mixer/mixer.hpp"

namespace mixcert {

/// n = f_1 f_2 ... f_K (`factors` 2x3; binary: all f_k = 2). With x = vec X row by row and
/// v = sqrt(nd) / max(||x||, norm_clamp) (gamma_offset + norm.gamma) o x, the columns of dynamic_alpha_fn (W) are n of
/// the read gates, then f_k! for each k:
///   read = sigmoid(pre_branch_scale v W + static_alpha),  write = 2 sigmoid(h_post_scale v dynamic_beta_fn +
///   static_beta), U_k = sum_r c_r P_r with c = softmax(residual_scale v W + static_alpha) over its f_k! columns and
///   P_r the
/// permutation matrices of size f_k in lexicographic order, P_r[i, perm_r(i)] = 1; a = U_1 kron ... kron U_K (the first
/// factor's index is the most significant), H = a^T.
/// Doubly stochastic. The derivative of H is composed of those of (f_k - 1)^2 entries of each U_k, as rows and columns
/// sum to one: feedback of rank min(sum_k (f_k - 1)^2, (n - 1) rank of the differences of X's rows) at most (theorem
/// T8). Generators: the rows of X or their differences from near ones. Arrays: `factor k[i,j]`, i, j < f_k - 1, the
/// derivatives of these entries but for the normalisation, for f_k = 2 and over a box of states `factor k(r)-factor
/// k(q)`, differences of columns of W from that of a largest logit; then `pre[i]`, `post[i]`; those of zeros left out.
/// `logits` is one row of those of all factors; `dH_dlogits` n^2 x their number. Throws input_error unless the factors,
/// each from 2 to 6, multiply to n and norm_clamp > 0, and not_certified where the norm of the state may equal
/// norm_clamp.
const mixer& kromhc_mixer();

} // namespace mixcert
