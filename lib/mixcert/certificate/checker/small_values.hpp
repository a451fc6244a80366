// Singular values of a small matrix that is enclosed (theorem T5 a).
#pragma once

#include "mixcert/certificate/checker/interval_matrix.hpp"

#include <vector>

namespace mixcert::checker {

/// Enclosures of all singular values of a square matrix, largest ends first. Throws not_established where guessed
/// vectors are not orthogonal enough to say anything.
std::vector<interval> enclose_singular_values(const interval_matrix& M, mpfr_prec_t bits);

} // namespace mixcert::checker
