// The closed form of given parameters.
#pragma once

#include "mixcert/expression/expression.hpp"
#include "mixcert/expression/parameters.hpp"

namespace mixcert {

/// x with these parameters replaced by their values, exactly, and simplified; other parameters stay. The result may be
/// undefined, such as 1 / 0. Throws input_error when an exponent is to become what is not a whole number within int.
expression substitute(const expression& x, const parameters& values);

} // namespace mixcert
