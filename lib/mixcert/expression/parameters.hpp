// What the names in a closed form stand for.
#pragma once

#include "mixcert/scalar/rational.hpp"

#include <functional>
#include <map>
#include <string>

namespace mixcert {

/// Exact values by name. What is written as a decimal is exact here: `exact_constant("0.1").value(context<rational>{})`
/// is 1/10. Each arithmetic makes of it what it can: rational the number itself, interval and mp_interval the smallest
/// enclosure, float64 and quad the nearest number.
using parameters = std::map<std::string, rational, std::less<>>;

} // namespace mixcert
