#include "mixcert/batch/plan.hpp"

#include "mixcert/batch/site_spectra.hpp"
#include "mixcert/certificate/detail/json_parts.hpp"
#include "mixcert/certificate/producer.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/glob.hpp"
#include "mixcert/io/site.hpp"
#include "mixcert/io/site_names.hpp"
#include "mixcert/io/trajectory.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <sys/stat.h>

namespace mixcert {
namespace {

constexpr std::size_t fast_block = 256, slow_block = 16; // some hundredths of a second, and some seconds
constexpr std::string_view place_of_site = "{site}";

std::string at_site(std::string name, const std::string& prefix) {
  for (std::size_t at = 0; (at = name.find(place_of_site, at)) != name.npos; at += prefix.size())
    name.replace(at, place_of_site.size(), prefix);
  return name;
}

/// Turns entries into sites; a file that several use is opened once.
class planner {
 public:
  void add(const batch_entry& entry) {
    try {
      add_entry(entry);
    } catch (const input_error& error) {
      if (entry.place.empty()) throw;
      throw input_error(entry.place + ": " + error.what());
    }
  }
  std::vector<batch_site> sites() && { return std::move(sites_); }
  /// Whether the first site of each entry has a fast path.
  bool is_fast() const { return is_fast_; }

 private:
  template <class File> using opened_files = std::map<std::string, std::shared_ptr<const File>>;

  template <class File> static std::shared_ptr<const File> opened(opened_files<File>& files, const std::string& path) {
    std::shared_ptr<const File>& file = files[path];
    if (!file) file = std::make_shared<const File>(path);
    return file;
  }

  void add_entry(const batch_entry& entry) {
    require_complete(entry);
    begins_entry_ = true;
    const std::shared_ptr<const checkpoint> parameters = opened(checkpoints_, entry.params);
    if (entry.trajectory.empty())
      add_states(entry, parameters);
    else
      add_trajectory(entry, parameters);
  }

  static void require_complete(const batch_entry& entry) {
    if (entry.params.empty()) throw input_error("params: name the checkpoint with the sites' parameters");
    if (entry.states.empty() == entry.trajectory.empty())
      throw input_error("states: give states or a trajectory, one of the two");
    if (!entry.trajectory.empty()) {
      if (!entry.sites.empty())
        throw input_error("site: a trajectory names its sites; choose among them with sites, a pattern");
      return;
    }
    if (entry.mixer.empty())
      throw input_error("mixer: name the mixer; mixcert mixers lists them; only a trajectory says it itself");
    if (entry.sites.empty() == entry.glob.empty())
      throw input_error("site: name sites with site, or give a pattern with sites, one of the two");
  }

  void add_states(const batch_entry& entry, const std::shared_ptr<const checkpoint>& parameters) {
    const mixer& family = find_mixer(entry.mixer);
    const mixer_convention convention = convention_of(family, entry.convention);
    const auto array = [&](const std::string& prefix) {
      const tensor_address where = parse_address(at_site(entry.states, prefix), "state");
      return state_array(opened(files_, where.file.string()), where);
    };
    if (!entry.sites.empty()) {
      for (const std::string& prefix : entry.sites)
        add_site({prefix, &family, convention, parameters, array(prefix), {}, 0});
      return;
    }
    state_size size = family.usual_size(); // names of tensors seldom depend on it
    if (entry.states.find(place_of_site) == entry.states.npos) {
      const state_array states = array("");
      size = {states.streams(), states.features()};
    }
    const std::vector<std::string> all =
        complete_sites(parameters->names(), family.tensors(size.n, size.d, convention));
    const std::size_t before = sites_.size();
    for (const std::string& prefix : all)
      if (matches_glob(entry.glob, prefix)) add_site({prefix, &family, convention, parameters, array(prefix), {}, 0});
    if (sites_.size() == before) refuse_choice(entry, all);
  }

  [[noreturn]] static void refuse_choice(const batch_entry& entry, std::vector<std::string> all) {
    constexpr std::size_t most = 3;
    std::string some;
    for (std::size_t i = 0; i < std::min(all.size(), most); ++i) some += (i == 0 ? "" : ", ") + printable(all[i]);
    throw input_error(printable(entry.params) + ": no site matches '" + printable(entry.glob) + "'; " +
                      (all.empty() ? "it has none with all tensors of mixer '" + printable(entry.mixer) + "'"
                                   : "of " + std::to_string(all.size()) + " sites the first are: " + some) +
                      " (* stands for any text, ? for one byte)");
  }

