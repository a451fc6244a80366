// Singular values that lie close together, of a matrix that is nearly a multiple of the identity, or small.
#pragma once

#include "mixcert/scalar/interval.hpp"
#include "mixcert/scalar/matrix.hpp"

#include <span>
#include <vector>

namespace mixcert {

/// What lies within the error of the singular values of diag(s) + N, descending, for s descending and >= 0: theorem
/// T27 (c), or T6 (a), whichever is narrower. Empty where neither could be verified.
std::vector<interval> enclose_close_values(std::span<const double> s, const matrix<double>& N, double error);

} // namespace mixcert
