// Whether an outcome is what a statement asks for.
#pragma once

#include "itl_operations.hpp"
#include "itl_statement.hpp"

#include <string>

namespace mixcert::test {

/// What is wrong with the outcome, or nothing. An interval has to enclose the expected one with no end further out than
/// `steps` steps from one binary64 number to the next, infinities being the neighbours of the largest numbers; a number
/// has to be equal to the expected one (both zeros are), as a truth value has to. `[empty]` asks for itl_undefined, the
/// signal UndefinedOperation for itl_refused, and nothing else does.
std::string itl_problem(const itl_statement& statement, const itl_outcome& outcome, int steps);

} // namespace mixcert::test
