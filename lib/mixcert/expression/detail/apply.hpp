// Expressions as they are written, before any simplification.
#pragma once

#include "mixcert/expression/expression.hpp"

namespace mixcert {

/// The operation on these operands, one or two as it takes; `exponent` is that of a power.
expression apply(operation top, std::vector<expression> operands, integer_exponent exponent = 0);

/// Throws input_error unless the text may name a parameter.
void require_parameter_name(const std::string& name);

} // namespace mixcert
