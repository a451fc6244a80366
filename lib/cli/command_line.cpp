#include "command_line.hpp"

#include "mixcert/construction/reproduction.hpp"
#include "mixcert/error.hpp"
#include "mixcert/mixer/mixer.hpp"
#include "mixcert/printable.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

namespace mixcert::cli {
namespace {

bool starts_with_upper(const std::string& text) { return !text.empty() && text.front() >= 'A' && text.front() <= 'Z'; }

/// Small letters are meant as they stand, up to a name in capitals; a name in capitals stands for what it names.
void add_alternative(possible_values& values, const std::string& alternative) {
  if (alternative.starts_with("FILE")) {
    values.files = true;
  } else if (alternative.starts_with("FOLDER")) {
    values.folders = true;
  } else if (alternative == "MIXER") {
    for (const std::string& name : mixer_names()) values.words.push_back(name);
  } else if (alternative == "CONSTRUCTION") {
    for (const construction& c : constructions()) values.words.push_back(c.name);
  } else if (!starts_with_upper(alternative)) {
    const std::size_t colon = alternative.find(':'); // `mp:BITS`
    values.words.push_back(colon == std::string::npos ? alternative : alternative.substr(0, colon + 1));
  }
}

possible_values values_of(const std::string& value) {
  possible_values r;
  std::istringstream alternatives(value);
  for (std::string alternative; std::getline(alternatives, alternative, '|');) add_alternative(r, alternative);
  return r;
}

described_option describe(const CLI::Option& option) {
  described_option r;
  if (option.get_positional()) {
    r.names = {option.get_name(true)};
  } else {
    for (const std::string& name : option.get_snames()) r.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) r.names.push_back("--" + name);
  }
  if (option.get_items_expected_max() > 0) r.value = option.get_type_name();
  r.description = option.get_description();
  r.required = option.get_required();
  r.repeated = option.get_items_expected_max() > 1;
  r.values = values_of(r.value);
  return r;
}

/// A name in front of the description is left out.
described_command describe_command(const CLI::App& command) {
  described_command r{command.get_name(), command.get_description(), command.get_footer(), {}, {}};
  if (r.description.starts_with(r.name + ": ")) r.description.erase(0, r.name.size() + 2);
  for (const CLI::Option* option : command.get_options())
    (option->get_positional() ? r.positionals : r.options).push_back(describe(*option));
  return r;
}

} // namespace

command_line describe(const CLI::App& program) {
  command_line r{describe_command(program), {}};
  for (const CLI::App* command : program.get_subcommands({})) r.commands.push_back(describe_command(*command));
  return r;
}

const described_command& find_command(const command_line& line, const std::string& name) {
  const auto found = std::find_if(line.commands.begin(), line.commands.end(),
                                  [&](const described_command& command) { return command.name == name; });
  if (found == line.commands.end()) throw input_error("there is no subcommand '" + printable(name) + "'");
  return *found;
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string r;
  for (const std::string& word : words) r += (r.empty() ? "" : between) + word;
  return r;
}

} // namespace mixcert::cli
