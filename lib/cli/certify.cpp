#include "commands.hpp"
#include "convention.hpp"
#include "option.hpp"
#include "result.hpp"

#include "mixcert/certificate/estimate.hpp"
#include "mixcert/certificate/json.hpp"
#include "mixcert/certificate/mixer_request.hpp"
#include "mixcert/certificate/quote.hpp"
#include "mixcert/certificate/spectrum_picture.hpp"
#include "mixcert/certificate/summary.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/address.hpp"
#include "mixcert/io/sha256.hpp"
#include "mixcert/io/site.hpp"
#include "mixcert/io/whole_file.hpp"
#include "mixcert/printable.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <span>

namespace mixcert::cli {
namespace {

struct certify_arguments {
  std::string mixer, params, site, state, with = "residual", branch_output, core = "stream-adapted";
  std::optional<std::string> arithmetic, state_radius, tau;
  std::vector<std::string> convention;
  std::string plot;
  bool quote = false;
  result_options result;
};

/// What --arith asks for: the arithmetic of a certificate, or one without bounds.
struct requested_arithmetic {
  router_arithmetic of_router;
  bool float64 = false, quad = false;
};

requested_arithmetic parse_arithmetic(const std::optional<std::string>& given) {
  if (!given) return {};
  const std::string& text = *given;
  if (text == "float64") return {{}, true, false};
  if (text == "quad") return {{}, false, true};
  return {of_option("--arith ", [&] {
    try {
      return parse_router_arithmetic(text);
    } catch (const input_error& error) {
      throw input_error(std::string(error.what()) + ", quad or float64");
    }
  })};
}

std::optional<rank_tolerance> parse_tau(const certify_arguments& o, core_method method) {
  if (!o.tau) return std::nullopt;
  if (method != core_method::common)
    throw input_error("--tau: selects from the common core, --core common; the stream-adapted core is not truncated");
  return of_option("--tau: ", [&] { return parse_rank_tolerance(*o.tau); });
}

std::optional<tensor> read_branch_output_for(const certify_arguments& o, std::size_t d) {
  of_option("--with ", [&] { require_gate(o.with, !o.branch_output.empty(), "--branch-output FILE:TENSOR"); });
  if (o.with == "write") return read_branch_output(o.branch_output, d);
  if (!o.branch_output.empty())
    throw input_error("--branch-output: belongs to --with write; no other map has a branch output");
  return std::nullopt;
}

struct radius_option {
  std::optional<requested_radius> radius;
  std::filesystem::path file;
};

bool is_number(const std::string& text) {
  try {
    const exact_constant number(text);
    return true;
  } catch (const input_error&) {
    return false;
  }
}

radius_option read_radius_for(const certify_arguments& o, const tensor& state) {
  if (!o.state_radius) return {};
  const std::string& text = *o.state_radius;
  const std::string option = "--state-radius " + (text.empty() ? "''" : printable(text)) + ": ";
  if (is_number(text)) {
    return {of_option(option, [&] { return uniform_radius(exact_constant(text), state.shape[0], state.shape[1]); }),
            {}};
  }
  const std::filesystem::path file = parse_address(text, "state radius").file;
  if (std::error_code ignored; !std::filesystem::exists(file, ignored))
    throw input_error(option +
                      "is neither a number, such as 1e-6 or 0x1p-20, nor FILE:TENSOR with a file that is there");
  return {entrywise_radius(read_state_radius(text, state), state), file};
}

void require_plot(const certify_arguments& o, const std::vector<std::filesystem::path>& inputs) {
  if (o.plot.empty()) return;
  const std::string option = "--plot " + printable(o.plot) + ": ";
  if (o.plot == o.result.output || is_same_file(o.plot, o.result.output))
    throw input_error(option + "is the certificate's file too; name another one");
  for (const std::filesystem::path& input : inputs)
    if (is_same_file(o.plot, input.string())) throw input_error(option + "would overwrite an input; name another file");
  of_option("--plot ", [&] { require_writable(o.plot); });
}

void run_certify(const certify_arguments& o) {
  const int digits = requested_digits(o.result);
  if (o.quote && o.result.json) throw input_error("--quote and --json both want standard output; give one of them");
  const requested_arithmetic arithmetic = parse_arithmetic(o.arithmetic);
  const bool estimates = arithmetic.float64 || arithmetic.quad;
  if (estimates && (o.quote || digits != 0 || o.state_radius || !o.plot.empty()))
    throw input_error("--arith " + *o.arithmetic + " certifies nothing: " +
                      (o.quote           ? "--quote"
                       : !o.plot.empty() ? "--plot"
                       : o.state_radius  ? "--state-radius"
                                         : "--digits") +
                      " belongs to a certificate");
  mixer_request request{.family = &find_mixer(o.mixer),
                        .convention = {},
                        .site = o.site,
                        .parameters = {},
                        .state = {},
                        .with = o.with,
                        .digits = digits};
  const checkpoint parameters(o.params);
  request.state = read_state(o.state);
  const std::size_t n = request.state.shape[0], d = request.state.shape[1];
  request.branch_output = read_branch_output_for(o, d);
  request.options.core = of_option("--core ", [&] { return parse_core(o.core); });
  request.options.arithmetic = arithmetic.of_router;
  request.options.tau = parse_tau(o, request.options.core);
  if (estimates && o.tau)
    throw input_error("--arith " + *o.arithmetic + " certifies nothing: --tau belongs to a certificate");
  radius_option radius = read_radius_for(o, request.state);
  std::vector<std::filesystem::path> inputs = parameters.files();
  inputs.insert(inputs.end(), {request.state.file, parse_address(o.state, "state").file});
  if (request.branch_output)
    inputs.insert(inputs.end(), {request.branch_output->file, parse_address(o.branch_output, "branch output").file});
  if (!radius.file.empty()) inputs.push_back(radius.file);
  require_output(o.result, inputs);
  require_plot(o, inputs);
  request.radius = std::move(radius.radius);
  request.convention = parse_convention(*request.family, o.convention);
  request.parameters = read_site(parameters, o.site, *request.family, request.convention, n, d);
  certificate result;
  try {
    result = certify(request);
    if (estimates) {
      const mixer_input input = input_of(request);
      const core_method core = request.options.core;
      const estimate e = arithmetic.quad ? estimate_in(context<quad>{}, *request.family, input, core, result)
                                         : estimate_in(context<float64>{}, *request.family, input, core, result);
      write_result(o.result, to_json(e), summary(e), "estimate");
      return;
    }
  } catch (const input_error&) {
    throw;
  } catch (const std::exception& reason) { // nothing older may stay where the certificate was to be
    write_refusal(o.result, refusal_json(subject_of(request), reason.what()));
    throw;
  }
  for (const std::string& note : result.notes) std::cerr << "mixcert: warning: " << note << '\n';
  const std::string document = to_json(result);
  if (!o.plot.empty()) write_file(o.plot, spectrum_picture(result));
  if (o.quote) {
    if (!o.result.output.empty()) write_file(o.result.output, document);
    std::cout << quote(result, sha256_hex(std::as_bytes(std::span(document))));
  } else {
    write_result(o.result, document, summary(result));
  }
}

} // namespace

void add_certify(CLI::App& program) {
  auto o = std::make_shared<certify_arguments>();
  CLI::App* command = program.add_subcommand("certify", "enclose every singular value of one state's Jacobian");
  std::string names;
  for (const std::string& name : mixer_names()) names += (names.empty() ? "" : ", ") + name;
  command->add_option("--mixer", o->mixer, "the mixer's name: " + names)->type_name("MIXER")->required();
  command
      ->add_option("--params", o->params,
                   "checkpoint with the site's parameters: .safetensors, or the .safetensors.index.json of several")
      ->type_name("FILE")
      ->required();
  command->add_option("--site", o->site, "prefix of the site's tensors, PREFIX.NAME or PREFIX_NAME")
      ->type_name("PREFIX")
      ->required();
  command
      ->add_option(
          "--state", o->state,
          "FILE:TENSOR, n streams x d features (.safetensors, .npy, .npz); TENSOR[i,j] picks from leading axes")
      ->type_name("FILE:TENSOR")
      ->required();
  command
      ->add_option("--with", o->with,
                   "residual: H(X) X (default); write: H(X) X + beta(X) y^T with y held fixed; read: the branch input, "
                   "sum_s read_s(X) x_s")
      ->type_name("residual|write|read");
  command->add_option("--branch-output", o->branch_output, "FILE:TENSOR, the d features of y, for --with write")
      ->type_name("FILE:TENSOR");
  command
      ->add_option("--state-radius", o->state_radius,
                   "certify every state that differs by at most this in each entry: a number, or FILE:TENSOR of the "
                   "state's shape")
      ->type_name("NUMBER|FILE:TENSOR");
  command
      ->add_option("--core", o->core,
                   "stream-adapted: a space for every stream (default); common: one for all, as in the literature")
      ->type_name("stream-adapted|common");
  command
      ->add_option("--tau", o->tau,
                   "for --core common, 0 < T < 1: keep only the feature directions that a numerical rank of relative "
                   "tolerance T selects (the literature takes 1e-12); what is left out widens the enclosures")
      ->type_name("T");
  command->add_option("--plot", o->plot, "draw the spectrum with its enclosures to this file, as SVG")
      ->check([](const std::string& path) { return std::string(path.empty() ? "names no file" : ""); })
      ->type_name("FILE");
  add_convention_option(*command, o->convention);
  command
      ->add_option("--arith", o->arithmetic,
                   "mp:BITS or interval (binary64 ends): the arithmetic of the mixer's evaluation, certified; quad or "
                   "float64: what plain arithmetic gives beside its distance from the enclosures, certifying nothing")
      ->type_name("mp:BITS|interval|quad|float64");
  command->add_flag("--quote", o->quote,
                    "one LaTeX sentence with the map, the data's and the certificate's SHA-256, and nothing else");
  add_result_options(*command, o->result);
  command->footer(
      "Example:\n  mixcert certify --mixer hc --params examples/data/hc_params.safetensors --site site01 \\\n"
      "    --state examples/data/hc_states.safetensors:site01_p3_t127.X -o certificate.json\n"
      "  With --state-radius 1e-6 it holds for every state within 1e-6 of that one in each entry.");
  command->callback([o] { run_certify(*o); });
}

} // namespace mixcert::cli
