// The first singular vectors of a map that is known by its products with vectors. A guess, to be verified.
#pragma once

#include "mixcert/spectrum/guess.hpp"
#include "mixcert/spectrum/linear_map.hpp"

#include <cstddef>

namespace mixcert {

/// Approximate vectors of the largest singular value, U and V with one column each, by Golub and Kahan's
/// bidiagonalisation, each new vector made orthogonal to all before, twice. It ends when the residual is about 2^-100
/// of the value, or the space is exhausted, or after `most_steps`; two products a step. Requires rows, columns and
/// most_steps >= 1; throws not_certified when a product is not finite. Accuracy is not promised: verify.
svd_guess<quad> guess_first_vectors(const linear_map<quad>& map, std::size_t most_steps);

} // namespace mixcert
