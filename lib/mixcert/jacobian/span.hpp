// For every stream a space that holds all feature rows of the feedback.
#pragma once

#include "mixcert/mixer/evaluation.hpp"
#include "mixcert/scalar/interval_matrix.hpp"
#include "mixcert/scalar/precision.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace mixcert {

/// The feedback of a map X -> H(X) X, or X -> H(X) X + beta(X) y^T with fixed y: the sum over output streams i and
/// sources j of (e_i kron a_j) vec(D_ij)^T (theorem T1). The sources are the rows of X and perhaps y; D_ij is the
/// derivative of the entry of H, or of beta_i.
struct feedback {
  std::vector<generator<mp_interval>> generators;
  std::vector<generator_array<mp_interval>> arrays;
  mp_interval_matrix sources;                  ///< m x p: coordinates
  std::vector<mp_interval_matrix> derivatives; ///< n m of them, D_ij at i * m + j: n x p coordinates
  mp_interval_matrix array_weights;            ///< n m x arrays
};

feedback residual_feedback(mixer_evaluation<mp_interval> evaluation);

/// With the write gate and the branch output y, d exact numbers.
feedback write_feedback(mixer_evaluation<mp_interval> evaluation, const std::vector<double>& y);

/// The same feedback with the rows of the arrays as generators of their own, so that all streams share one space.
feedback without_arrays(feedback feedback);

/// The span of p generators, each scaled by a power of two to a norm about 1, and the sources in their coordinates.
struct feature_space {
  std::vector<std::string> labels;
  std::vector<long> exponents; ///< generator g was divided by 2^exponents[g]
  bool standard = false;       ///< the generators are e_0 ... e_{d-1}: fewer than the mixer's own
  mp_interval_matrix gram;     ///< p x p
  mp_interval_matrix sources;  ///< m x p
};

/// What rotated stream l sees of the derivatives: row i * m + j holds the coordinates of sum_s Q_sl D_ij[s].
struct stream_feedback {
  std::size_t space;           ///< whose coordinates
  mp_interval_matrix feedback; ///< n m x p
};

/// Spaces S_k as theorem T3 (b0) asks for, in J = H kron I + A B (theorem T1): one that all streams share when the
/// mixer's derivative has no arrays, one a stream when it has. No spaces when A B = 0.
struct feature_spans {
  std::vector<feature_space> spaces;
  std::vector<stream_feedback> streams; ///< n, or none
  std::size_t dimension(std::size_t stream) const {
    return streams.empty() ? 0 : spaces[streams[stream].space].labels.size();
  }
};

/// For the rotation by Q. `width` is d. Where there are not fewer generators than features the space is R^d. Throws
/// not_certified when the norm of a generator could not be bounded.
feature_spans spans_of(const feedback& feedback, const matrix<mp_float>& Q, std::size_t width,
                       const precision& precision);

} // namespace mixcert
