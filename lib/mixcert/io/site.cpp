#include "mixcert/io/site.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/address.hpp"
#include "mixcert/io/near_names.hpp"
#include "mixcert/io/safetensors.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace mixcert {
namespace {

/// PREFIX.NAME or PREFIX_NAME, whichever the file has.
std::optional<std::string> stored_name(const safetensors_file& file, std::string_view prefix, const std::string& name) {
  for (const char* separator : {".", "_"})
    if (std::string full = std::string(prefix) + separator + name; file.contains(full)) return full;
  return std::nullopt;
}

/// The prefixes under which the file has at least one of the mixer's tensors.
std::vector<std::string> sites_in(const safetensors_file& file, const mixer& mixer) {
  std::set<std::string> sites;
  for (const std::string& stored : file.names())
    for (const tensor_spec& spec : mixer.tensors())
      for (const char* separator : {".", "_"})
        if (const std::string ending = separator + spec.name; stored.ends_with(ending))
          sites.insert(stored.substr(0, stored.size() - ending.size()));
  return {sites.begin(), sites.end()};
}

[[noreturn]] void refuse_site(const safetensors_file& file, std::string_view prefix, const mixer& mixer) {
  const std::vector<std::string> sites = sites_in(file, mixer);
  std::string message = file.path().string() + ": has no site '" + printable(prefix) + "'";
  if (sites.empty())
    throw input_error(message + " and no tensor that mixer '" + std::string(mixer.name()) +
                      "' uses; is this the checkpoint, and the mixer, you mean?");
  std::vector<std::string> near = near_names(prefix, sites);
  const bool similar = !near.empty();
  if (!similar)
    near.assign(sites.begin(), sites.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(sites.size(), 5)));
  message += similar ? "; near names: " : "; it has: ";
  for (std::size_t i = 0; i < near.size(); ++i) message += (i == 0 ? "" : ", ") + printable(near[i]);
  throw input_error(message);
}

} // namespace

tensor read_state(std::string_view address) {
  const tensor_address where = parse_address(address, "state");
  const safetensors_file file(where.file);
  const std::string name = where.tensor.empty() ? only_name(file.path(), file.names(), "state") : where.tensor;
  require_two_axes(file.path(), name, file.shape(name), where.index, "a state is streams x features");
  tensor state = file.read(name, where.index);
  if (state.values.empty())
    throw input_error(file.path().string() + ": tensor '" + printable(name) +
                      "' is empty; a state has at least one stream and one feature");
  return state;
}

std::vector<tensor> read_site(const std::filesystem::path& path, std::string_view prefix, const mixer& mixer,
                              std::size_t n, std::size_t d) {
  const safetensors_file file(path);
  const std::vector<tensor_spec> specs = mixer.tensors();
  const bool exists = std::any_of(specs.begin(), specs.end(), [&](const tensor_spec& spec) {
    return stored_name(file, prefix, spec.name).has_value();
  });
  if (!exists) refuse_site(file, prefix, mixer);
  std::vector<tensor> site;
  for (const tensor_spec& spec : specs) {
    const std::optional<std::string> name = stored_name(file, prefix, spec.name);
    if (!name)
      throw input_error(path.string() + ": site '" + printable(prefix) + "' has no tensor '" + spec.name +
                        "', which mixer '" + std::string(mixer.name()) + "' needs");
    const std::vector<std::size_t>& shape = file.shape(*name);
    const bool number_in_a_list = spec.shape.empty() && shape == std::vector<std::size_t>{1};
    if (shape != resolve(spec, n, d) && !number_in_a_list)
      throw input_error(path.string() + ": tensor '" + printable(*name) + "' has shape " + printable(shape) +
                        "; for a state of " + std::to_string(n) + " streams x " + std::to_string(d) +
                        " features it must be " + describe(spec, n, d) +
                        (shape == resolve(spec, d, n) ? "; is the state transposed?" : ""));
    site.push_back(file.read(*name));
  }
  return site;
}

mixer_input input_of(const mixer& mixer, const std::vector<tensor>& site, const tensor& state,
                     const std::map<std::string, exact_constant>& convention) {
  mixer_input input{{}, convention_of(mixer, convention), matrix<double>(state.shape[0], state.shape[1], state.values)};
  const std::vector<tensor_spec> specs = mixer.tensors();
  for (std::size_t i = 0; i < specs.size(); ++i) input.parameters.emplace(specs[i].name, site[i].values);
  return input;
}

tensor_reference reference_to(const tensor& t) {
  return {t.name, t.file.filename().string(), std::string(dtype_name(t.type)), t.shape, t.sha256, t.index};
}

certificate_subject subject_of(std::string_view site_name, const std::vector<tensor>& site, const tensor& state) {
  certificate_subject subject;
  subject.site = std::string(site_name);
  for (const tensor& t : site) subject.parameters.push_back(reference_to(t));
  subject.state = reference_to(state);
  return subject;
}

} // namespace mixcert
