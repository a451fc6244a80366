#include "commands.hpp"
#include "convention.hpp"
#include "result.hpp"

#include "mixcert/certificate/diagnosis.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/address.hpp"
#include "mixcert/io/site.hpp"
#include "mixcert/io/state_list.hpp"
#include "mixcert/io/trajectory.hpp"
#include "mixcert/printable.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>
#include <optional>

namespace mixcert::cli {
namespace {

struct diagnose_options {
  std::string mixer, params, site, many_states, trajectory, sites = "*";
  std::vector<std::string> states, ranges, convention;
  std::optional<long> iterations;
  bool jacobian = false;
  std::vector<std::string> thresholds;
  result_options result;
};

/// What was asked for, and the files it stands in.
struct diagnosed_input {
  diagnosis_request request;
  std::vector<std::filesystem::path> files;
};

void require_states_of_one_kind(const diagnose_options& o) {
  const int kinds = (o.states.empty() ? 0 : 1) + (o.many_states.empty() ? 0 : 1) + (o.trajectory.empty() ? 0 : 1);
  if (kinds != 1)
    throw input_error("states: give --state, --states or --trajectory, one of the three; --state may be repeated");
  if (o.trajectory.empty() && o.site.empty())
    throw input_error("--site: name the site that the states enter; a trajectory names its own");
  if (!o.trajectory.empty() && !o.site.empty())
    throw input_error("--site: a trajectory names its sites; choose among them with --sites");
  if (o.trajectory.empty() && o.mixer.empty())
    throw input_error("--mixer: name the mixer; mixcert mixers lists them; only a trajectory says it itself");
  if (o.trajectory.empty() && (o.sites != "*" || !o.ranges.empty()))
    throw input_error("--sites and --range: belong to --trajectory; here there is one site");
}

state_list states_of_one_site(const diagnose_options& o) {
  if (!o.many_states.empty()) return read_states(o.many_states);
  state_list r{{}, {o.states.size()}};
  for (const std::string& address : o.states) {
    r.states.push_back(read_state(address));
    if (r.states.back().shape != r.states.front().shape)
      throw input_error("--state " + printable(address) + ": has shape " + printable(r.states.back().shape) +
                        ", and the first state " + printable(r.states.front().shape) +
                        "; states of one site have the same streams and features");
  }
  return r;
}

diagnosed_input input_of_site(const diagnose_options& o, const checkpoint& parameters) {
  diagnosed_input r;
  r.request.family = &find_mixer(o.mixer);
  r.request.convention = parse_convention(*r.request.family, o.convention);
  state_list states = states_of_one_site(o);
  for (const tensor& state : states.states) r.files.push_back(state.file);
  for (const std::string& address : o.states) r.files.push_back(parse_address(address, "state").file);
  if (!o.many_states.empty()) r.files.push_back(parse_address(o.many_states, "states").file);
  const std::vector<std::size_t> shape = states.states.front().shape;
  r.request.sites = {{o.site,
                      read_site(parameters, o.site, *r.request.family, r.request.convention, shape[0], shape[1]),
                      std::move(states.states)}};
  r.request.sequences = std::move(states.sequences);
  return r;
}

/// The trajectories of all tokens, those of its leading axes.
struct token_trajectories {
  std::vector<trajectory> tokens;
  std::vector<std::size_t> sequences;
};

token_trajectories read_tokens(const diagnose_options& o) {
  tensor_address where = parse_address(o.trajectory, "trajectory");
  const trajectory_choice choice{.sites = o.sites};
  const safetensors_file file = open_trajectory(where.file);
  if (!where.tensor.empty() || !file.contains("site000.X") || file.shape("site000.X").size() <= where.index.size() + 2)
    return {{read_trajectory(o.trajectory, choice)}, {1}};
  where.tensor = "site000.X";
  const state_indices all = indices_of_states(where, file.shape(where.tensor));
  token_trajectories r{{}, all.sequences};
  for (const std::vector<std::size_t>& index : all.indices) {
    std::string numbers;
    for (const std::size_t i : index) numbers += (numbers.empty() ? "" : ",") + std::to_string(i);
    r.tokens.push_back(read_trajectory(where.file.string() + ":[" + numbers + "]", choice));
  }
  return r;
}

diagnosed_input input_of_trajectory(const diagnose_options& o, const checkpoint& parameters) {
  token_trajectories read = read_tokens(o);
  const trajectory& first = read.tokens.front();
  if (!o.mixer.empty() && find_mixer(o.mixer).name() != first.mixer)
    throw input_error("--mixer " + printable(o.mixer) + ": the trajectory is of mixer " + printable(first.mixer) +
                      "; leave the option out, or name that one");
  diagnosed_input r;
  r.files = {first.file};
  r.request.family = &find_mixer(first.mixer);
  r.request.convention = parse_convention(*r.request.family, o.convention);
  r.request.sequences = std::move(read.sequences);
  for (std::size_t l = 0; l < first.sites.size(); ++l) {
    const trajectory_site& site = first.sites[l];
    diagnosed_site& diagnosed = r.request.sites.emplace_back();
    diagnosed.prefix = site.prefix;
    diagnosed.parameters = read_site(parameters, site.prefix, *r.request.family, r.request.convention,
                                     site.state.shape[0], site.state.shape[1]);
    for (trajectory& token : read.tokens) diagnosed.states.push_back(token.sites[l].state);
  }
  return r;
}

/// A-B, both among the sites.
std::pair<std::size_t, std::size_t> parse_range(const std::string& text, std::size_t sites) {
  std::size_t first = 0, last = 0;
  const char *begin = text.data(), *end = begin + text.size();
  const auto [dash, error] = std::from_chars(begin, end, first);
  if (error == std::errc() && dash != end && *dash == '-')
    if (const auto [rest, other] = std::from_chars(dash + 1, end, last);
        other == std::errc() && rest == end && first <= last && last < sites)
      return {first, last};
  throw input_error("--range " + (text.empty() ? "''" : printable(text)) +
                    ": must be FIRST-LAST, numbers of chosen sites from 0 to " + std::to_string(sites - 1));
}

std::vector<exact_constant> parse_thresholds(const diagnose_options& o) {
  if (!o.thresholds.empty() && !o.jacobian)
    throw input_error("--at-least: counts singular values of Jacobians; add --jacobian");
  std::vector<exact_constant> r;
  for (const std::string& text : o.thresholds) {
    const std::string given = "--at-least " + (text.empty() ? "''" : printable(text));
    constexpr mpfr_prec_t places = 64;
    try {
      r.emplace_back(text);
    } catch (const input_error& error) {
      throw input_error(given + ": " + error.what());
    }
    if (!certainly_less(mp_interval(0, places), r.back().value(context<mp_interval>{places})))
      throw input_error(given + ": must be a positive number; every singular value is at least 0");
    if (std::ranges::count(o.thresholds, text) > 1) throw input_error(given + ": is there twice; give it once");
  }
  return r;
}

void run_diagnose(const diagnose_options& o) {
  require_states_of_one_kind(o);
  std::vector<exact_constant> thresholds = parse_thresholds(o);
  const checkpoint parameters(o.params);
  diagnosed_input input = o.trajectory.empty() ? input_of_site(o, parameters) : input_of_trajectory(o, parameters);
  std::vector<std::filesystem::path> inputs = parameters.files();
  inputs.insert(inputs.end(), input.files.begin(), input.files.end());
  require_output(o.result, inputs);
  for (const std::string& range : o.ranges)
    input.request.ranges.push_back(parse_range(range, input.request.sites.size()));
  constexpr long most_iterations = 1000;
  if (o.iterations && (*o.iterations < 1 || *o.iterations > most_iterations))
    throw input_error("--iterations " + std::to_string(*o.iterations) + ": must be from 1 to " +
                      std::to_string(most_iterations));
  if (o.iterations && !input.request.convention.contains("iterations"))
    throw input_error("--iterations: mixer '" + std::string(input.request.family->name()) +
                      "' iterates nothing; leave the option out");
  input.request.iterations = static_cast<std::size_t>(o.iterations.value_or(0));
  input.request.jacobian = o.jacobian;
  input.request.thresholds = std::move(thresholds);
  diagnosis result;
  try {
    result = diagnose(input.request);
  } catch (const input_error&) {
    throw;
  } catch (const std::exception& reason) { // nothing older may stay where the certificate was to be
    write_refusal(o.result, refusal_json(subject_of(input.request), reason.what()));
    throw;
  }
  write_result(o.result, to_json(result), summary(result));
}

} // namespace

void add_diagnose(CLI::App& program) {
  auto o = std::make_shared<diagnose_options>();
  CLI::App* command = program.add_subcommand("diagnose", "enclose what people measure on realised maps");
  command->add_option("--mixer", o->mixer, "the mixer's name (mixcert mixers); a trajectory says it itself");
  command
      ->add_option("--params", o->params,
                   "checkpoint with the sites' parameters: .safetensors, or the .safetensors.index.json of several")
      ->required();
  command->add_option("--site", o->site, "prefix of the site's tensors, PREFIX.NAME or PREFIX_NAME");
  command->add_option("--state", o->states,
                      "FILE:TENSOR, n streams x d features; repeated, the states of one sequence in this order");
  command->add_option("--states", o->many_states,
                      "FILE:TENSOR with axes before streams and features: the last of them counts the states of a "
                      "sequence, those before it sequences");
  command->add_option("--trajectory", o->trajectory,
                      "FILE, or FILE:[i,...]: the states of a token at many sites; leading axes count tokens as those "
                      "of --states");
  command->add_option("--sites", o->sites, "a glob of the trajectory's sites, by prefix or siteNNN");
  command->add_option("--range", o->ranges,
                      "FIRST-LAST: a depth range of the chosen sites, counted from 0, beside all of them; may be "
                      "repeated");
  command->add_option("--iterations", o->iterations,
                      "also the sum errors after 1, 2, ..., this many iterations of a mixer that iterates");
  command->add_flag("--jacobian", o->jacobian,
                    "also the Jacobian of X -> H(X) X at every site and state: norms, determinant, rank, direction; "
                    "costs more than all the rest");
  command->add_option("--at-least", o->thresholds,
                      "with --jacobian: how many of its singular values are at least X > 0; may be repeated");
  add_convention_option(*command, o->convention);
  add_output_options(*command, o->result);
  command->footer(
      "Example:\n  mixcert diagnose --mixer hc --params examples/data/hc_params.safetensors --site site05 \\\n"
      "    --state examples/data/hc_states.safetensors:site05_p0_t0.X \\\n"
      "    --state examples/data/hc_states.safetensors:site05_p1_t127.X -o diagnosis.json\n"
      "  docs/reference/diagnose.md defines every quantity.");
  command->callback([o] { run_diagnose(*o); });
}

} // namespace mixcert::cli
