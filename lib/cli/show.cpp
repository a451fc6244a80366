#include "commands.hpp"

#include "mixcert/certificate/any_certificate.hpp"
#include "mixcert/certificate/json.hpp"
#include "mixcert/certificate/summary.hpp"
#include "mixcert/io/whole_file.hpp"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

namespace mixcert::cli {
namespace {

struct show_options {
  std::string file;
  bool json = false, quiet = false;
};

void print(const show_options& o, const auto& certificate) {
  if (o.json)
    std::cout << to_json(certificate);
  else if (!o.quiet)
    std::cout << summary(certificate) << "  (as the certificate says; showing it checks its form, not its claims)\n";
}

void run_show(const show_options& o) {
  const std::string text = read_file(o.file);
  std::visit([&](const auto& certificate) { print(o, certificate); }, any_from_json(text, o.file));
}

} // namespace

void add_show(CLI::App& program) {
  auto o = std::make_shared<show_options>();
  CLI::App* command = program.add_subcommand("show", "a certificate for people");
  command->add_option("certificate", o->file, "a certificate's JSON file")->type_name("FILE")->required();
  command->add_flag("--json", o->json, "write the certificate as read to standard output, and nothing else there");
  command->add_flag("--quiet", o->quiet, "no text on standard output: only whether the file is well-formed");
  command->footer("Example:\n  mixcert show certificate.json");
  command->callback([o] { run_show(*o); });
}

} // namespace mixcert::cli
