// Singular values of a small matrix, by counting how many exceed a number.
#pragma once

#include "mixcert/certificate/checker/interval_matrix.hpp"

#include <vector>

namespace mixcert::checker {

/// Enclosures of the singular values of every member of a square matrix, descending. The eigenvalues of M^T M above x^2
/// are as many as M^T M - x^2 I has positive pivots (Sylvester's law of inertia). Ends are moved together until they
/// are within a part in 2^(bits/5) of each other or at most 2^-bits of a bound of the norm, or no sign is certain.
/// Matrices of more than 12 columns are decomposed instead. A value that is zero, of a matrix of points, is found to be
/// so.
std::vector<interval> singular_values(const interval_matrix& M, mpfr_prec_t bits);

} // namespace mixcert::checker
