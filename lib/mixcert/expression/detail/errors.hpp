// What is said when an expression has no value.
#pragma once

#include "mixcert/error.hpp"
#include "mixcert/expression/expression.hpp"
#include "mixcert/expression/parameters.hpp"
#include "mixcert/printable.hpp"

#include <string>
#include <string_view>

namespace mixcert {

/// The text form in quotation marks, its middle left out when long.
std::string quoted(const expression& x);

/// Throws input_error.
[[noreturn]] void refuse_missing(std::string_view name, const parameters& values);

/// `part` of `whole` has no place in the domain: says so as input_error if `proved`, else as not_certified.
/// `what` says what the part is, "zero" or "negative".
[[noreturn]] void refuse_domain(const expression& part, std::string_view what, const expression& whole, bool proved);

} // namespace mixcert
