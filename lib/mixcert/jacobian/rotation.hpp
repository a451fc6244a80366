// The realised mixer H brought to diagonal form by nearly orthogonal matrices.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/scalar/precision.hpp"

#include <vector>

namespace mixcert {

/// P^T H Q = diag(s) + N for every H of the given enclosure.
struct rotation {
  matrix<mp_float> P, Q;   ///< n x n, multiples of 2^-witness
  std::vector<mp_float> s; ///< n values, descending, >= 0
  double alpha, beta;      ///< bounds of ||P^T P - I||_F and ||Q^T Q - I||_F, below 1
  double nu;               ///< bound of ||N||_F
};

/// Throws not_certified when H is unbounded or no such rotation could be verified.
rotation certify_rotation(const matrix<mp_interval>& H, const precision& precision);

/// Maps an enclosure of sigma_i(P^T M Q) to one of sigma_i(M), for M of H's size or M = H kron I (theorem T5).
mp_interval undo_rotation(const rotation& rotation, const mp_interval& value);

/// Enclosures of the singular values of H, descending, index by index.
std::vector<mp_interval> mixer_singular_values(const rotation& rotation, const precision& precision);

} // namespace mixcert
