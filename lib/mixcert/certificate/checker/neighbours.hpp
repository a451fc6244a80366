// States within given distances of a state.
#pragma once

#include "mixcert/certificate/checker/number.hpp"

#include <vector>

namespace mixcert::checker {

/// The largest finite binary64 number that is not above x. Throws std::invalid_argument where there is none.
double binary64_below(const rational& x);

/// The state with each entry moved by its radius, or by as much less as makes it a binary64 number: up or down.
std::vector<double> moved(const std::vector<double>& state, const std::vector<rational>& radius,
                          const std::vector<bool>& up);

} // namespace mixcert::checker
