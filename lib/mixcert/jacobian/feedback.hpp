// Routing feedback: what a mixer's map adds to its frozen mixer, in factored form.
#pragma once

#include "mixcert/mixer/evaluation.hpp"
#include "mixcert/scalar/scalar.hpp"

#include <vector>

namespace mixcert {

/// The Jacobian F kron I + A B of a map X -> F(X) X, or X -> F(X) X + beta(X) y^T with fixed y, for the o x n matrix F
/// = H, or the row of read gates. A B is the sum over output streams i and sources j of (e_i kron a_j) vec(D_ij)^T
/// (theorem T1). The sources are the rows of X and perhaps y; D_ij is the derivative of the entry of F, or of beta_i.
template <class S> struct feedback {
  matrix<S> frozen;                       ///< F
  std::vector<generator<S>> generators;   ///< rows of d features
  std::vector<generator_array<S>> arrays; ///< n x d arrays
  matrix<S> sources;                      ///< m x p: coordinates
  std::vector<matrix<S>> derivatives;     ///< o m of them, D_ij at i * m + j: n x p coordinates
  matrix<S> array_weights;                ///< o m x arrays
};

/// Of X -> H(X) X.
template <scalar S> feedback<S> residual_feedback(mixer_evaluation<S> evaluation);

/// With the write gate and the branch output y, d exact numbers.
template <scalar S>
feedback<S> write_feedback(const context<S>& context, mixer_evaluation<S> evaluation, const std::vector<double>& y);

/// Of the branch input X -> sum_s read_s(X) x_s.
template <scalar S> feedback<S> read_feedback(mixer_evaluation<S> evaluation);

/// The same feedback with the rows of the arrays as generators of their own, so that all streams share one space.
template <scalar S> feedback<S> without_arrays(const context<S>& context, feedback<S> feedback);

} // namespace mixcert
