// Closed forms as text.
#pragma once

#include "mixcert/expression/expression.hpp"

#include <string>

namespace mixcert {

/// One line such as `|1 + K|^L` or `sqrt(1 + K^2 / (1 + epsilon))`, with no parentheses that its value does not need.
/// The grammar is in docs/reference/closed-forms.md. Equal expressions have equal texts.
std::string to_text(const expression& x);

} // namespace mixcert
