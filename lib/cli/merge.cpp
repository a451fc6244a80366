#include "commands.hpp"

#include "mixcert/batch/merge.hpp"
#include "mixcert/batch/parts.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>
#include <vector>

namespace mixcert::cli {
namespace {

constexpr int some_failed = 3;

struct merge_arguments {
  std::vector<std::filesystem::path> folders;
  std::filesystem::path output;
  std::size_t worst = 5;
  bool json = false, quiet = false;
};

void run_merge(const merge_arguments& o, int& status) {
  std::vector<std::filesystem::path> parts;
  for (const std::filesystem::path& folder : o.folders)
    for (std::filesystem::path& part : parts_of(folder)) parts.push_back(std::move(part));
  const batch_summary summary = merge_batches(parts, o.output, o.worst);
  if (o.json)
    std::cout << json_of(summary);
  else if (!o.quiet)
    std::cout << text_of(summary);
  if (std::any_of(summary.sites.begin(), summary.sites.end(), [](const auto& site) { return site.failed > 0; }))
    status = some_failed;
}

} // namespace

void add_merge(CLI::App& program, int& status) {
  auto o = std::make_shared<merge_arguments>();
  CLI::App* command = program.add_subcommand("merge", "put the parts of a batch together, sorted by site and state");
  command->add_option("folders", o->folders, "what batch has written: all parts of one job")
      ->type_name("FOLDER")
      ->required();
  command->add_option("-o,--output", o->output, "an empty folder, or one to be made")->type_name("FOLDER")->required();
  command->add_option("--worst", o->worst, "how many of the largest ratios the summary lists (5)")->type_name("N");
  command->add_flag("--json", o->json, "write the summary to standard output as JSON, and nothing else there");
  command->add_flag("--quiet", o->quiet, "no text on standard output");
  command->footer("Example:\n  mixcert merge batch -o merged");
  command->callback([o, &status] { run_merge(*o, status); });
}

} // namespace mixcert::cli
