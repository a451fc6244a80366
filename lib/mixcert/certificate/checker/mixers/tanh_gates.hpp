// Gates of `hc` and `hc-paper`: numbers plus multiples of tanh of a single stream's logit.
#pragma once

#include "mixcert/certificate/checker/mixer.hpp"

#include <string>
#include <vector>

namespace mixcert::checker {

/// The n + 1 columns of dynamic_alpha_fn, and dynamic_beta_fn, as rows.
exact_rows tanh_gate_rows(const site& at);

/// With weights as tanh_gate_rows orders them, z_st = scale u + shift[t]; alpha_st = a tanh(z_st) + A_st, H_ts =
/// alpha_{s,1+t}, read_s = alpha_s0, and likewise write_s.
equations tanh_gated(const site& at, router route, const rational& scale, const std::vector<rational>& shift,
                     mpfr_prec_t bits);

/// Tensors: those of the normalisation, and those of the gates.
std::vector<std::vector<std::string>> with_tanh_gates(std::vector<std::vector<std::string>> tensors);

} // namespace mixcert::checker
