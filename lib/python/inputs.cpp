#include "inputs.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/address.hpp"
#include "mixcert/io/checkpoint.hpp"
#include "mixcert/io/glob.hpp"
#include "mixcert/io/near_names.hpp"
#include "mixcert/io/sha256.hpp"
#include "mixcert/io/site.hpp"
#include "mixcert/io/slice.hpp"
#include "mixcert/io/state_list.hpp"
#include "mixcert/printable.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <span>

namespace py = pybind11;

namespace mixcert::python {
namespace {

const std::filesystem::path in_memory = "in memory";

std::string digest_of(std::string_view bytes) { return sha256_hex(std::as_bytes(std::span(bytes))); }

/// siteNNN, as trajectory files number their sites.
std::string numbered(std::size_t site) {
  const std::string digits = std::to_string(site);
  return "site" + std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits;
}

/// A trajectory in memory: of each chosen site its prefix, its states (..., n, d), and perhaps its outputs (..., d).
struct array_trajectory {
  struct site {
    std::string prefix;
    const stored_array* states;
    const stored_array* outputs;
  };
  std::string mixer;
  std::vector<site> sites;

  std::size_t leading_axes() const { return sites.front().states->shape.size() - 2; }
  trajectory token(std::size_t number) const {
    trajectory r{mixer, in_memory, {}};
    for (const site& s : sites)
      r.sites.push_back({s.prefix, slice_of(*s.states, in_memory, leading_axes(), number),
                         s.outputs == nullptr
                             ? std::nullopt
                             : std::optional(slice_of(*s.outputs, in_memory, leading_axes(), number))});
    return r;
  }
};

/// Throws input_error unless the outputs have the axes of the states but that of the streams.
void require_outputs(const stored_array& outputs, const std::vector<std::size_t>& states) {
  std::vector<std::size_t> wanted = states;
  wanted.erase(wanted.end() - 2);
  if (outputs.shape != wanted)
    throw input_error(tensor_label(in_memory, outputs.name) + "has shape " + printable(outputs.shape) +
                      "; of states of shape " + printable(states) + " branch outputs have " + printable(wanted));
}

array_trajectory view_trajectory(const py::object& object, const trajectory_choice& choice, used_data& used) {
  array_trajectory r{object.attr("mixer").cast<std::string>(), {}};
  const auto prefixes = object.attr("sites").cast<std::vector<std::string>>();
  const auto states = object.attr("X").cast<std::vector<py::object>>();
  const auto outputs = object.attr("y").cast<std::optional<std::vector<py::object>>>();
  if (choice.branch_outputs && !outputs)
    throw input_error("trajectory: has no branch outputs y; give them, or ask for the residual maps, which have none");
  std::vector<std::size_t> shape;
  for (std::size_t l = 0; l < prefixes.size(); ++l) {
    const std::string name = numbered(l);
    const array_view X(states[l], "trajectory.X[" + std::to_string(l) + "]");
    if (X.shape().size() < 2)
      throw input_error(X.label() + ": has shape " + printable(X.shape()) + "; a state is streams x features");
    if (l == 0) shape = X.shape();
    if (X.shape() != shape)
      throw input_error(X.label() + ": has shape " + printable(X.shape()) + ", and trajectory.X[0] " +
                        printable(shape) + "; all states of a trajectory have the same streams and features");
    if (!matches_glob(choice.sites, prefixes[l]) && !matches_glob(choice.sites, name)) continue;
    r.sites.push_back({prefixes[l], &used.add(X.stored(name + ".X")), nullptr});
    array_trajectory::site& site = r.sites.back();
    if (!choice.branch_outputs) continue;
    const array_view y((*outputs)[l], "trajectory.y[" + std::to_string(l) + "]");
    site.outputs = &used.add(y.stored(name + ".y"));
    require_outputs(*site.outputs, shape);
  }
  if (r.sites.empty())
    throw input_error("trajectory: no site matches '" + printable(choice.sites) +
                      "' (* stands for any text, ? for one byte)");
  return r;
}

} // namespace

const stored_array& used_data::add(stored_array array) {
  std::string name = array.name;
  return arrays_.insert_or_assign(std::move(name), std::move(array)).first->second;
}

std::string used_data::address(const py::object& path) {
  auto text = py::module_::import("os").attr("fsencode")(path).cast<std::string>();
  std::string folder = parse_address(text, "data").file.parent_path().string();
  if (std::ranges::count(folders_, folder) == 0) folders_.push_back(std::move(folder));
  return text;
}

std::string used_data::file_name() const {
  if (arrays_.empty()) return {};
  std::string all;
  for (const auto& [name, array] : arrays_)
    all += name + '\n' + std::string(dtype_name(array.type)) + printable(array.shape) + digest_of(array.bytes) + '\n';
  constexpr std::size_t enough = 16;
  return "arrays-" + digest_of(all).substr(0, enough) + ".safetensors";
}

std::string used_data::file() const {
  std::vector<stored_array> all;
  for (const auto& [name, array] : arrays_) all.push_back(array);
  return safetensors_file_of(all);
}

array_mapping::array_mapping(const py::object& mapping, const std::string& prefix, used_data& used) : used_(used) {
  const std::string front = prefix.empty() ? "" : prefix + '.';
  for (const py::handle item : py::iter(mapping.attr("items")())) {
    const auto pair = py::reinterpret_borrow<py::tuple>(item);
    if (!py::isinstance<py::str>(pair[0])) throw py::type_error("params: names are texts, and one is no text");
    arrays_.emplace(front + pair[0].cast<std::string>(), pair[1]);
  }
}

std::vector<std::string> array_mapping::names() const {
  std::vector<std::string> r;
  for (const auto& [name, array] : arrays_) r.push_back(name);
  return r;
}

const array_view& array_mapping::view(std::string_view name) const {
  if (const auto known = views_.find(name); known != views_.end()) return known->second;
  const auto found = arrays_.find(name);
  if (found == arrays_.end()) refuse_unknown_tensor(path_, name, names());
  std::string label = "params['" + printable(name) + "']";
  return views_.emplace(std::string(name), array_view(found->second, std::move(label))).first->second;
}

tensor array_mapping::whole(std::string_view name) const {
  return tensor_of(used_.add(view(name).stored(std::string(name))), path_);
}

bool is_path(const py::object& object) { return py::isinstance<py::str>(object) || py::hasattr(object, "__fspath__"); }

parameters parameters_of(const py::object& params, const std::optional<std::string>& site, used_data& used) {
  if (is_path(params)) {
    if (!site) throw input_error("site: name the site that the state enters, the prefix of its tensors in params");
    return {std::make_unique<checkpoint>(used.address(params)), *site};
  }
  const py::object mapping = params.is_none() ? py::object(py::dict()) : params;
  if (!py::hasattr(mapping, "items"))
    throw py::type_error("params: give a mapping of names to arrays, or the path of a checkpoint");
  return {std::make_unique<array_mapping>(mapping, site ? "" : "site", used), site.value_or("site")};
}

tensor array_in_memory(const py::object& object, const char* name, std::size_t axes, std::string_view meaning,
                       used_data& used) {
  const array_view view(object, name);
  if (view.shape().size() != axes)
    throw input_error(view.label() + ": has shape " + printable(view.shape()) + "; " + std::string(meaning));
  return tensor_of(used.add(view.stored(name)), in_memory);
}

trajectory trajectory_of(const py::object& object, const trajectory_choice& choice, used_data& used) {
  if (is_path(object)) return read_trajectory(used.address(object), choice);
  const array_trajectory arrays = view_trajectory(object, choice, used);
  if (arrays.leading_axes() != 0)
    throw input_error("trajectory: its states have shape " + printable(arrays.sites.front().states->shape) +
                      "; a product is of one token's states, streams x features");
  return arrays.token(0);
}

token_trajectories tokens_of(const py::object& object, const std::string& sites, used_data& used) {
  if (is_path(object)) return read_token_trajectories(used.address(object), sites);
  const array_trajectory arrays = view_trajectory(object, {.sites = sites}, used);
  const stored_array& first = *arrays.sites.front().states;
  const state_indices all = indices_of_states({in_memory, first.name, {}}, first.shape);
  token_trajectories r{{}, all.sequences};
  for (std::size_t k = 0; k < all.indices.size(); ++k) r.tokens.push_back(arrays.token(k));
  return r;
}

} // namespace mixcert::python
