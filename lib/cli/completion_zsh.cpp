#include "completion_script.hpp"

namespace mixcert::cli {
namespace {

/// The first line of a text, with a backslash before what ends a part of _arguments' or _describe's items.
std::string escaped(const std::string& text) {
  std::string r;
  for (const char c : text.substr(0, text.find('\n'))) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') r += '\\';
    r += c;
  }
  return r;
}

std::string in_quotes(const std::string& text) {
  std::string r = "'";
  for (const char c : text) r += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return r + "'";
}

/// With a space in front, a command is run as it stands.
std::string action(const possible_values& values) {
  const std::string paths = values.folders ? "_files -/" : values.files ? "_files" : "";
  if (values.words.empty()) return paths.empty() ? " " : paths;
  std::string words = "(" + escaped(joined(values.words, " ")) + ")";
  if (paths.empty()) return words;
  return " _alternative \"words\\:word\\:" + words + "\" \"paths\\:path\\:" + paths + "\"";
}

std::string item(const described_option& option) {
  std::vector<std::string> names = option.names;
  const std::string others = joined(names, " ");
  if (!option.value.empty() && names.back().starts_with("--")) names.back() += '='; // `--to pdf` or `--to=pdf`
  const bool has_many_names = names.size() > 1; // one excludes the others: '(-o --output)'{-o,--output=}'[...]'
  std::string r = option.repeated ? "*" : has_many_names ? "(" + others + ")" : "";
  r = has_many_names ? in_quotes(r) + "{" + joined(names, ",") + "}" : in_quotes(r + names.front());
  std::string rest = "[" + escaped(option.description) + "]";
  if (!option.value.empty()) rest += ":" + escaped(option.value) + ":" + action(option.values);
  return r + in_quotes(rest);
}

std::string positional(const described_option& option) {
  return in_quotes((option.repeated   ? "*:"
                    : option.required ? ":"
                                      : "::") +
                   escaped(option.names.front()) + ":" + action(option.values));
}

std::string case_of(const described_command& command) {
  std::string r = "        " + command.name + ")\n          _arguments";
  for (const described_option& option : command.options) r += " \\\n            " + item(option);
  for (const described_option& p : command.positionals) r += " \\\n            " + positional(p);
  return r + "\n          ;;\n";
}

} // namespace

std::string zsh_completion(const command_line& line) {
  std::string r = "#compdef mixcert\n# mixcert " MIXCERT_VERSION ", for zsh; mixcert completions zsh writes it\n"
                  "_mixcert() {\n  local state\n  local -a commands\n  _arguments -C";
  for (const described_option& option : line.program.options) r += " \\\n    " + item(option);
  r += " \\\n    ': :->command' '*:: :->argument'\n  case $state in\n    command)\n      commands=(\n";
  for (const described_command& command : line.commands)
    r += "        " + in_quotes(command.name + ":" + escaped(command.description)) + "\n";
  r += "      )\n      _describe command commands\n      ;;\n    argument)\n      case $words[1] in\n";
  for (const described_command& command : line.commands) r += case_of(command);
  return r + "      esac\n      ;;\n  esac\n}\n"
             "if [ \"$funcstack[1]\" = _mixcert ]; then _mixcert; else compdef _mixcert mixcert; fi\n";
}

} // namespace mixcert::cli