  void add_trajectory(const batch_entry& entry, const std::shared_ptr<const checkpoint>& parameters) {
    const tensor_address where = parse_address(entry.trajectory, "trajectory");
    if (!where.tensor.empty() || !where.index.empty())
      throw input_error(printable(entry.trajectory) + ": a batch goes through all tokens of a trajectory; give FILE");
    const trajectory_outline outline =
        outline_of_trajectory(where.file, entry.glob.empty() ? std::string("*") : entry.glob);
    const mixer& family = find_mixer(outline.mixer);
    if (!entry.mixer.empty() && &find_mixer(entry.mixer) != &family)
      throw input_error("mixer '" + printable(entry.mixer) + "': the trajectory is of mixer " + outline.mixer +
                        "; leave it out, or name that one");
    const mixer_convention convention = convention_of(family, entry.convention);
    for (const trajectory_place& site : outline.sites)
      add_site({site.prefix,
                &family,
                convention,
                parameters,
                state_array(opened(files_, where.file.string()), {where.file, site.state, {}}),
                {},
                0});
  }

  void add_site(batch_site site) {
    const std::size_t n = site.states.streams(), d = site.states.features();
    const std::vector<tensor> tensors = read_site(*site.parameters, site.prefix, *site.family, site.convention, n, d);
    if (begins_entry_) try_constants(site, tensors);
    begins_entry_ = false;
    for (const tensor& t : tensors) site.references.push_back(reference_to(t));
    site.rank_at_most = std::min(n * d, site.family->feedback_rank(n, generic_rank({n, d}), site.convention).at_most);
    sites_.push_back(std::move(site));
  }

  /// Throws input_error for constants of the convention that no site can have.
  void try_constants(const batch_site& site, const std::vector<tensor>& tensors) {
    const std::size_t n = site.states.streams(), d = site.states.features();
    tensor state;
    state.shape = {n, d};
    for (std::size_t i = 0; i < n * d; ++i) state.values.push_back(1 + static_cast<double>(i % 7));
    const mixer_input input = input_of(*site.family, tensors, state, site.convention);
    try {
      if (!fast_spectra(*site.family, input)) is_fast_ = false;
      site.family->evaluate(context<float64>{}, input);
    } catch (const not_certified&) { // at that state
      is_fast_ = false;
    }
  }

  std::vector<batch_site> sites_;
  bool begins_entry_ = true, is_fast_ = true;
  opened_files<checkpoint> checkpoints_;
  opened_files<state_file> files_;
};

/// Seconds and nanoseconds of the last change, and the size.
json_parts::json status_of(const std::filesystem::path& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) throw input_error(file.string() + ": cannot be read; check the path");
  return {{"bytes", found.st_size},
          {"modified", std::to_string(found.st_mtim.tv_sec) + "." + std::to_string(found.st_mtim.tv_nsec)}};
}

} // namespace

batch_plan::batch_plan(const std::vector<batch_entry>& entries, std::size_t block, bool hash)
    : block_(block), hash_(hash) {
  planner planned;
  for (const batch_entry& entry : entries) planned.add(entry);
  if (block_ == 0) block_ = planned.is_fast() ? fast_block : slow_block;
  sites_ = std::move(planned).sites();
  std::vector<std::size_t> counts;
  for (const batch_site& site : sites_) {
    const state_size size{site.states.streams(), site.states.features()};
    const std::size_t core = bound_core(*site.family, size, generic_rank(size), site.convention).per_stream * size.n;
    layout_.values = std::max(layout_.values, layout_for(core, size.n).values);
    counts.push_back(site.states.count());
  }
  blocks_.emplace(counts, block_);
}

std::string batch_plan::description() const {
  using json_parts::json;
  json sites = json::array();
  for (const batch_site& site : sites_) {
    json states = {{"name", site.states.name()},
                   {"file", site.states.path().string()},
                   {"shape", site.states.shape()},
                   {"index", site.states.picked()},
                   {"count", site.states.count()}};
    states.update(status_of(site.states.path()));
    sites.push_back({{"site", site.prefix},
                     {"mixer", site.family->name()},
                     {"convention", json_parts::constants(site.convention)},
                     {"streams", site.states.streams()},
                     {"width", site.states.features()},
                     {"parameters", json_parts::references(site.references)},
                     {"states", std::move(states)}});
  }
  return json_parts::text({{"program", this_producer().version},
                           {"block", block_},
                           {"hash", hash_},
                           {"values", layout_.values},
                           {"sites", std::move(sites)}});
}

} // namespace mixcert
