// A parameter of the computed side that is moved off its closed form.
#pragma once

#include "mixcert/construction/reproduction.hpp"

#include <string>

namespace mixcert::table {

/// The number plus the request's perturbation, exactly; as it was written when that is zero, else as a decimal.
std::string perturbed(const std::string& number, const reproduction_request& request);

} // namespace mixcert::table
