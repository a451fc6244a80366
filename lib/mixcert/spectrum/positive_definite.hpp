// Whether all symmetric matrices of a ball are positive definite.
#pragma once

#include "mixcert/ball/double_double_ball.hpp"

namespace mixcert {

/// Lower triangular with factor factor^T ~ A (whose diagonal is enlarged a little), and about its inverse. Guesses.
struct triangular_guess {
  matrix<double> factor, inverse; ///< lower triangular, and near its inverse
};
/// Of a symmetric matrix that should be positive definite.
triangular_guess guess_cholesky(const matrix<double>& A);

/// About (I + B)^-1 Y. A guess.
matrix<double> guess_solution(const matrix<double>& B, const matrix<double>& Y);

/// True only if every symmetric matrix of the ball W is: X W X^T differs from I by less than 1 (Frobenius norm) for an
/// X that is about the inverse of a Cholesky factor (theorem T25 c).
bool is_positive_definite(const double_double_ball& W);

} // namespace mixcert
