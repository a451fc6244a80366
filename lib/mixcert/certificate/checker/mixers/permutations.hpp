// Kronecker products of combinations of permutation matrices: `mhc-lite`, `kromhc`.
#pragma once

#include "mixcert/certificate/checker/mixer.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace mixcert::checker {

constexpr std::size_t most_permuted = 6;

/// H = (U_1 x ... x U_K)^T for factors of these sizes, which multiply to n.
equations permutation_mixtures(const site& at, const std::vector<std::size_t>& sizes, mpfr_prec_t bits);
std::vector<std::vector<std::string>> permutation_tensors();

} // namespace mixcert::checker
