#include "commands.hpp"
#include "option.hpp"

#include "mixcert/certificate/json.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/whole_file.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/proof/written_proof.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <vector>

namespace mixcert::cli {
namespace {

struct prove_options {
  std::string file, format = "md", output;
  bool quiet = false;
};

/// The certificate names its data by file name alone: a file of such a name, or one beside the certificate that the
/// output is under another name, may be these.
void require_no_data_overwritten(const prove_options& o, const std::vector<std::string>& data) {
  std::error_code error;
  const std::filesystem::path output(o.output), target = std::filesystem::canonical(output, error);
  if (error) return; // there is nothing to overwrite
  const std::filesystem::path folder = std::filesystem::path(o.file).parent_path();
  for (const std::string& name : data)
    if (output.filename() == name || target.filename() == name || is_same_file(o.output, (folder / name).string()) ||
        is_same_file(o.output, name))
      throw input_error("-o " + printable(o.output) + ": may be the data " + printable(name) +
                        " that the certificate names; name another file");
}

void run_prove(const prove_options& o) {
  of_option("--to ", [&] { proof::require_proof_format(o.format); });
  if (!o.output.empty() && is_same_file(o.file, o.output))
    throw input_error("-o " + printable(o.output) + ": is the certificate itself; name another file");
  const std::string text = read_file(o.file);
  require_no_data_overwritten(o, data_files(text, o.file));
  require_writable(o.output);
  write_file(o.output, proof::written_proof(text, o.file, o.format));
  if (!o.quiet)
    std::cout << "what the certificate claims is in " << o.output << "; whether they hold, mixcert check says\n";
}

} // namespace

void add_prove(CLI::App& program) {
  auto o = std::make_shared<prove_options>();
  CLI::App* command = program.add_subcommand("prove", "a certificate as a documented proof");
  command->add_option("certificate", o->file, "a certificate's JSON file")->type_name("FILE")->required();
  command
      ->add_option("--to", o->format,
                   "md (default): Markdown with GitHub's mathematics; tex: LaTeX; pdf: by pdflatex or lualatex; "
                   "coq: the inequalities for coqc with Interval")
      ->type_name("md|tex|pdf|coq");
  command->add_option("-o,--output", o->output, "the file to write")->type_name("FILE")->required();
  command->add_flag("--quiet", o->quiet, "no text on standard output");
  command->footer("Example:\n  mixcert prove certificate.json --to pdf -o proof.pdf");
  command->callback([o] { run_prove(*o); });
}

} // namespace mixcert::cli
