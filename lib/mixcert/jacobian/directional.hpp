// Directional derivatives of a mixer's map, and their adjoints.
#pragma once

#include "mixcert/jacobian/feedback.hpp"

namespace mixcert {

/// J vec Z as an o x d array, for J = F kron I + A B of the feedback and a direction Z, n x d: row i is
/// sum_s F_is z_s + sum_j <D_ij, Z> a_j (theorem T1 h). An enclosure in an enclosing arithmetic. Costs one inner
/// product of length d for each stream of each generator and array.
template <scalar S>
matrix<S> directional_derivative(const context<S>& context, const feedback<S>& feedback, const matrix<S>& Z);

/// J^T vec Z as an n x d array, for Z, o x d: row s is sum_i F_is z_i + sum_ij <a_j, z_i> (D_ij)_s, with (D_ij)_s row s
/// of D_ij (theorem T1 h). Enclosure and cost as those of directional_derivative.
template <scalar S>
matrix<S> adjoint_derivative(const context<S>& context, const feedback<S>& feedback, const matrix<S>& Z);

extern template matrix<float64> directional_derivative(const context<float64>&, const feedback<float64>&,
                                                       const matrix<float64>&);
extern template matrix<quad> directional_derivative(const context<quad>&, const feedback<quad>&, const matrix<quad>&);
extern template matrix<mp_interval> directional_derivative(const context<mp_interval>&, const feedback<mp_interval>&,
                                                           const matrix<mp_interval>&);

extern template matrix<float64> adjoint_derivative(const context<float64>&, const feedback<float64>&,
                                                   const matrix<float64>&);
extern template matrix<quad> adjoint_derivative(const context<quad>&, const feedback<quad>&, const matrix<quad>&);
extern template matrix<mp_interval> adjoint_derivative(const context<mp_interval>&, const feedback<mp_interval>&,
                                                       const matrix<mp_interval>&);

} // namespace mixcert
