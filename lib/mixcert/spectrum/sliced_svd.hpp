// A binary64 decomposition refined with exact products of slices. A guess, to be verified.
#pragma once

#include "mixcert/ball/double_double_matrix.hpp"
#include "mixcert/ball/sliced_matrix.hpp"

#include <vector>

namespace mixcert {

/// A ~ U diag(sigma) V^T with sigma descending and >= 0.
struct sliced_svd {
  sliced_matrix U, V;          ///< exponent 1
  std::vector<mp_float> sigma; ///< descending
};

/// How slices are cut and multiplied for a given order: `levels` of products, `digits` slices of factors.
struct slicing {
  int bits;                           ///< between one slice and the next
  std::size_t levels = 5, digits = 5; ///< of products, of factors
};
/// For matrices of that order.
slicing slicing_for(std::size_t order);

/// Of a square matrix with finite entries and a norm of about 1, A's slices having the exponent 2: one step of Ogita
/// and Aishima's refinement after the directions of values that binary64 does not separate have been turned to their
/// own. Accuracy is not promised.
sliced_svd refine_svd(const double_double_matrix& A, const sliced_matrix& slices, const slicing& slicing);

} // namespace mixcert
