// Certified eigenvalues of mixers with random logits.
#pragma once

#include "mixcert/diagnostic/karpelevich.hpp"
#include "mixcert/spectrum/eigenvalues.hpp"
#include "study/constant_router.hpp"
#include "study/uniform_source.hpp"

#include <cstddef>
#include <vector>

namespace mixcert::study {

/// Places of the arithmetic that mixers are evaluated in, and the accuracy asked of eigenvalues.
constexpr mpfr_prec_t evaluation_bits = 192, eigenvalue_bits = 128;

/// One group of eigenvalues of a mixer, and whether they are in the Karpelevich region of its order.
struct spectral_point {
  eigenvalue_group eigenvalues;
  membership in_region;
};

/// All eigenvalues of the mixer with these logits but, if it is known to have the eigenvalue 1, one of those that may
/// equal it.
std::vector<spectral_point> spectral_points(const constant_router& router, const std::vector<double>& logits,
                                            bool has_eigenvalue_one);

/// Of either sign and of sizes from 1/16 to a bound from 1/4 to 64, uniform in their logarithms; the bound too.
std::vector<double> random_logits(std::size_t count, uniform_source& source);

/// Logits of go-mhc with s = 1 whose mixer is the cycle of the first three of n >= 3 streams: A_01 = A_12 = A_20 = 1.
std::vector<double> three_cycle_logits(std::size_t n);

} // namespace mixcert::study
