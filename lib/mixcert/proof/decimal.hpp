// Decimal numbers in formulas.
#pragma once

#include <string>
#include <string_view>

namespace mixcert::proof {

/// A decimal for math mode: 1.25e+01 is 12.5, 1.25e+40 is `1.25\cdot10^{40}`; no digit is lost. `group` stands after
/// every tenth digit of a number of more than 24.
std::string in_math(std::string_view decimal, std::string_view group = "");

} // namespace mixcert::proof
