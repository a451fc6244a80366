// The program's command line as data, read from the parser's own options: manual pages and completions are made of it.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace mixcert::cli {

/// What may stand for a value, as its name in the help says: `residual|write`, `FILE:TENSOR`, `MIXER`.
struct possible_values {
  bool files = false, folders = false;
  /// A word that ends in ':' begins a value.
  std::vector<std::string> words;
};

struct described_option {
  /// "-o", "--output"; of a positional argument its one name.
  std::vector<std::string> names;
  /// Empty for a flag.
  std::string value;
  std::string description;
  bool required = false, repeated = false;
  possible_values values;
};

struct described_command {
  std::string name, description, footer;
  std::vector<described_option> options, positionals;
};

struct command_line {
  described_command program;
  std::vector<described_command> commands;
};

command_line describe(const CLI::App& program);

/// Throws input_error where there is no such subcommand.
const described_command& find_command(const command_line& line, const std::string& name);

std::string joined(const std::vector<std::string>& words, const std::string& between);

} // namespace mixcert::cli
