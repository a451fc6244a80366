#include "commands.hpp"
#include "page/page.hpp"
#include "report/page_data.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/whole_file.hpp"
#include "mixcert/printable.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

namespace mixcert::cli {
namespace {

struct report_arguments {
  std::string folder, output;
  bool json = false, quiet = false;
};

/// Nothing in it is markup.
std::string in_script_element(std::string_view data) {
  std::string r;
  r.reserve(data.size());
  for (const char c : data) {
    if (c == '<')
      r += "\\u003c";
    else
      r += c;
  }
  return r;
}

std::string page_with(std::string_view data) {
  const std::string_view page = report_page();
  const std::size_t at = page.find(place_of_data);
  return std::string(page.substr(0, at)) + in_script_element(data) +
         std::string(page.substr(at + place_of_data.size()));
}

void run_report(const report_arguments& o) {
  if (o.output.empty() && !o.json) throw input_error("report: -o FILE.html is missing; or give --json");
  if (!o.output.empty()) {
    if (report_page().empty())
      throw input_error(
          "report: this program was built without its page; build it with -DMIXCERT_REPORT=ON, which needs "
          "npm, or give --json for what the page would show");
    if (std::filesystem::weakly_canonical(o.output).extension() != ".html")
      throw input_error("-o " + printable(o.output) +
                        ": is no FILE.html; name one, so that nothing else is overwritten");
    require_writable(o.output);
  }
  const std::filesystem::path page_folder = (std::filesystem::current_path() / o.output).parent_path();
  const std::string data = report::page_data(o.folder, page_folder);
  if (!o.output.empty()) write_file(o.output, page_with(data));
  if (o.json)
    std::cout << data << '\n';
  else if (!o.quiet)
    std::cout << "what is in " << o.folder << " is shown in " << o.output
              << "; whether certificates hold, mixcert check says\n";
}

} // namespace

void add_report(CLI::App& program) {
  auto o = std::make_shared<report_arguments>();
  CLI::App* command = program.add_subcommand("report", "one page with plots and tables of a folder's results");
  command->add_option("folder", o->folder, "what batch or merge has written, certificates, or both")
      ->type_name("FOLDER")
      ->required();
  command->add_option("-o,--output", o->output, "the page to write, FILE.html; it needs no other file and no network")
      ->type_name("FILE");
  command->add_flag("--json", o->json, "write what the page shows to standard output, and nothing else there");
  command->add_flag("--quiet", o->quiet, "no text on standard output");
  command->footer("Example:\n  mixcert report batch -o report.html");
  command->callback([o] { run_report(*o); });
}

} // namespace mixcert::cli
