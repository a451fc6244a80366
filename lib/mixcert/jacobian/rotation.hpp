// The realised mixer brought to diagonal form by nearly orthogonal matrices.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/scalar/precision.hpp"

#include <vector>

namespace mixcert {

/// P^T F Q = diag(s) + N for every F (o x n, o <= n) of the given enclosure, diag(s) being o x n.
struct rotation {
  matrix<mp_float> P, Q;   ///< o x o and n x n, multiples of 2^-witness
  std::vector<mp_float> s; ///< o values, descending, >= 0
  double alpha, beta;      ///< bounds of ||P^T P - I||_F and ||Q^T Q - I||_F, below 1
  double nu;               ///< bound of ||N||_F
};

/// Throws not_certified when F is unbounded or no such rotation could be verified.
rotation certify_rotation(const matrix<mp_interval>& F, const precision& precision);

/// Maps an enclosure of sigma_i(P^T M Q) to one of sigma_i(M), for M of F's size or M = F kron I (theorem T5).
mp_interval undo_rotation(const rotation& rotation, const mp_interval& value);

/// Enclosures of the singular values of F, descending, index by index.
std::vector<mp_interval> mixer_singular_values(const rotation& rotation, const precision& precision);

} // namespace mixcert
