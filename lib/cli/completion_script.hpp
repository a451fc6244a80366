// Completion of the command line: subcommands, options, words that may be values, files and folders.
#pragma once

#include "command_line.hpp"

#include <string>

namespace mixcert::cli {

std::string bash_completion(const command_line& line);
std::string zsh_completion(const command_line& line);
std::string fish_completion(const command_line& line);

} // namespace mixcert::cli
