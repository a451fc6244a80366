// Mixers that are convex combinations of permutations, routed by the whole state (mixer `mhc-lite`).
#pragma once

#include "mixcert/mixer/mixer.hpp"

namespace mixcert {

/// With x = vec X row by row, v = sqrt(nd) / max(||x||, norm_clamp) (gamma_offset + norm.gamma) o x, and of the
/// columns of dynamic_alpha_fn (W) n for the read gates and n! for the permutations:
///   read = sigmoid(pre_branch_scale v W + static_alpha),  write = 2 sigmoid(h_post_scale v dynamic_beta_fn +
///   static_beta), a = sum_r c_r P_r with c = softmax(residual_scale v W + static_alpha) and P_r the permutation
///   matrices in
/// lexicographic order, P_r[i, perm_r(i)] = 1; H = a^T.
/// Doubly stochastic. The derivative of H is composed of those of (n - 1)^2 entries, as rows and columns sum to one:
/// feedback of rank (n - 1) times the rank of the differences of X's rows at most (theorem T8).
/// This is `kromhc` with one factor; generators, arrays (`factor 0[i,j]`), logits and errors are as there. n <= 6.
const mixer& mhc_lite_mixer();

} // namespace mixcert
