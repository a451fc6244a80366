// Approximate singular value decompositions. Nothing here is certified; every result is a witness to be verified.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_float.hpp"
#include "mixcert/scalar/quad.hpp"

#include <vector>

namespace mixcert {

/// A ~ U diag(sigma) V^T, thin: U is m x q, V is n x q, q = min(m, n), sigma descending and >= 0.
template <class T> struct svd_guess {
  matrix<T> U;          ///< left singular vectors, in columns
  std::vector<T> sigma; ///< descending
  matrix<T> V;          ///< right singular vectors, in columns
};

/// In binary64. Requires finite entries of moderate size (squares must not overflow).
svd_guess<double> guess_svd(const matrix<double>& a);

/// The same by way of a bidiagonal matrix, as LAPACK does it: for numbers to compare with those of other programs.
svd_guess<double> bidiagonal_svd(const matrix<double>& a);

/// In arithmetic of binary128's 113 places. Requires finite entries of moderate size.
svd_guess<quad> guess_svd(const matrix<quad>& a);

/// Refines the binary64 guess of a matrix of any shape to about `bits` binary places relative to its norm, by
/// one-sided Jacobi rotations; clusters, multiple and zero values are nothing special. Requires finite entries.
/// Accuracy is not promised: verify.
svd_guess<mp_float> refine_svd(const matrix<mp_float>& a, mpfr_prec_t bits);

} // namespace mixcert
