#include "commands.hpp"

#include "mixcert/certificate/json.hpp"
#include "mixcert/certificate/summary.hpp"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

namespace mixcert::cli {
namespace {

struct show_options {
  std::string file;
  bool json = false, quiet = false;
};

void run_show(const show_options& o) {
  const certificate c = from_json(read_file(o.file), o.file);
  if (o.json)
    std::cout << to_json(c);
  else if (!o.quiet)
    std::cout << summary(c) << "  (as the certificate says; showing it checks its form, not its claims)\n";
}

} // namespace

void add_show(CLI::App& program) {
  auto o = std::make_shared<show_options>();
  CLI::App* command = program.add_subcommand("show", "a certificate for people");
  command->add_option("certificate", o->file, "a certificate's JSON file")->required();
  command->add_flag("--json", o->json, "write the certificate as read to standard output, and nothing else there");
  command->add_flag("--quiet", o->quiet, "no text on standard output: only whether the file is well-formed");
  command->footer("Example:\n  mixcert show certificate.json");
  command->callback([o] { run_show(*o); });
}

} // namespace mixcert::cli
