#include "completion_script.hpp"

namespace mixcert::cli {
namespace {

/// The first line of a text, as one word.
std::string in_quotes(const std::string& text) {
  std::string r = "'";
  for (const char c : text.substr(0, text.find('\n'))) {
    if (c == '\'' || c == '\\') r += '\\';
    r += c;
  }
  return r + "'";
}

std::string names(const described_option& option) {
  std::string r;
  for (const std::string& name : option.names)
    r += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  return r;
}

std::string arguments(const possible_values& values) {
  std::string words = joined(values.words, " ");
  if (values.folders) words += (words.empty() ? "" : " ") + std::string("(__fish_complete_directories)");
  return words.empty() ? "" : " -a " + in_quotes(words);
}

std::string item(const described_option& option) {
  std::string r = names(option);
  if (!option.value.empty()) r += (option.values.files ? " -r -F" : " -x") + arguments(option.values);
  return r + " -d " + in_quotes(option.description);
}

} // namespace

std::string fish_completion(const command_line& line) {
  std::string r =
      "# mixcert " MIXCERT_VERSION ", for fish; mixcert completions fish writes it\ncomplete -c mixcert -f\n";
  for (const described_option& option : line.program.options)
    r += "complete -c mixcert -n __fish_use_subcommand" + item(option) + "\n";
  for (const described_command& command : line.commands)
    r += "complete -c mixcert -n __fish_use_subcommand -a " + command.name + " -d " + in_quotes(command.description) +
         "\n";
  for (const described_command& command : line.commands) {
    const std::string here = "complete -c mixcert -n " + in_quotes("__fish_seen_subcommand_from " + command.name);
    for (const described_option& p : command.positionals)
      if (p.values.files || !arguments(p.values).empty())
        r += here + (p.values.files ? " -F" : "") + arguments(p.values) + "\n";
    for (const described_option& option : command.options) r += here + item(option) + "\n";
  }
  return r;
}

} // namespace mixcert::cli
