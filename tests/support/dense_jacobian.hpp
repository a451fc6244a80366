// The whole Jacobian of a small site in binary64, to compare with.
#pragma once

#include "mixcert/mixer/mixer.hpp"

namespace mixcert::test {

/// J of the map that the input names at input.state (radii play no part): o d x n d, o = n or for the read map 1.
matrix<double> dense_jacobian(const mixer& mixer, const mixer_input& input);

} // namespace mixcert::test
