// Approximate singular value decompositions. Nothing here is certified; every result is a witness to be verified.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_float.hpp"

#include <vector>

namespace mixcert {

/// A ~ U diag(sigma) V^T, thin: U is m x q, V is n x q, q = min(m, n), sigma descending and >= 0.
template <class T> struct svd_guess {
  matrix<T> U;
  std::vector<T> sigma;
  matrix<T> V;
};

/// In binary64. Requires finite entries of moderate size (squares must not overflow).
svd_guess<double> guess_svd(const matrix<double>& a);

/// Refines the binary64 guess of a square matrix to about `bits` binary places relative to its norm, by
/// simultaneous first-order corrections of all singular pairs (Ogita and Aishima 2020); pairs too close for that are
/// rotated by the decomposition of their own small block, so that clusters, multiple and zero values converge too.
/// `a` holds at least `bits` + 16 places; entries of order 1. Accuracy is not promised: verify.
svd_guess<mp_float> refine_svd(const matrix<mp_float>& a, mpfr_prec_t bits);

} // namespace mixcert
