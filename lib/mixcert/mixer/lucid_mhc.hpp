// Manifold-constrained Hyper-Connections with per-stream RMS normalisation (mixer `lucid-mhc`).
#pragma once

#include "mixcert/mixer/mixer.hpp"

namespace mixcert {

/// With N_s = max(||x_s||, norm_clamp), w_t = (gamma_offset + gamma) o dynamic_alpha_fn[:, t], b from dynamic_beta_fn:
///   m_st = sqrt(d) <x_s, w_t> / N_s,  read_s = sigmoid(pre_branch_scale m_s0 + static_alpha_s0),
///   write_s = 2 sigmoid(h_post_scale sqrt(d) <x_s, b> / N_s + static_beta_s),
///   L_st = residual_scale m_{s,1+t} + static_alpha_{s,1+t},
/// a = exp(L), then `iterations` times a_st <- a_st / max(sum_s a_st, sinkhorn_clamp) and
/// a_st <- a_st / max(sum_t a_st, sinkhorn_clamp), where before the first division each column is divided by its
/// largest entry; H = a^T.
/// The derivative is formed in scaling vectors (theorem T14). Generators: the rows of X or their differences from near
/// ones, then w1..wn, w0 (read), b (write): at most 2n where writes are not asked for. `logits` is L; `dH_dlogits` is
/// n^2 x n^2 with column s n + t for L_st.
/// Columns of H sum to one unless the last division was by the clamp; feedback of rank n min(n - 1, rank X) at most
/// (theorem T8). Throws input_error unless norm_clamp > 0, 0 <= sinkhorn_clamp < 1 and iterations is a whole number
/// from 1 to 1000, and not_certified where a norm or a sum may equal its clamp, or a sum without clamp zero.
const mixer& lucid_mhc_mixer();

} // namespace mixcert
