#include "command_line.hpp"
#include "commands.hpp"
#include "completion_script.hpp"

#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

namespace mixcert::cli {
namespace {

std::string script_for(const std::string& shell, const command_line& line) {
  if (shell == "bash") return bash_completion(line);
  if (shell == "zsh") return zsh_completion(line);
  if (shell == "fish") return fish_completion(line);
  throw input_error("completions: '" + printable(shell) + "' must be bash, zsh or fish");
}

} // namespace

void add_completions(CLI::App& program) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command = program.add_subcommand("completions", "completion of this command line, for a shell");
  command->add_option("shell", *shell, "the shell whose script to write")->type_name("bash|zsh|fish")->required();
  command->footer("Example:\n  mixcert completions fish > ~/.config/fish/completions/mixcert.fish\n"
                  "  In bash: source <(mixcert completions bash); in zsh, after compinit: source <(mixcert completions "
                  "zsh)");
  command->callback([shell, &program] { std::cout << script_for(*shell, describe(program)); });
}

} // namespace mixcert::cli
