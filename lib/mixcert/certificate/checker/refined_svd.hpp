// All singular values of a matrix in fixed point, to nearly its last place (theorem T24 c).
#pragma once

#include "mixcert/certificate/checker/fixed_matrix.hpp"

#include <vector>

namespace mixcert::checker {

/// Enclosures of all singular values of A, those with the largest ends first; the i-th holds the i-th largest value.
/// Requires ||A||_F < 1. Guesses of the vectors are refined until nothing is gained; how far they are from singular
/// vectors is computed from them, and is within the enclosures.
std::vector<interval> enclose_singular_values(const fixed_matrix& A, mpfr_prec_t bits);

} // namespace mixcert::checker
