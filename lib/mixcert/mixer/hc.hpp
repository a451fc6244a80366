// Hyper-Connections with per-stream RMS normalisation and tanh gates (mixer `hc`).
#pragma once

#include "mixcert/mixer/detail/tanh_gates.hpp"
#include "mixcert/mixer/mixer.hpp"
#include "mixcert/scalar/constant.hpp"
#include "mixcert/scalar/scalar.hpp"

namespace mixcert {

/// The parameters of one site, exact. n streams, d features.
struct hc_site : tanh_gates {
  std::vector<double> gamma;        ///< d, `norm.gamma`
  exact_constant norm_clamp{1e-12}; ///< c in max(||x_s||, c)
  exact_constant gamma_offset{1.0}; ///< what is added to gamma
};

/// With N_s = max(||x_s||_2, norm_clamp), w_t = (gamma_offset + gamma) o dynamic_alpha_fn[:, t] and
/// z_st = sqrt(d) <x_s, w_t> / N_s:
///   alpha_st = dynamic_alpha_scale tanh(z_st) + static_alpha_st,  H_ts = alpha_{s,1+t},  read_s = alpha_s0,
/// and likewise write_s from dynamic_beta_fn; the residual is mixed: out_t = sum_s H_ts x_s + write_t y.
/// The derivative of anything at stream s touches stream s only and lies in span{x_s, w_t} (theorem T1 (d)).
/// Generators: the rows of X (x0, ...) or their differences from near ones (x1-x0), then w1..wn, w0 (read), b (write),
/// the zero ones left out.
/// Requires X n x d with n, d >= 1 and parameters of matching shapes; of a state that is an enclosure, every member is
/// meant. Throws input_error unless norm_clamp > 0,
/// and not_certified when the norm of a stream
/// may equal norm_clamp, where H has no derivative.
template <scalar S> mixer_evaluation<S> evaluate_hc(const context<S>& context, const hc_site& site, const matrix<S>& X);

/// The site in a complete input.
hc_site hc_site_of(const mixer_input& input);

/// `hc` as the registry knows it.
const mixer& hc_mixer();

extern template mixer_evaluation<float64> evaluate_hc(const context<float64>&, const hc_site&, const matrix<float64>&);
extern template mixer_evaluation<quad> evaluate_hc(const context<quad>&, const hc_site&, const matrix<quad>&);
extern template mixer_evaluation<interval> evaluate_hc(const context<interval>&, const hc_site&,
                                                       const matrix<interval>&);
extern template mixer_evaluation<mp_interval> evaluate_hc(const context<mp_interval>&, const hc_site&,
                                                          const matrix<mp_interval>&);
extern template mixer_evaluation<slope_form> evaluate_hc(const context<slope_form>&, const hc_site&,
                                                         const matrix<slope_form>&);

} // namespace mixcert
