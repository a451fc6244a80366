// The stream-adapted core: a small matrix that carries every singular value of J that routing feedback can move.
#pragma once

#include "mixcert/jacobian/basis.hpp"
#include "mixcert/jacobian/rotation.hpp"
#include "mixcert/mixer/evaluation.hpp"

#include <string>
#include <vector>

namespace mixcert {

/// The generators that a core needs, scaled by powers of two to norms about 1, and everything in their coordinates.
/// The span holds every feature row of A and B in J = H kron I + A B (theorem T1). Empty when A B = 0.
struct feature_span {
  std::vector<std::string> labels;    ///< p generators
  std::vector<long> exponents;        ///< generator g was divided by 2^exponents[g]
  bool standard = false;              ///< the generators are e_0 ... e_{d-1}: fewer than the mixer's own
  mp_interval_matrix gram;            ///< p x p
  mp_interval_matrix state;           ///< n x p
  std::vector<mp_interval_matrix> dH; ///< n^2 arrays n x p
};

/// Of the residual mixer H(X) X. `width` is d. Throws std::logic_error when the evaluation has arrays.
feature_span residual_span(const mixer_evaluation<mp_interval>& evaluation, std::size_t width,
                           const precision& precision);

/// sigma(J) = sigma(C*) and s_k with multiplicity d - p each, after the rotation, for a C* with
/// ||C* - C||_F <= epsilon (theorem T3 b).
struct stream_adapted_core {
  matrix<mp_float> C; ///< n p x n p, stream-major
  double epsilon = 0; ///< everything but the rotation's orthogonality defects: rounding of C, basis error, nu
};

/// Requires the span's basis. All streams share one span.
stream_adapted_core assemble_core(const feature_span& span, const triangular_basis& basis, const rotation& rotation,
                                  const precision& precision);

} // namespace mixcert
