// How near to doubly stochastic a mixer that iterates a normalisation comes, iteration by iteration.
#pragma once

#include "mixcert/diagnostic/structure.hpp"
#include "mixcert/mixer/mixer.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {

/// The defects of H at input.state with 1, 2, ..., `most` for the constant `iterations` of the mixer's convention.
/// Throws input_error when the mixer has no such constant, and as mixer::evaluate does.
template <scalar S>
std::vector<stochastic_defects<S>> defects_by_iterations(const context<S>& numbers, const mixer& mixer,
                                                         mixer_input input, std::size_t most);

} // namespace mixcert
