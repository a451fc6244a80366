#include "mixcert/io/trajectory.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/address.hpp"
#include "mixcert/io/detail/strict_json.hpp"
#include "mixcert/io/glob.hpp"
#include "mixcert/io/near_names.hpp"
#include "mixcert/io/safetensors.hpp"
#include "mixcert/io/site.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace mixcert {

namespace {

constexpr std::string_view version_key = "mixcert.trajectory";
constexpr std::string_view rewrite =
    R"(save it with the metadata "mixcert.trajectory": "1", "mixer" and "sites", as examples/capture/trajectory.py does)";

/// site007, what the names of a site's tensors begin with.
std::string numbered(std::size_t site) {
  const std::string digits = std::to_string(site);
  return "site" + std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits;
}

/// The name without .X or .y, if it is siteNNN with any number of digits.
std::optional<std::string> site_of_tensor(std::string_view name) {
  if (!name.starts_with("site") || !(name.ends_with(".X") || name.ends_with(".y"))) return std::nullopt;
  const std::string_view digits = name.substr(4, name.size() - 6);
  const bool is_number = !digits.empty() && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
  return is_number ? std::optional<std::string>(name.substr(0, name.size() - 2)) : std::nullopt;
}

class trajectory_reader {
 public:
  trajectory_reader(const std::filesystem::path& file, std::vector<std::size_t> index)
      : file_(open_trajectory(file)), index_(std::move(index)), mixer_(mixer_name()), prefixes_(prefixes()) {
    require_tensors_of_the_list();
    require_shapes();
  }

  trajectory read(const trajectory_choice& choice) const {
    trajectory r{mixer_, file_.path(), {}};
    for (const std::size_t l : chosen(choice.sites))
      r.sites.push_back({prefixes_[l], file_.read(numbered(l) + ".X", index_),
                         choice.branch_outputs ? std::optional(branch_output(l)) : std::nullopt});
    return r;
  }

  trajectory_outline outline(const std::string& sites) const {
    trajectory_outline r{mixer_, {}};
    for (const std::size_t l : chosen(sites)) r.sites.push_back({prefixes_[l], numbered(l) + ".X"});
    return r;
  }

 private:
  std::vector<std::size_t> chosen(const std::string& sites) const {
    std::vector<std::size_t> r;
    for (std::size_t l = 0; l < prefixes_.size(); ++l)
      if (matches_glob(sites, prefixes_[l]) || matches_glob(sites, numbered(l))) r.push_back(l);
    if (r.empty()) refuse_choice(sites);
    return r;
  }

  [[noreturn]] void refuse(const std::string& what, std::string_view then) const {
    throw input_error(file_.path().string() + ": " + what + "; " + std::string(then));
  }

  [[noreturn]] void refuse_tensor(std::string_view name, const std::string& what) const {
    throw input_error(tensor_label(file_.path(), name) + what);
  }

  const std::string& metadata(std::string_view key) const {
    const auto found = file_.metadata().find(std::string(key));
    if (found == file_.metadata().end())
      refuse("has no '" + std::string(key) + "' in its metadata" +
                 (key == version_key ? ", so it is no trajectory" : ""),
             rewrite);
    return found->second;
  }

  std::string mixer_name() const {
    if (const std::string& version = metadata(version_key); version != "1")
      refuse("is a trajectory of version '" + printable(version) + "', and only version 1 is known", rewrite);
    const std::string& name = metadata("mixer");
    try {
      return std::string(find_mixer(name).name());
    } catch (const input_error& error) {
      throw input_error(file_.path().string() + ": metadata 'mixer': " + error.what());
    }
  }

  std::vector<std::string> prefixes() const {
    constexpr std::string_view list = R"(it must be one, such as "[\"layers.0.attn\", \"layers.0.mlp\"]")";
    nlohmann::json value;
    try {
      value = parse_strictly(metadata("sites"));
    } catch (const json_fault& fault) {
      refuse("metadata 'sites' is no JSON list of texts" + (fault.reason.empty() ? "" : " (" + fault.reason + ')'),
             list);
    }
    const bool are_texts = value.is_array() && std::ranges::all_of(value, [](const nlohmann::json& prefix) {
                             return prefix.is_string() && !prefix.get_ref<const std::string&>().empty();
                           });
    if (value.is_array() && value.empty())
      refuse("metadata 'sites' is an empty list", "a trajectory has one site at least");
    if (!are_texts) refuse("metadata 'sites' is no JSON list of prefixes of sites", list);
    return value.get<std::vector<std::string>>();
  }

  std::string listed() const {
    const std::size_t sites = prefixes_.size();
    return "metadata 'sites' lists " + std::to_string(sites) + (sites == 1 ? " site, " : " sites, ") + numbered(0) +
           (sites == 1 ? "" : " to " + numbered(sites - 1));
  }

  void require_tensors_of_the_list() const {
    constexpr std::string_view remedy = "list exactly the sites whose states are stored, in forward order";
    std::set<std::string> sites;
    for (std::size_t l = 0; l < prefixes_.size(); ++l) {
      if (!file_.contains(numbered(l) + ".X")) refuse("no tensor '" + numbered(l) + ".X', and " + listed(), remedy);
      sites.insert(numbered(l));
    }
    for (const std::string& name : file_.names())
      if (const auto site = site_of_tensor(name); site && !sites.contains(*site))
        refuse_tensor(name, "is of no site: " + listed() + "; " + std::string(remedy));
  }

