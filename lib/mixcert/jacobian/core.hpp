// The stream-adapted core: a small matrix that carries every singular value of J that routing feedback can move.
#pragma once

#include "mixcert/jacobian/basis.hpp"
#include "mixcert/jacobian/rotation.hpp"
#include "mixcert/jacobian/span.hpp"

#include <vector>

namespace mixcert {

/// sigma(J) = sigma(C*) and s_k with multiplicity d - p_k each, after the rotation, for a C* with
/// ||C* - C||_F <= epsilon (theorem T3 b).
struct stream_adapted_core {
  matrix<mp_float> C; ///< columns stream by stream, p_0 + p_1 + ...; rows as many or, with o < n outputs, those of o
  double epsilon = 0; ///< everything but the rotation's orthogonality defects: rounding of C, basis error, nu
};

/// Requires a basis for each of the spaces, and spans of the same rotation.
stream_adapted_core assemble_core(const feature_spans<mp_interval>& spans, const std::vector<triangular_basis>& bases,
                                  const rotation& rotation, const precision& precision);

} // namespace mixcert
