// Manifold-constrained Hyper-Connections as published with DeepSeek-V4 (mixer `mhc-v4`).
#pragma once

#include "mixcert/mixer/evaluation.hpp"
#include "mixcert/mixer/mixer.hpp"
#include "mixcert/scalar/constant.hpp"
#include "mixcert/scalar/scalar.hpp"

namespace mixcert {

/// The parameters of one site, exact. n streams, d features.
struct mhc_v4_site {
  matrix<double> fn;               ///< (2+n)n x nd: n rows pre, n rows post, then row 2n + j n + k for comb[j,k]
  std::vector<double> scale;       ///< of pre, post, comb
  std::vector<double> base;        ///< (2+n)n, in the order of the rows of fn
  exact_constant norm_eps{1e-6};   ///< added to the mean square
  exact_constant hc_eps{1e-6};     ///< added to the softmax and to each sum
  exact_constant iterations{20.0}; ///< of the Sinkhorn iteration, the first one counted
};

/// With x = vec X row by row, r = 1/sqrt(mean(x^2) + norm_eps) and m = r (fn x):
///   read = sigmoid(m scale[0] + base) + hc_eps,  write = 2 sigmoid(m scale[1] + base),  L = m scale[2] + base,
/// each with its own rows of m and base; comb = softmax of each row of L + hc_eps, divided by (the sums of its columns
/// + hc_eps), then iterations - 1 times by (the sums of its rows + hc_eps) and by (those of its columns + hc_eps);
/// H = comb^T, out_k = sum_j H_kj x_j + write_k y.
/// The derivative of H is formed in scaling vectors; it depends on the differences L_jk - L_j0 only (theorem T14).
/// Generators: the rows of X (x0, ...) or their differences from near ones (x1-x0), the zero ones left out. Arrays:
/// `comb[j,k]-comb[j,0]` for k > 0, then `pre[i]`, `post[i]`: rows of fn as n x d arrays, those of zeros left out.
/// `logits` is L; `dH_dlogits` is n^2 x n^2 with column j n + k for L_jk.
/// Requires X n x d with n, d >= 1 and parameters of matching shapes; of a state that is an enclosure, every member is
/// meant. Throws input_error unless norm_eps and hc_eps are
/// at least zero and iterations is a whole number from 1 to 1000, and not_certified where a denominator may be zero or
/// out of range: with norm_eps = 0 at X = 0, or with hc_eps = 0 at logits whose exponentials S cannot hold.
template <scalar S>
mixer_evaluation<S> evaluate_mhc_v4(const context<S>& context, const mhc_v4_site& site, const matrix<S>& X);

/// The site in a complete input.
mhc_v4_site mhc_v4_site_of(const mixer_input& input);

/// `mhc-v4` as the registry knows it.
const mixer& mhc_v4_mixer();

extern template mixer_evaluation<float64> evaluate_mhc_v4(const context<float64>&, const mhc_v4_site&,
                                                          const matrix<float64>&);
extern template mixer_evaluation<quad> evaluate_mhc_v4(const context<quad>&, const mhc_v4_site&, const matrix<quad>&);
extern template mixer_evaluation<interval> evaluate_mhc_v4(const context<interval>&, const mhc_v4_site&,
                                                           const matrix<interval>&);
extern template mixer_evaluation<mp_interval> evaluate_mhc_v4(const context<mp_interval>&, const mhc_v4_site&,
                                                              const matrix<mp_interval>&);
extern template mixer_evaluation<slope_form> evaluate_mhc_v4(const context<slope_form>&, const mhc_v4_site&,
                                                             const matrix<slope_form>&);

} // namespace mixcert
