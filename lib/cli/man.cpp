#include "command_line.hpp"
#include "commands.hpp"
#include "man_page.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/whole_file.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>

namespace mixcert::cli {
namespace {

struct man_options {
  std::string command, folder;
};

void write_pages(const command_line& line, const std::string& folder) {
  require_writable_folder(folder);
  const auto path_of = [&](const std::string& page) { return (std::filesystem::path(folder) / page).string(); };
  write_file(path_of("mixcert.1"), man_page(line));
  for (const described_command& command : line.commands)
    write_file(path_of("mixcert-" + command.name + ".1"), man_page(line, command));
}

void run_man(const man_options& o, const command_line& line) {
  if (!o.folder.empty()) {
    if (!o.command.empty()) throw input_error("man: a command's page, or with -o all of them; give one of the two");
    write_pages(line, o.folder);
  } else {
    std::cout << (o.command.empty() ? man_page(line) : man_page(line, find_command(line, o.command)));
  }
}

} // namespace

void add_man(CLI::App& program) {
  auto o = std::make_shared<man_options>();
  CLI::App* command = program.add_subcommand("man", "manual pages, as man reads them");
  command->add_option("command", o->command, "the subcommand whose page to write; the program's without it")
      ->type_name("COMMAND");
  command->add_option("-o,--output", o->folder, "write the pages of the program and of all subcommands to this folder")
      ->type_name("FOLDER");
  command->footer("Example:\n  mixcert man certify | man -l -");
  command->callback([o, &program] { run_man(*o, describe(program)); });
}

} // namespace mixcert::cli
