// A decomposition fit to be stored and verified.
#pragma once

#include "mixcert/scalar/precision.hpp"
#include "mixcert/spectrum/enclosure.hpp"

#include <vector>

namespace mixcert {

/// C ~ U diag(sigma) V^T, thin, for any shape: U and V are multiples of 2^-witness, sigma (descending, >= 0) of
/// 2^-(witness + 16) times the size of C; the defects are bounds for exactly these numbers and exactly C.
struct verified_svd {
  svd_guess<mp_float> factors; ///< multiples of a power of two
  svd_defects defects;         ///< certified
};

/// Refines, rounds and bounds. Requires finite entries, exact at witness + 64 places relative to the largest. The
/// defects may be inf or >= 1 when the refinement went wrong; that is for enclose_singular_values to refuse.
verified_svd decompose(const matrix<mp_float>& C, const precision& places);

/// Enclosures of the min(m, n) singular values of every member of an m x n matrix, descending, index by index: those of
/// its midpoint, with the distance from it in the Frobenius norm (theorem T6 b). Throws not_certified when an entry is
/// unbounded or the decomposition could not be verified.
std::vector<mp_interval> enclose_singular_values(const matrix<mp_interval>& M, const precision& places);

} // namespace mixcert
