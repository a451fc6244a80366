// --convention: constants of a mixer.
#pragma once

#include "mixcert/mixer/mixer.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace mixcert::cli {

CLI::Option* add_convention_option(CLI::App& command, std::vector<std::string>& items);

/// The mixer's constants with those of the KEY=VALUE items. Throws input_error as convention_of, and for an item that
/// is none or repeats a key.
mixer_convention parse_convention(const mixer& mixer, const std::vector<std::string>& items);

} // namespace mixcert::cli
