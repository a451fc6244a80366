// The equations of mixer `go-mhc`: see go_mhc.hpp.
#pragma once

#include "mixcert/error.hpp"
#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/kronecker_energy.hpp"
#include "mixcert/mixer/mixer.hpp"

#include <string>

namespace mixcert {

/// Its only factor. Throws input_error unless the convention's blocks fit n streams.
inline energy_factor go_mhc_factor(std::size_t n, const mixer_convention& convention) {
  if (n > most_rotated)
    throw input_error("mixer 'go-mhc' takes at most " + std::to_string(most_rotated) + " streams; the state has " +
                      std::to_string(n));
  return {n, whole_number("s", convention.at("s").number(), 1, most_rotated / n)};
}

template <scalar S>
mixer_evaluation<S> evaluate_go_mhc(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
  return evaluate_kronecker_energy(context, input, X, {go_mhc_factor(X.rows(), input.convention)});
}

} // namespace mixcert
