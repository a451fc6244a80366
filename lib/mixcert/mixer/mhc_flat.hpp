// Manifold-constrained Hyper-Connections as published, routed by the whole state (mixer `mhc-flat`).
#pragma once

#include "mixcert/mixer/mixer.hpp"

namespace mixcert {

/// With x = vec X row by row, r = 1/sqrt(mean(x^2) + norm_eps) and z = r x o norm.weight:
///   read = sigmoid(a_pre z phi_pre + b_pre),  write = 2 sigmoid(a_post z phi_post + b_post),
///   L = a_res mat(z phi_res) + b_res, n x n row by row; M = exp(L), then `iterations` times
/// every row of M is divided by its sum and every column by its sum (`order` rows-columns; columns first with
/// columns-rows); H = M (`orientation` direct) or M^T (transposed).
/// The derivative is formed in scaling vectors (theorem T14). It depends on the differences of the logits of a row (of
/// a column, where columns come first) only. Generators: the rows of X or their differences from near ones. Arrays:
/// `res[j,k]-res[j,0]` for k > 0, then `pre[i]`, `post[i]`: columns of phi times norm.weight as n x d arrays, those of
/// zeros left out. `logits` is L; `dH_dlogits` is n^2 x n^2 with column j n + k for L_jk. With columns first, L^T is
/// meant by L and res.
/// What is normalised last sums to one exactly. Feedback of rank (n - 1) rank X at most where these are H's columns,
/// n times the rank of the differences of X's rows where they are its rows (theorem T8).
/// Throws input_error unless norm_eps >= 0 and iterations is a whole number from 1 to 1000, and not_certified where a
/// denominator may be zero or out of range: with norm_eps = 0 at X = 0, or at logits whose exponentials S cannot hold.
const mixer& mhc_flat_mixer();

} // namespace mixcert
