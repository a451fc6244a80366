// Rotations by Cayley transforms of skew matrices.
#pragma once

#include "mixcert/certificate/checker/dual.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace mixcert::checker {

/// Where the parameters of a skew matrix stand.
using skew_places = std::vector<std::pair<std::size_t, std::size_t>>;

/// The places above the diagonal of a k x k matrix, row by row or column by column; or those below, likewise.
skew_places places_above(std::size_t k, bool by_rows);
skew_places places_below(std::size_t k, bool by_rows);

/// Q = (I - A)(I + A)^-1 = 2 (I + A)^-1 - I, k x k row by row, for the skew A with these numbers at these places.
std::vector<dual> cayley_transform(const std::vector<dual>& numbers, const skew_places& places, std::size_t k,
                                   mpfr_prec_t bits);

/// Y = I + alpha S, then so many times Y <- I + (alpha/2) S (I + Y), for the skew S with these numbers at these places.
std::vector<dual> iterated_cayley_transform(const std::vector<dual>& numbers, const skew_places& places, std::size_t k,
                                            const interval& alpha, long iterations);

} // namespace mixcert::checker
