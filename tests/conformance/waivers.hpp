// What is not run, and why.
#pragma once

#include "itl_statement.hpp"

#include <map>
#include <string>

namespace mixcert::test {

/// Why an operation of the interval test language is not run, by name.
const std::map<std::string, std::string>& waived_operations();

/// Why a statement with an [empty] or [nai] operand is not run.
inline constexpr const char* waived_operands = "[empty] or [nai] operand: the type is non-empty by construction";

} // namespace mixcert::test
