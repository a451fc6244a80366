// Jacobians of maps X -> H(X) X by central differences of the map itself, in binary128. Nothing of the library's mixers
// or derivatives takes part.
#pragma once

#include "mixcert/mixer/mixer.hpp"

#include <string>

namespace mixcert::test {

/// J, n d x n d, rounded to binary64, of mhc-lite, mhc-flat (rows first, direct) or ohc as docs/reference/mixers.md
/// writes them. Its distance from the true J is far below that rounding where derivatives of order three are moderate.
/// Throws std::invalid_argument for another mixer.
matrix<double> numerical_jacobian(const std::string& mixer, const mixer_input& input);

} // namespace mixcert::test
