// Colour for people: verdicts that stand out on a terminal.
#pragma once

#include <string>

namespace mixcert::cli {

enum class colour { red = 31, green = 32, yellow = 33 };

/// The text in that colour where standard output is a terminal that shows colours and NO_COLOR is unset or empty; the
/// text itself elsewhere.
std::string coloured(const std::string& text, colour chosen);

} // namespace mixcert::cli
