#include "commands.hpp"
#include "convention.hpp"
#include "option.hpp"
#include "result.hpp"

#include "mixcert/certificate/product_certificate.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/address.hpp"
#include "mixcert/io/trajectory.hpp"
#include "mixcert/printable.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <vector>

namespace mixcert::cli {
namespace {

struct product_arguments {
  std::string params, trajectory, with = "residual", sites = "*", method = "auto";
  std::vector<std::string> convention;
  result_options result;
};

bool wants_branch_outputs(const product_arguments& o) {
  if (o.with != "residual" && o.with != "write")
    throw input_error("--with " + printable(o.with) + ": must be residual or write");
  return o.with == "write";
}

void run_product(const product_arguments& o) {
  const product_options options{requested_digits(o.result),
                                of_option("--method ", [&] { return parse_product_method(o.method); })};
  const bool branch_outputs = wants_branch_outputs(o);
  const checkpoint parameters(o.params);
  std::vector<std::filesystem::path> inputs = parameters.files();
  inputs.push_back(parse_address(o.trajectory, "trajectory").file);
  require_output(o.result, inputs);
  const trajectory way = read_trajectory(o.trajectory, {.sites = o.sites, .branch_outputs = branch_outputs});
  const mixer& mixer = find_mixer(way.mixer);
  std::vector<product_site> sites;
  for (site_input& site : read_site_inputs(way, parameters, parse_convention(mixer, o.convention)))
    sites.push_back({std::move(site.input), std::move(site.subject)});
  product_certificate result;
  try {
    result = certify_product(mixer, sites, options);
  } catch (const input_error&) {
    throw;
  } catch (const std::exception& reason) { // nothing older may stay where the certificate was to be
    write_refusal(o.result, refusal_json(subject_of_product(mixer, sites), reason.what()));
    throw;
  }
  write_result(o.result, to_json(result), summary(result));
}

} // namespace

void add_product(CLI::App& program) {
  auto o = std::make_shared<product_arguments>();
  CLI::App* command =
      program.add_subcommand("product", "enclose the singular values of the product of all sites' Jacobians");
  command
      ->add_option("--params", o->params,
                   "checkpoint with the sites' parameters: .safetensors, or the .safetensors.index.json of several")
      ->required();
  command
      ->add_option("--trajectory", o->trajectory,
                   "the states at all sites, one safetensors file; FILE:[i,j] picks from leading axes")
      ->required();
  command->add_option("--with", o->with,
                      "residual: H(X) X (default); write: H(X) X + beta(X) y^T with the branch outputs held fixed");
  command->add_option("--sites", o->sites, "only the sites whose prefix, or siteNNN, this pattern (* and ?) matches");
  command->add_option("--method", o->method,
                      "dense: as a matrix, of order 2048 or less, in minutes there; factored: by the features of all "
                      "sites together, if they are few; largest: only the largest value, at any width, and fast; auto "
                      "(default): the cheapest that is possible, of all values where there is one");
  add_convention_option(*command, o->convention);
  add_result_options(*command, o->result);
  command->footer("Example:\n  mixcert product --params examples/data/hc_params.safetensors \\\n"
                  "    --trajectory examples/data/hc_trajectory.safetensors -o product.json");
  command->callback([o] { run_product(*o); });
}

} // namespace mixcert::cli
