// The direction that a map stretches most.
#pragma once

#include "mixcert/diagnostic/singular_vectors.hpp"
#include "mixcert/scalar/quad.hpp"
#include "mixcert/spectrum/linear_map.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {

/// Approximate first singular vectors of a map, and how far they are from true ones.
struct top_direction {
  singular_triple triple; ///< a guess of about 30 digits, its vectors of length about 1
  angle_bounds angles;    ///< certified; absent where the largest value could not be told from the next
};

/// For every member of `map`, whose i-th largest singular value lies in the i-th enclosure of `spectrum` (entries
/// expanded by multiplicity): the Jacobian of a site or of a chain of sites, say, by its directional derivatives and
/// their adjoints (theorem T23). `guess` is about the same map; `most_steps` products with it and with its adjoint at
/// most are spent on the guess, and one each with `map`. A wrong guess gives wide angles, never false ones. Throws
/// std::invalid_argument when the sizes disagree or are 0, and not_certified when a product with `guess` is not finite.
top_direction top_direction_of(const linear_map<quad>& guess, const linear_map<mp_interval>& map,
                               const std::vector<spectrum_entry<mp_interval>>& spectrum, std::size_t most_steps = 128);

/// The numbers rounded to multiples of 2^-64 that are binary64 numbers. Requires sizes below 2^900.
std::vector<mp_float> short_vector(std::vector<mp_float> x);

/// The same direction with vectors of binary64 numbers that are multiples of 2^-64, and how far these are from true
/// ones. `map` and `spectrum` as above.
top_direction with_short_vectors(top_direction found, const linear_map<mp_interval>& map,
                                 const std::vector<spectrum_entry<mp_interval>>& spectrum);

} // namespace mixcert
