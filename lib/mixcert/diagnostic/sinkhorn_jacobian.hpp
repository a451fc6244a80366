// How a Sinkhorn normalisation passes changes of its logits on to the mixer.
#pragma once

#include "mixcert/mixer/mixer.hpp"
#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/scalar/precision.hpp"

namespace mixcert {

/// J_S = d vec H / d vec L at a state, for H = S(L) and n x n logits L. Norms are spectral; P_off leaves the entries of
/// H off its diagonal and makes the others zero.
struct sinkhorn_jacobian {
  matrix<mp_interval> J;    ///< n^2 x n^2: entry (i, j) of H in row i n + j, L_jk in column j n + k
  mp_interval norm;         ///< encloses ||J_S||
  mp_interval off_diagonal; ///< encloses ||P_off J_S||
};

/// With radii in the input, of every state of the box. For mixers with a non-negative H that is a function of n x n
/// logits, as mhc-v4, mhc-flat, lucid-mhc and static with kind sinkhorn; input_error with the mixer's name for others.
/// The logits are those of the mixer's equations. Throws not_certified when something could not be bounded.
sinkhorn_jacobian sinkhorn_jacobian_of(const mixer& mixer, const mixer_input& input, const precision& places = {});

/// Whether a mixer of which `known` is true is such a one, by its evaluation.
bool has_sinkhorn_jacobian(const mixer_invariants& known, const mixer_evaluation<mp_interval>& evaluation);

/// The same from J_S itself, the `dH_dlogits` of such a mixer's evaluation with n streams. Throws std::invalid_argument
/// unless it is n^2 x n^2, and not_certified as above.
sinkhorn_jacobian sinkhorn_jacobian_of(matrix<mp_interval> J, std::size_t streams, const precision& places = {});

/// What ||P_off Dh|| does not exceed to first order in the rate, for the change Dh of vec H that a step of gradient
/// descent on the logits makes: rate ||P_off J_S|| ||J_S|| ||g||, where g is the gradient of the loss with respect to
/// vec H, of length `gradient` (theorem T13 b). The upper end is the bound. Requires rate, gradient >= 0.
mp_interval off_diagonal_step(const sinkhorn_jacobian& jacobian, const mp_interval& rate, const mp_interval& gradient);

} // namespace mixcert
