#include "completion_script.hpp"

namespace mixcert::cli {
namespace {

/// The assignments that say what to offer.
std::string offer(const possible_values& values) {
  std::string r = "words='" + joined(values.words, " ") + "'";
  if (values.files) r += " paths=-f";
  if (values.folders) r += " paths=-d";
  return r;
}

std::string all_names(const described_command& command) {
  std::vector<std::string> names;
  for (const described_option& option : command.options) names.push_back(option.names.back());
  return joined(names, " ");
}

possible_values of_positionals(const described_command& command) {
  possible_values r;
  for (const described_option& p : command.positionals) {
    r.files = r.files || p.values.files;
    r.folders = r.folders || p.values.folders;
    r.words.insert(r.words.end(), p.values.words.begin(), p.values.words.end());
  }
  return r;
}

std::string case_of(const described_command& command) {
  std::string r = "    " + command.name + ")\n      options='" + all_names(command) + "'\n      case $previous in\n";
  for (const described_option& option : command.options)
    if (!option.value.empty())
      r += "        " + joined(option.names, "|") + ") options= " + offer(option.values) + " ;;\n";
  return r + "        *) " + offer(of_positionals(command)) + " ;;\n      esac\n      ;;\n";
}

/// Bash parts words at '=' and ':', so that `--with=write` arrives in three of them.
constexpr const char* head = R"(_mixcert() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= options= words= paths= i path
  if [[ $current == = ]]; then current=
  elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [[ ${COMP_WORDS[i]} != -* ]]; then command=${COMP_WORDS[i]}; break; fi
  done
  case $command in
)";

constexpr const char* tail = R"(  esac
  if [[ $current == -* || -z $words$paths ]]; then words=$options paths=; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *: ]]; then compopt -o nospace; fi
  if [[ -n $paths ]]; then
    compopt -o filenames
    while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$paths" -- "$current")
  fi
}
complete -F _mixcert mixcert
)";

} // namespace

std::string bash_completion(const command_line& line) {
  std::vector<std::string> commands;
  for (const described_command& command : line.commands) commands.push_back(command.name);
  std::string r = std::string("# mixcert " MIXCERT_VERSION ", for bash; mixcert completions bash writes it\n") + head;
  r += "    '') words='" + joined(commands, " ") + "' options='" + all_names(line.program) + "' ;;\n";
  for (const described_command& command : line.commands) r += case_of(command);
  return r + tail;
}

} // namespace mixcert::cli
