#include "commands.hpp"
#include "convention.hpp"
#include "option.hpp"
#include "result.hpp"

#include "mixcert/certificate/diagnosis_request.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/address.hpp"
#include "mixcert/io/site.hpp"
#include "mixcert/io/state_list.hpp"
#include "mixcert/io/token_trajectories.hpp"
#include "mixcert/printable.hpp"

#include <CLI/CLI.hpp>
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

diagnosed_input input_of_trajectory(const diagnose_options& o, const checkpoint& parameters) {
  token_trajectories read = read_token_trajectories(o.trajectory, o.sites);
  const trajectory& first = read.tokens.front();
  if (!o.mixer.empty() && find_mixer(o.mixer).name() != first.mixer)
    throw input_error("--mixer " + printable(o.mixer) + ": the trajectory is of mixer " + printable(first.mixer) +
                      "; leave the option out, or name that one");
  const std::filesystem::path file = first.file;
  mixer_convention convention = parse_convention(find_mixer(first.mixer), o.convention);
  return {diagnosis_of(std::move(read), parameters, std::move(convention)), {file}};
}

void run_diagnose(const diagnose_options& o) {
  require_states_of_one_kind(o);
  if (!o.thresholds.empty() && !o.jacobian)
    throw input_error("--at-least: counts singular values of Jacobians; add --jacobian");
  std::vector<exact_constant> thresholds = of_option("--at-least ", [&] { return parse_thresholds(o.thresholds); });
  const checkpoint parameters(o.params);
  diagnosed_input input = o.trajectory.empty() ? input_of_site(o, parameters) : input_of_trajectory(o, parameters);
  std::vector<std::filesystem::path> inputs = parameters.files();
  inputs.insert(inputs.end(), input.files.begin(), input.files.end());
  require_output(o.result, inputs);
  for (const std::string& range : o.ranges)
    input.request.ranges.push_back(
        of_option("--range ", [&] { return parse_range(range, input.request.sites.size()); }));
  if (o.iterations) {
    input.request.iterations = of_option("--iterations ", [&] { return counted_iterations(*o.iterations); });
    of_option("--iterations: ", [&] { require_iterations(input.request); });
  }
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
  command->add_option("--mixer", o->mixer, "the mixer's name (mixcert mixers); a trajectory says it itself")
      ->type_name("MIXER");
  command
      ->add_option("--params", o->params,
                   "checkpoint with the sites' parameters: .safetensors, or the .safetensors.index.json of several")
      ->type_name("FILE")
      ->required();
  command->add_option("--site", o->site, "prefix of the site's tensors, PREFIX.NAME or PREFIX_NAME")
      ->type_name("PREFIX");
  command
      ->add_option("--state", o->states,
                   "FILE:TENSOR, n streams x d features; repeated, the states of one sequence in this order")
      ->type_name("FILE:TENSOR");
  command
      ->add_option("--states", o->many_states,
                   "FILE:TENSOR with axes before streams and features: the last of them counts the states of a "
                   "sequence, those before it sequences")
      ->type_name("FILE:TENSOR");
  command
      ->add_option("--trajectory", o->trajectory,
                   "FILE, or FILE:[i,...]: the states of a token at many sites; leading axes count tokens as those "
                   "of --states")
      ->type_name("FILE");
  command->add_option("--sites", o->sites, "a glob of the trajectory's sites, by prefix or siteNNN")->type_name("GLOB");
  command
      ->add_option("--range", o->ranges,
                   "FIRST-LAST: a depth range of the chosen sites, counted from 0, beside all of them; may be "
                   "repeated")
      ->type_name("FIRST-LAST");
  command
      ->add_option("--iterations", o->iterations,
                   "also the sum errors after 1, 2, ..., this many iterations of a mixer that iterates")
      ->type_name("N");
  command->add_flag("--jacobian", o->jacobian,
                    "also the Jacobian of X -> H(X) X at every site and state: norms, determinant, rank, direction; "
                    "costs more than all the rest");
  command
      ->add_option("--at-least", o->thresholds,
                   "with --jacobian: how many of its singular values are at least X > 0; may be repeated")
      ->type_name("X");
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
