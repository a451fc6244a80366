// A common core without some of its feature directions, and for certain what they carry.
#pragma once

#include "mixcert/jacobian/core.hpp"
#include "mixcert/jacobian/rotation.hpp"
#include "mixcert/scalar/precision.hpp"

namespace mixcert {

/// For a core C, o p x n p, whose streams share one space of p >= 1 directions, with M = C - diag(s) kron I: the core
/// diag(s) kron I + (I kron V^T) M (I kron V), o q x n q (theorem T4 c).
struct truncated_core {
  matrix<mp_float> V; ///< p x q, multiples of 2^-witness
  matrix<mp_float> C; ///< o q x n q
  double kappa = 0;   ///< bound of ||M - (I kron V V^T) M (I kron V V^T)||_F: what is left out
  /// Each singular value of J, rotated, is within this of one of C or s_k, d - q times each, in order: kappa, the
  /// rounding of C and the epsilon of the whole core.
  double epsilon = 0;
};

/// For a V near to the guess, p x q with columns orthonormal up to binary64's rounding; columns that are not make kappa
/// large, never false. Throws not_certified when a bound is not finite.
truncated_core truncate(const stream_adapted_core& core, const rotation& rotation, const matrix<double>& guess,
                        const precision& precision);

} // namespace mixcert
