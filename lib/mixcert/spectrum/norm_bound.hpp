// An upper bound of a norm by way of a triangular factor.
#pragma once

#include "mixcert/scalar/matrix.hpp"

namespace mixcert {

/// An upper bound of ||B|| for a square matrix B of order at most 2^14: about sqrt(square) if that is above ||B||,
/// relatively 2^-52 (order + 10)^2 away or nearer, by the residual of a factorisation of square I - B^T B (theorem T30
/// a); inf where there is none, or a number is not finite.
double norm_up_by_factor(const matrix<double>& B, double square);

/// The same for whatever matrix `upper` of that order in the place of the transposed factor.
double norm_up_by_factor(const matrix<double>& B, double square, const matrix<double>& upper);

} // namespace mixcert
