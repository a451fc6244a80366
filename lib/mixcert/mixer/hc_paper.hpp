// Hyper-Connections with per-stream LayerNorm and tanh gates, as in the original paper (mixer `hc-paper`).
#pragma once

#include "mixcert/mixer/mixer.hpp"

namespace mixcert {

/// With m_s = mean(x_s), y_s = x_s - m_s 1, r_s = 1/sqrt(mean(y_s^2) + norm_eps) and nh_s = r_s y_s o weight + bias:
///   z_st = <nh_s, dynamic_alpha_fn[:, t]>, and gates of z_st as `hc` has (tanh_gates).
/// Dz_st at stream s is r_s v - r_s^3/d <v, y_s> y_s with v = weight o dynamic_alpha_fn[:, t] less its mean (theorem
/// T1, corollary). Generators: the rows of X or their differences from near ones, the v times d as w1..wn, w0 (read)
/// and b (write), and the row 1 of ones; so at most 2n + 1 where writes are not asked for.
/// Feedback of rank n rank X at most; no invariant. Throws input_error unless norm_eps >= 0, and not_certified where
/// norm_eps = 0 and the features of a stream may all be equal.
const mixer& hc_paper_mixer();

} // namespace mixcert
