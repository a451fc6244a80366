// Approximate eigenvalues and eigenvectors of real matrices. Nothing here is certified; every result is a witness to be
// verified.
#pragma once

#include "mixcert/scalar/complex_float.hpp"
#include "mixcert/scalar/matrix.hpp"

#include <vector>

namespace mixcert {

/// A ~ Q T Q*, Q unitary, T upper triangular.
struct schur_guess {
  matrix<complex_float> Q, T; ///< unitary and upper triangular, nearly
};

/// A X ~ X diag(values), columns of X of length 1.
struct eigen_guess {
  matrix<complex_float> X;           ///< eigenvectors, in columns
  std::vector<complex_float> values; ///< eigenvalues, in the same order
};

/// By shifted QR steps, to about `bits` binary places of the norm of A. Requires a square matrix of finite entries.
schur_guess guess_schur(const matrix<mp_float>& A, mpfr_prec_t bits);

/// The eigenvectors of T, turned by Q, with `bits` places. Values nearer to each other than `least_gap` are treated as
/// if that were their distance, which keeps the columns of X independent where eigenvectors are not: column j then
/// solves its equation only up to least_gap. least_gap may be 0 for T = 0 alone.
eigen_guess guess_eigenvectors(const schur_guess& schur, const mp_float& least_gap, mpfr_prec_t bits);

/// The inverse by elimination with pivots; NaN or inf where a pivot is zero.
matrix<complex_float> guess_inverse(matrix<complex_float> A);

} // namespace mixcert
