// Singular values of a matrix of a small order, to nearly all places (theorem T5 a).
#pragma once

#include "mixcert/certificate/checker/interval_matrix.hpp"

#include <vector>

namespace mixcert::checker {

/// T = U M V^T with guesses U and V of the singular vectors of M, a row each. For every i,
/// sigma_i(T) / grow <= sigma_i(M) <= sigma_i(T) / shrink.
struct rotated_matrix {
  interval_matrix U, V, T;
  interval grow, shrink;
};

/// Of a square matrix, with guesses of so many places. Throws not_established where they are not nearly orthogonal.
rotated_matrix rotate(const interval_matrix& M, mpfr_prec_t guess_bits, mpfr_prec_t bits);

/// Enclosures of all singular values of every member of a square matrix, largest ends first, about 2^-guess_bits of its
/// norm wide if it is that exact.
std::vector<interval> enclose_singular_values(const interval_matrix& M, mpfr_prec_t guess_bits, mpfr_prec_t bits);
/// With guesses of all places.
inline std::vector<interval> enclose_singular_values(const interval_matrix& M, mpfr_prec_t bits) {
  return enclose_singular_values(M, bits, bits);
}

} // namespace mixcert::checker
