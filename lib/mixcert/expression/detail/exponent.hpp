// Exponents that are parameters.
#pragma once

#include "mixcert/expression/expression.hpp"
#include "mixcert/expression/parameters.hpp"

namespace mixcert {

/// The exponent of the power x as a number. Throws input_error, with x, when its parameter has no value in `values` or
/// one that is not a whole number within int.
int exponent_of(const expression& x, const parameters& values);

} // namespace mixcert
