#include "commands.hpp"
#include "convention.hpp"
#include "option.hpp"
#include "progress.hpp"
#include "result.hpp"

#include "mixcert/certificate/dyadic.hpp"
#include "mixcert/certificate/product_certificate.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/address.hpp"
#include "mixcert/io/npy.hpp"
#include "mixcert/io/site.hpp"
#include "mixcert/io/trajectory.hpp"
#include "mixcert/io/whole_file.hpp"
#include "mixcert/printable.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mixcert::cli {
namespace {

struct product_arguments {
  std::string params, trajectory, with = "residual", sites = "*", method = "auto", direction, image;
  bool transposed = false;
  std::vector<std::string> convention;
  result_options result;
};

bool wants_branch_outputs(const product_arguments& o) {
  if (o.with != "residual" && o.with != "write")
    throw input_error("--with " + printable(o.with) + ": must be residual or write");
  return o.with == "write";
}

/// The word in place of a file.
constexpr const char* top_direction = "top";

void require_direction_options(const product_arguments& o) {
  if (!o.direction.empty()) return;
  if (o.transposed) throw input_error("--transposed: belongs to --direction");
  if (!o.image.empty()) throw input_error("--image: belongs to --direction, of which it is the image");
}

/// For states of the trajectory's shape.
std::optional<direction_request> read_request(const product_arguments& o, const tensor& state) {
  if (o.direction.empty()) return std::nullopt;
  if (o.direction == top_direction) return direction_request{std::nullopt, o.transposed};
  return direction_request{read_direction(o.direction, state.shape[0], state.shape[1]), o.transposed};
}

void require_image_file(const product_arguments& o, const std::vector<std::filesystem::path>& inputs) {
  if (o.image.empty()) return;
  for (const std::filesystem::path& input : inputs)
    if (is_same_file(o.image, input.string()))
      throw input_error("--image " + printable(o.image) + ": would overwrite an input; name another file");
  const auto full = [](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path));
  };
  if (!o.result.output.empty() && full(o.image) == full(o.result.output))
    throw input_error("--image " + printable(o.image) + ": is the file of -o; name another one");
  require_writable(o.image);
}

std::string image_file(const dyadic_matrix& image) {
  constexpr mpfr_prec_t places = 53; // they are binary64 numbers
  return to_npy(map(from_dyadic(image, places), [](const mp_float& x) { return to_double(x); }));
}

void run_product(const product_arguments& o) {
  product_options options{requested_digits(o.result),
                          of_option("--method ", [&] { return parse_product_method(o.method); })};
  const bool branch_outputs = wants_branch_outputs(o);
  const checkpoint parameters(o.params);
  std::vector<std::filesystem::path> inputs = parameters.files();
  inputs.push_back(parse_address(o.trajectory, "trajectory").file);
  require_direction_options(o);
  if (!o.direction.empty() && o.direction != top_direction)
    inputs.push_back(parse_address(o.direction, "direction").file);
  require_output(o.result, inputs);
  require_image_file(o, inputs);
  const trajectory way = read_trajectory(o.trajectory, {.sites = o.sites, .branch_outputs = branch_outputs});
  options.direction = read_request(o, way.sites.front().state);
  const mixer& mixer = find_mixer(way.mixer);
  std::vector<product_site> sites;
  for (site_input& site : read_site_inputs(way, parameters, parse_convention(mixer, o.convention)))
    sites.push_back({std::move(site.input), std::move(site.subject)});
  product_certificate result;
  progress_line line(o.result.quiet);
  options.begins = [&](const std::string& step) { line.say(step); };
  try {
    result = certify_product(mixer, sites, options);
    line.clear();
  } catch (const input_error&) {
    throw;
  } catch (const std::exception& reason) { // nothing older may stay where the certificate was to be
    line.clear();
    write_refusal(o.result, refusal_json(subject_of_product(mixer, sites), reason.what()));
    throw;
  }
  if (!o.image.empty()) write_file(o.image, image_file(result.direction->image));
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
      ->type_name("FILE")
      ->required();
  command
      ->add_option("--trajectory", o->trajectory,
                   "the states at all sites, one safetensors file; FILE:[i,j] picks from leading axes")
      ->type_name("FILE")
      ->required();
  command
      ->add_option("--with", o->with,
                   "residual: H(X) X (default); write: H(X) X + beta(X) y^T with the branch outputs held fixed")
      ->type_name("residual|write");
  command->add_option("--sites", o->sites, "only the sites whose prefix, or siteNNN, this pattern (* and ?) matches")
      ->type_name("GLOB");
  command
      ->add_option("--method", o->method,
                   "dense: as a matrix, of order 2048 or less, in minutes there; factored: by the features of all "
                   "sites together, if they are few; largest: only the largest value, at any width, and fast; auto "
                   "(default): the cheapest that is possible, of all values where there is one")
      ->type_name("auto|dense|factored|largest");
  command
      ->add_option("--direction", o->direction,
                   "also what the product makes of this direction, FILE[:TENSOR], an array of streams x features; "
                   "top: of about its first singular vector, which is looked for")
      ->type_name("FILE[:TENSOR]|top");
  command->add_flag("--transposed", o->transposed, "what the transposed product makes of it");
  command->add_option("--image", o->image, "write the direction's image, divided by its length, to this .npy file")
      ->type_name("FILE");
  add_convention_option(*command, o->convention);
  add_result_options(*command, o->result);
  command->footer("Example:\n  mixcert product --params examples/data/hc_params.safetensors \\\n"
                  "    --trajectory examples/data/hc_trajectory.safetensors -o product.json");
  command->callback([o] { run_product(*o); });
}

} // namespace mixcert::cli
