#include "mixcert/io/site.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/address.hpp"
#include "mixcert/io/array_source.hpp"
#include "mixcert/io/site_names.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>

namespace mixcert {

tensor read_state(std::string_view address) {
  tensor state = read_array(parse_address(address, "state"), "state", "a state is streams x features");
  require_state(state);
  return state;
}

void require_state(const tensor& state) {
  if (state.values.empty())
    throw input_error(tensor_label(state.file, state.name) +
                      "is empty; a state has at least one stream and one feature");
}

tensor read_branch_output(std::string_view address, std::size_t d) {
  constexpr std::string_view kind = "branch output";
  tensor y = read_array(parse_address(address, kind), kind, "a branch output is one row of features", 1);
  require_branch_output(y, d);
  return y;
}

void require_branch_output(const tensor& y, std::size_t d) {
  if (y.values.size() != d)
    throw input_error(tensor_label(y.file, y.name) + "has " + std::to_string(y.values.size()) +
                      " features, and the state has " + std::to_string(d) + "; a branch output has as many");
}

tensor read_direction(std::string_view address, std::size_t n, std::size_t d) {
  constexpr std::string_view kind = "direction";
  tensor z = read_array(parse_address(address, kind), kind, "a direction is streams x features");
  const std::string label = tensor_label(z.file, z.name);
  if (z.shape != std::vector<std::size_t>{n, d})
    throw input_error(label + "has shape " + printable(z.shape) + ", and the states have " +
                      printable(std::vector<std::size_t>{n, d}) + "; a direction has as many");
  if (std::ranges::all_of(z.values, [](double x) { return x == 0; }))
    throw input_error(label + "is zero, and so is its image; give a direction that is not zero");
  return z;
}

tensor read_state_radius(std::string_view address, const tensor& state) {
  constexpr std::string_view kind = "state radius";
  tensor radius = read_array(parse_address(address, kind), kind, "a state radius is streams x features");
  require_state_radius(radius, state);
  return radius;
}

void require_state_radius(const tensor& radius, const tensor& state) {
  const std::string label = tensor_label(radius.file, radius.name);
  if (radius.shape != state.shape)
    throw input_error(label + "has shape " + printable(radius.shape) + ", and the state has " + printable(state.shape) +
                      "; give one radius for each entry of the state");
  for (std::size_t i = 0; i < radius.values.size(); ++i)
    if (!(radius.values[i] >= 0))
      throw input_error(label + "has a negative radius at [" + std::to_string(i / radius.shape[1]) + "," +
                        std::to_string(i % radius.shape[1]) + "]; a radius is zero or a positive number");
}

std::vector<tensor> read_site(const tensor_source& parameters, std::string_view prefix, const mixer& mixer,
                              const mixer_convention& convention, std::size_t n, std::size_t d) {
  const std::vector<tensor_spec> specs = mixer.tensors(n, d, convention);
  if (specs.empty()) return {};
  const std::vector<std::string> names =
      stored_names(parameters.path(), parameters.names(), prefix, mixer.name(), specs);
  const auto fits_transposed = [&](std::size_t i, const std::vector<std::size_t>& shape) {
    try {
      return extents(mixer.tensors(d, n, convention)[i]) == shape;
    } catch (const input_error&) {
      return false;
    }
  };
  std::vector<tensor> site;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const std::vector<std::size_t>& shape = parameters.shape(names[i]);
    const bool number_in_a_list = specs[i].shape.empty() && shape == std::vector<std::size_t>{1};
    if (shape != extents(specs[i]) && !number_in_a_list)
      throw input_error(tensor_label(parameters.file_of(names[i]), names[i]) + "has shape " + printable(shape) +
                        "; for a state of " + std::to_string(n) + " streams x " + std::to_string(d) +
                        " features it must be " + describe(specs[i]) +
                        (fits_transposed(i, shape) ? "; is the state transposed?" : ""));
    site.push_back(parameters.whole(names[i]));
  }
  return site;
}

mixer_input input_of(const mixer& mixer, const std::vector<tensor>& site, const tensor& state,
                     const mixer_convention& convention, const std::optional<tensor>& branch_output) {
  const std::size_t n = state.shape[0], d = state.shape[1];
  mixer_input input{{}, convention, matrix<double>(n, d, state.values)};
  const std::vector<tensor_spec> specs = mixer.tensors(n, d, convention);
  for (std::size_t i = 0; i < specs.size(); ++i) input.parameters.emplace(specs[i].name, site[i].values);
  if (branch_output) input.branch_output = branch_output->values;
  return input;
}

tensor_reference reference_to(const tensor& t) {
  return {t.name, t.file.filename().string(), std::string(dtype_name(t.type)), t.shape, t.sha256, t.index};
}

certificate_subject subject_of(std::string_view site_name, const std::vector<tensor>& site, const tensor& state,
                               const std::optional<tensor>& branch_output) {
  certificate_subject subject;
  subject.site = std::string(site_name);
  for (const tensor& t : site) subject.parameters.push_back(reference_to(t));
  subject.state = reference_to(state);
  if (branch_output) {
    subject.with = "write";
    subject.branch_output = reference_to(*branch_output);
  }
  return subject;
}

} // namespace mixcert
