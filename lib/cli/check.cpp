#include "colour.hpp"
#include "commands.hpp"
#include "progress.hpp"

#include "mixcert/certificate/checker/check.hpp"
#include "mixcert/certificate/checker/report.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/whole_file.hpp"
#include "mixcert/printable.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace mixcert::cli {
namespace {

struct check_options {
  std::string file;
  std::vector<std::string> folders;
  bool json = false, quiet = false;
};

colour colour_of(checker::finding what) {
  switch (what) {
  case checker::finding::verified:
    return colour::green;
  case checker::finding::refuted:
    return colour::red;
  default:
    return colour::yellow;
  }
}

int run_check(const check_options& o) {
  const std::string text = read_file(o.file);
  checker::require_json(text, o.file);
  checker::data_folders folders(o.folders.begin(), o.folders.end());
  for (const std::filesystem::path& folder : folders) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored))
      throw input_error("--data " + printable(folder.string()) + ": is no folder");
  }
  if (folders.empty()) folders = {std::filesystem::path(o.file).parent_path(), "."};
  progress_line line(o.quiet);
  const checker::report report =
      checker::check(text, folders, [&](const std::string& claim) { line.say("checking " + claim); });
  line.clear();
  if (o.json) {
    std::cout << checker::to_json(report);
  } else if (!o.quiet) {
    for (const checker::claim_finding& c : report.claims)
      if (c.what == checker::finding::verified) std::cout << "  verified  " << c.claim << '\n';
    std::cout << coloured(checker::verdict_of(report), colour_of(report.what)) << '\n';
  }
  return report.what == checker::finding::verified ? 0 : 1;
}

} // namespace

void add_check(CLI::App& program, int& status) {
  auto o = std::make_shared<check_options>();
  CLI::App* command =
      program.add_subcommand("check", "re-establish every claim of a certificate with other arithmetic");
  command->add_option("certificate", o->file, "a certificate's JSON file")->type_name("FILE")->required();
  command
      ->add_option(
          "--data", o->folders,
          "a folder with the checkpoint and the states that the certificate names, may be repeated; default: the "
          "certificate's own folder, then the current one")
      ->type_name("FOLDER");
  command->add_flag("--json", o->json, "write the findings as JSON to standard output, and nothing else there");
  command->add_flag("--quiet", o->quiet, "no text on standard output, and no progress: only the exit status");
  command->footer("Last line: VERIFIED; REFUTED: claim ...; or NOT ESTABLISHED: claim ...\n"
                  "Exit status: 0 verified; 1 refuted, or not established; 2 the data cannot be read, or the document "
                  "is no JSON or makes no claims.\n"
                  "Example:\n  mixcert check certificate.json --data models --data states");
  command->callback([o, &status] { status = run_check(*o); });
}

} // namespace mixcert::cli
