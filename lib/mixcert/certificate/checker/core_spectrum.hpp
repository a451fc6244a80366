// All singular values of a Jacobian from a core of its own, without a matrix of its size.
#pragma once

#include "mixcert/certificate/checker/derivative.hpp"

#include <cstddef>
#include <vector>

namespace mixcert::checker {

struct repeated_value {
  interval value;
  std::size_t count;
};

/// The i-th largest singular value of J, of n d, lies in the i-th enclosure of these, each taken `count` times, both
/// ends descending (theorem T24 e): every member of the enclosures in J is meant. Throws not_established where guesses
/// are no bases.
std::vector<repeated_value> enclose_spectrum(const jacobian_factors& J, mpfr_prec_t bits);

/// ||K|| for K: z -> (f_i z + sum_j a_j <b_ij, z>)_i, z of d numbers, for an f of numbers f_i, sources a_j and rows
/// b_ij of index i m + j.
interval enclose_norm(const interval_matrix& f, const interval_matrix& sources, const interval_matrix& rows,
                      mpfr_prec_t bits);

} // namespace mixcert::checker
