#include "batch_run.hpp"
#include "commands.hpp"
#include "convention.hpp"
#include "ranks.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/whole_file.hpp"
#include "mixcert/printable.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <iostream>
#include <memory>
#include <thread>

namespace mixcert::cli {
namespace {

constexpr const char* whole = "1/1";

struct batch_arguments {
  std::string job, output, shard = whole, certificates = "none";
  batch_entry entry;
  std::vector<std::string> convention;
  std::size_t threads = 0, block = 0, worst = 5;
  bool resume = false, hash = false, json = false, quiet = false;
};

std::size_t whole_number(const std::string& option, std::string_view text, std::size_t least) {
  std::size_t value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || rest != text.data() + text.size() || value < least)
    throw input_error(option + ": '" + printable(text) + "' is no whole number from " + std::to_string(least) + " on");
  return value;
}

batch_shard requested_shard(const batch_arguments& o) {
  const std::size_t slash = std::min(o.shard.find('/'), o.shard.size());
  const std::string_view text = o.shard;
  const std::string option = "--shard I/N";
  batch_shard r{whole_number(option, text.substr(0, slash), 1), 1};
  r.of = whole_number(option, text.substr(std::min(slash + 1, text.size())), 1);
  if (r.part > r.of) throw input_error(option + ": " + printable(o.shard) + " is no part; I is from 1 to N");
  return r;
}

/// 0 for none.
std::size_t worst_to_certify(const batch_arguments& o) {
  if (o.certificates == "all" || o.certificates == "none") return 0;
  if (!o.certificates.starts_with("worst:"))
    throw input_error("--certificates " + printable(o.certificates) + ": must be all, worst:K or none");
  return whole_number("--certificates worst:K", std::string_view(o.certificates).substr(6), 1);
}

std::vector<batch_entry> requested_entries(const batch_arguments& o) {
  const batch_entry& e = o.entry;
  const bool by_flags = !(e.mixer.empty() && e.params.empty() && e.sites.empty() && e.glob.empty() &&
                          e.states.empty() && e.trajectory.empty() && o.convention.empty());
  if (by_flags == !o.job.empty())
    throw input_error("batch: give a job file, or --params with --states or --trajectory; one of the two");
  if (!by_flags) return parse_job(read_file(o.job), o.job);
  batch_entry entry = e;
  for (const std::string& item : o.convention) {
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos) throw input_error("--convention " + printable(item) + ": write KEY=VALUE");
    if (!entry.convention.emplace(item.substr(0, equals), item.substr(equals + 1)).second)
      throw input_error("--convention " + printable(item) + ": the constant is given twice");
  }
  return {entry};
}

batch_request request_of(const batch_arguments& o) {
  batch_request r{.entries = requested_entries(o),
                  .output = o.output,
                  .shard = requested_shard(o),
                  .certificates = o.certificates,
                  .worst_certificates = worst_to_certify(o),
                  .threads = o.threads,
                  .block = o.block,
                  .worst = o.worst,
                  .resume = o.resume,
                  .hash = o.hash,
                  .json = o.json,
                  .quiet = o.quiet};
  return r;
}

/// An ending of several processes is told by the first one.
int run_batch_command(const batch_arguments& o) {
  const std::size_t launched = launched_processes();
  const std::unique_ptr<ranks> processes = launched == 1 || o.shard != whole ? alone() : connected(launched);
  const bool is_first = processes->rank() == 0;
  try {
    batch_request request;
    processes->together([&] { request = request_of(o); });
    if (request.threads == 0)
      request.threads = processes->size() > 1 ? 1 : std::max(1U, std::thread::hardware_concurrency());
    return run_batch_request(request, *processes);
  } catch (const ending& found) {
    if (is_first) std::cerr << "mixcert: " << found.message << '\n';
    return is_first ? found.status : 0;
  }
}

} // namespace

void add_batch(CLI::App& program, int& status) {
  auto o = std::make_shared<batch_arguments>();
  CLI::App* command = program.add_subcommand("batch", "enclose the spectra of many states at many sites");
  command
      ->add_option("JOB", o->job,
                   "a job file (TOML) with several entries, in place of the options down to --convention")
      ->type_name("FILE");
  command->add_option("--mixer", o->entry.mixer, "the mixer's name (mixcert mixers); a trajectory says it itself")
      ->type_name("MIXER");
  command
      ->add_option("--params", o->entry.params,
                   "checkpoint with the sites' parameters: .safetensors, or the .safetensors.index.json of several")
      ->type_name("FILE");
  command->add_option("--site", o->entry.sites, "prefix of a site's tensors; may be repeated")->type_name("PREFIX");
  command
      ->add_option("--sites", o->entry.glob,
                   "all sites of the checkpoint, or of the trajectory, that this pattern matches")
      ->type_name("GLOB");
  command
      ->add_option("--states", o->entry.states,
                   "FILE:TENSOR, all axes but the last two count states; {site} in it stands for the site's prefix")
      ->type_name("FILE:TENSOR");
  command->add_option("--trajectory", o->entry.trajectory, "the states of one or many tokens at many sites, one file")
      ->type_name("FILE");
  add_convention_option(*command, o->convention);
  command->add_option("-o,--output", o->output, "the folder to write; docs/reference/batch.md says what is in it")
      ->type_name("FOLDER")
      ->required();
  command->add_flag("--resume", o->resume, "go on with what an interrupted run has left in the folder");
  command->add_option("--shard", o->shard, "I/N: only part I of N, to be put together by mixcert merge")
      ->type_name("I/N");
  command->add_option("--threads", o->threads, "how many; default: one for each processor, with mpirun one a process")
      ->type_name("N");
  command
      ->add_option(
          "--certificates", o->certificates,
          "full certificates of all states, of the K with the largest ||J||/||H|| (worst:K), or none (default)")
      ->type_name("all|worst:K|none");
  command->add_flag("--hash", o->hash, "records have the SHA-256 of their states");
  command
      ->add_option("--block", o->block,
                   "states that are written at once; a crash loses unfinished blocks (0: 256 in lanes, else 16)")
      ->type_name("N");
  command->add_option("--worst", o->worst, "how many of the largest ratios the summary lists (5)")->type_name("N");
  command->add_flag("--json", o->json, "write the summary to standard output as JSON, and nothing else there");
  command->add_flag("--quiet", o->quiet, "no text on standard output, and no progress");
  command->footer(
      "Example:\n  mixcert batch --mixer hc --params examples/data/hc_params.safetensors --sites 'site*' \\\n"
      "    --states 'examples/data/hc_states.safetensors:{site}_p3_t127.X' -o batch\n"
      "  Exit status 3 when some states failed: their records have the reason; 130 when it was interrupted.");
  command->callback([o, &status] { status = run_batch_command(*o); });
}

} // namespace mixcert::cli
