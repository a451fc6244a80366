// Manual pages of section 1, in man(7)'s macros.
#pragma once

#include "command_line.hpp"

#include <string>

namespace mixcert::cli {

/// mixcert(1).
std::string man_page(const command_line& line);
/// mixcert-COMMAND(1).
std::string man_page(const command_line& line, const described_command& command);

} // namespace mixcert::cli
