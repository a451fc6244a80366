// For every stream a space that holds all feature rows of the feedback.
#pragma once

#include "mixcert/jacobian/feedback.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace mixcert {

/// How many generators and arrays the feedback has to do with, at most `width`: no stream's space has a higher
/// dimension. 0 when there is no feedback.
template <scalar S> std::size_t generator_count(const feedback<S>& feedback, std::size_t width);

/// The span of p generators, each scaled by a power of two to a norm about 1, and the sources in their coordinates.
template <class S> struct feature_space {
  std::vector<std::string> labels; ///< of the generators
  std::vector<long> exponents;     ///< generator g was divided by 2^exponents[g]
  bool standard = false;           ///< the generators are e_0 ... e_{d-1}: fewer than the mixer's own
  matrix<S> gram;                  ///< p x p
  matrix<S> sources;               ///< m x p
};

/// What rotated stream l sees of the derivatives: row i * m + j holds the coordinates of sum_s Q_sl D_ij[s].
template <class S> struct stream_feedback {
  std::size_t space;  ///< whose coordinates
  matrix<S> feedback; ///< o m x p
};

/// Spaces S_k as theorem T3 (b0) asks for, in J = F kron I + A B (theorem T1): one that all streams share when the
/// mixer's derivative has no arrays, one a stream when it has. No spaces when A B = 0.
template <class S> struct feature_spans {
  std::vector<feature_space<S>> spaces;    ///< one for each stream, or one for all
  std::vector<stream_feedback<S>> streams; ///< n, or none
  /// Of a stream's space.
  std::size_t dimension(std::size_t stream) const {
    return streams.empty() ? 0 : spaces[streams[stream].space].labels.size();
  }
};

/// For the rotation by Q, n x n. `width` is d. Where there are not fewer generators than features the space is R^d.
/// Throws not_certified when the norm of a generator could not be bounded.
template <scalar S>
feature_spans<S> spans_of(const context<S>& context, const feedback<S>& feedback, const matrix<S>& Q,
                          std::size_t width);

} // namespace mixcert
