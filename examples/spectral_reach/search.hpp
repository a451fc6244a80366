// Logits for eigenvalues that random ones hardly ever have.
#pragma once

#include "study/constant_router.hpp"
#include "study/uniform_source.hpp"

#include <complex>
#include <cstddef>
#include <vector>

namespace mixcert::study {

/// Logits that bring an eigenvalue of the mixer near to the target, by a random search that keeps every improvement, in
/// steps of adapted size, from the best of `start` and of random logits, a tenth of the trials.
/// Nothing says that there are none nearer. Works in floating point. Requires trials > 0.
std::vector<double> searched_logits(const constant_router& router, std::complex<double> target,
                                    const std::vector<double>& start, std::size_t trials, uniform_source& source);

/// Logits of go-mhc with blocks of side s for the same mixer as these of n streams with s = 1: each entry of the skew
/// matrix becomes a multiple of I_s, and so does each of the orthogonal matrix.
std::vector<double> lifted(const std::vector<double>& logits, std::size_t n, std::size_t s);

} // namespace mixcert::study
