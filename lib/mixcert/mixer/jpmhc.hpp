// Nearly orthogonal mixers by an iterated Cayley transform, routed by the whole state (mixer `jpmhc`).
#pragma once

#include "mixcert/mixer/mixer.hpp"

namespace mixcert {

/// With z the LayerNorm of vec X (layer_norm.weight and layer_norm.bias, norm_eps under the root), h =
/// fused_proj.weight z
/// + fused_proj.bias is three n x n matrices row by row, pre, post and res:
///   read_j = mean over i of softmax_j(pre_ij),  write_i = sum over j of softmax_i(post_ij),
///   W = res - res^T, Y = I + cayley_alpha W, then `iterations` times Y <- I + (cayley_alpha / 2) W (I + Y), and H = Y.
/// H is a polynomial in W. It is orthogonal in the limit only: no invariant is relied upon but the number of W's
/// parameters: feedback of rank n (n - 1)/2 at most, and n rank X (theorem T8).
/// Generators: the rows of X or their differences from near ones. Arrays: `res[i,j]-res[j,i]` for i < j, then
/// `read[j]`, `write[j]` for j < n - 1, as the derivative of the last gate is minus the sum of the others': each is a
/// derivative itself, so that the row of ones is no generator; those of equal weights left out. Over a box of states,
/// where arrays must not move, they are differences of centred weights (`read[i,j]-read[i,0]`), with a generator `1`.
/// `logits` is res; `dH_dlogits` is n^2 x n^2, column i n + j for res_ij. Throws input_error unless norm_eps >= 0 and
/// iterations is a whole number from 0 to 1000, and not_certified where norm_eps = 0 and the features may all be equal.
const mixer& jpmhc_mixer();

} // namespace mixcert