  void require_axes_behind_index(const std::string& name, std::size_t wanted, std::string_view meaning) const {
    const std::vector<std::size_t>& shape = file_.shape(name);
    const std::size_t leading = index_.size(), axes = shape.size();
    if (axes == leading + wanted) return;
    refuse_tensor(name,
                  "has shape " + printable(shape) + (leading == 0 ? "" : " and the index is " + printable(index_)) +
                      "; " + std::string(meaning) + ", so " +
                      (axes < wanted ? "store it so"
                       : axes == wanted
                           ? "give no index"
                           : "pick one with " + std::to_string(axes - wanted) + " leading indices, FILE:[i,...]"));
  }

  /// n x d
  std::vector<std::size_t> state_shape(std::size_t site) const {
    const std::string name = numbered(site) + ".X";
    require_axes_behind_index(name, 2, "a state is streams x features");
    const std::vector<std::size_t>& shape = file_.shape(name);
    return {shape.end() - 2, shape.end()};
  }

  void require_shapes() const {
    const std::vector<std::size_t> first = state_shape(0);
    if (first[0] == 0 || first[1] == 0)
      refuse_tensor(numbered(0) + ".X", "has shape " + printable(file_.shape(numbered(0) + ".X")) +
                                            "; a state has at least one stream and one feature");
    for (std::size_t l = 1; l < prefixes_.size(); ++l)
      if (const auto shape = state_shape(l); shape != first)
        refuse_tensor(numbered(l) + ".X", "is a state of shape " + printable(shape) + ", and that of '" + numbered(0) +
                                              ".X' is " + printable(first) +
                                              "; all states of a trajectory have the same streams and features");
  }

  tensor branch_output(std::size_t site) const {
    const std::string name = numbered(site) + ".y";
    if (!file_.contains(name))
      refuse("no tensor '" + name + "', the branch output of site '" + printable(prefixes_[site]) + "'",
             "store it for every site, or ask for the residual maps, which have none");
    require_axes_behind_index(name, 1, "a branch output is one row of features");
    const std::size_t d = state_shape(site)[1], features = file_.shape(name).back();
    if (features != d)
      refuse_tensor(name, "has " + std::to_string(features) + " features, and the states have " + std::to_string(d) +
                              "; a branch output has as many");
    return file_.read(name, index_);
  }

  [[noreturn]] void refuse_choice(const std::string& sites) const {
    std::vector<std::string> distinct;
    for (const std::string& prefix : prefixes_)
      if (std::ranges::find(distinct, prefix) == distinct.end()) distinct.push_back(prefix);
    std::vector<std::string> names = near_names(sites, distinct);
    const bool near = !names.empty();
    if (!near) names = distinct;
    names.resize(std::min<std::size_t>(names.size(), 3));
    std::string some;
    for (const std::string& name : names) some += (some.empty() ? "" : ", ") + printable(name);
    refuse("no site matches '" + printable(sites) + "'",
           (near ? "near names: " : "of the " + std::to_string(distinct.size()) + " prefixes the first are: ") + some +
               " (* stands for any text, ? for one byte)");
  }

  safetensors_file file_;
  std::vector<std::size_t> index_;
  std::string mixer_;
  std::vector<std::string> prefixes_;
};

} // namespace

safetensors_file open_trajectory(const std::filesystem::path& file) {
  try {
    return safetensors_file(file);
  } catch (const input_error&) {
    std::error_code error;
    if (file.extension() == ".safetensors" || !std::filesystem::is_regular_file(file, error)) throw;
    throw input_error(file.string() +
                      ": is no safetensors file; a trajectory is one, with a token's states at all sites, site000.X, "
                      "site001.X, ..., and the list of these in its metadata, as examples/capture/trajectory.py writes "
                      "it: no index, and no JSON");
  }
}

trajectory read_trajectory(std::string_view address, const trajectory_choice& choice) {
  const tensor_address where = parse_address(address, "trajectory");
  if (!where.tensor.empty())
    throw input_error(where.file.string() + ": a trajectory is all of a file, not its tensor '" +
                      printable(where.tensor) + "'; give FILE, or FILE:[i,...] for leading indices");
  return trajectory_reader(where.file, where.index).read(choice);
}

trajectory_outline outline_of_trajectory(const std::filesystem::path& file, const std::string& sites) {
  const safetensors_file contents(file);
  const std::string first = numbered(0) + ".X";
  const std::size_t axes = contents.contains(first) ? contents.shape(first).size() : 0;
  return trajectory_reader(file, std::vector<std::size_t>(axes < 2 ? 0 : axes - 2, 0)).outline(sites);
}

site_input read_site_input(const trajectory& trajectory, std::size_t site, const tensor_source& parameters,
                           const mixer_convention& convention) {
  const mixer& mixer = find_mixer(trajectory.mixer);
  const trajectory_site& at = trajectory.sites.at(site);
  const std::size_t n = at.state.shape[0], d = at.state.shape[1];
  const std::vector<tensor> tensors = read_site(parameters, at.prefix, mixer, convention, n, d);
  site_input r{input_of(mixer, tensors, at.state, convention, at.branch_output),
               subject_of(at.prefix, tensors, at.state, at.branch_output)};
  r.subject.mixer = trajectory.mixer;
  r.subject.convention = convention;
  r.subject.streams = n;
  r.subject.width = d;
  return r;
}

std::vector<site_input> read_site_inputs(const trajectory& trajectory, const tensor_source& parameters,
                                         const mixer_convention& convention) {
  std::vector<site_input> r;
  for (std::size_t l = 0; l < trajectory.sites.size(); ++l)
    r.push_back(read_site_input(trajectory, l, parameters, convention));
  return r;
}

} // namespace mixcert
