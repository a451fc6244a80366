// Spectra of many states in memory.
#pragma once

#include "mixcert/batch/record.hpp"
#include "mixcert/mixer/mixer.hpp"

#include <span>
#include <variant>
#include <vector>

namespace mixcert {

/// What is certified of a state, or why nothing is.
using state_outcome = std::variant<state_result, state_failure>;

/// Of each state, n x d exact numbers row by row, one after another, in order and on all processors: in lanes where the
/// site has a fast path and that certifies, else by certify(). Of the site's state nothing is read but its shape n x d;
/// it has no radii. None of the results depends on other states. Throws input_error where the site is not one of the
/// mixer.
std::vector<state_outcome> enclose_states(const mixer& mixer, const mixer_input& site, std::span<const double> states);

} // namespace mixcert
