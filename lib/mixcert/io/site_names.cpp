#include "mixcert/io/site_names.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "mixcert/error.hpp"
#include "mixcert/io/near_names.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

constexpr std::array<std::string_view, 2> separators{".", "_"};
constexpr std::array<std::string_view, 2> wrappers{"module.", "_orig_mod."};

/// What all names of one module's tensors begin with: `wrapper`, the site's prefix, `separator`.
struct beginning {
  std::string wrapper, separator;
  bool operator<(const beginning& other) const {
    return std::tie(wrapper, separator) < std::tie(other.wrapper, other.separator);
  }
};

/// Stored names by tensor; more than one where aliases are stored too.
using module_names = std::vector<std::vector<std::string>>;

std::vector<std::string> names_of(const tensor_spec& spec) {
  std::vector<std::string> names{spec.name};
  names.insert(names.end(), spec.aliases.begin(), spec.aliases.end());
  return names;
}

/// The length of a wrapper's prefix, or 0.
std::size_t wrapper_length(std::string_view name) {
  for (const std::string_view wrapper : wrappers)
    if (name.starts_with(wrapper)) return wrapper.size();
  return 0;
}

bool is_complete(const module_names& module) {
  return std::ranges::none_of(module, [](const auto& names) { return names.empty(); });
}

/// Under each prefix where at least one of the mixer's tensors is stored: for each separator, how many of them are.
std::map<std::string, std::array<std::size_t, separators.size()>>
modules_by_prefix(const std::vector<std::string>& stored, const std::vector<tensor_spec>& specs) {
  std::map<std::string, std::array<std::size_t, separators.size()>> r;
  for (const tensor_spec& spec : specs)
    for (std::size_t s = 0; s < separators.size(); ++s) {
      std::set<std::string> prefixes;
      for (const std::string& name : names_of(spec)) {
        const std::string ending = std::string(separators[s]) + name;
        for (const std::string& full : stored)
          if (full.ends_with(ending)) prefixes.insert(full.substr(0, full.size() - ending.size()));
      }
      for (const std::string& prefix : prefixes) ++r[prefix][s];
    }
  return r;
}

class resolver {
 public:
  resolver(const std::filesystem::path& file, const std::vector<std::string>& stored, std::string_view prefix,
           std::string_view mixer, const std::vector<tensor_spec>& specs)
      : file_(file), stored_(stored), prefix_(prefix), mixer_(mixer), specs_(specs) {
    for (const std::string& name : stored_) {
      std::size_t at = 0, step = 0;
      do {
        add(name, at);
        step = wrapper_length(std::string_view(name).substr(at));
        at += step;
      } while (step != 0);
    }
  }

  std::vector<std::string> names() const {
    if (modules_.empty()) refuse_site();
    for (const bool wrapped : {false, true})
      if (const auto found = only_complete(wrapped)) return only_names(*found);
    refuse_incomplete();
  }

 private:
  using entry = std::pair<const beginning, module_names>;

  [[noreturn]] void refuse(const std::string& what) const { throw input_error(file_.string() + ": " + what); }

  std::string site() const { return "site '" + printable(prefix_) + "'"; }

  std::string full(const beginning& b, std::string_view name) const {
    return b.wrapper + std::string(prefix_) + b.separator + std::string(name);
  }

  /// The stored name, of which the first `wrapper` bytes are taken for a wrapper's.
  void add(const std::string& name, std::size_t wrapper) {
    std::string_view rest = std::string_view(name).substr(wrapper);
    if (!rest.starts_with(prefix_)) return;
    rest.remove_prefix(prefix_.size());
    for (const std::string_view separator : separators) {
      if (!rest.starts_with(separator)) continue;
      for (std::size_t i = 0; i < specs_.size(); ++i)
        if (std::ranges::count(names_of(specs_[i]), rest.substr(separator.size())) != 0) {
          module_names& module = modules_[{name.substr(0, wrapper), std::string(separator)}];
          module.resize(specs_.size());
          module[i].push_back(name);
        }
    }
  }

  const entry* only_complete(bool wrapped) const {
    const entry* found = nullptr;
    for (const entry& module : modules_) {
      if (module.first.wrapper.empty() == wrapped || !is_complete(module.second)) continue;
      if (found) refuse_ambiguous(*found, module);
      found = &module;
    }
    return found;
  }

  std::vector<std::string> only_names(const entry& module) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < specs_.size(); ++i) {
      const std::vector<std::string>& found = module.second[i];
      if (found.size() > 1)
        refuse(site() + " has tensor '" + specs_[i].name + "' twice, as '" + printable(found[0]) + "' and as '" +
               printable(found[1]) + "'; save the site with one of them");
      names.push_back(found.front());
    }
    return names;
  }

  [[noreturn]] void refuse_ambiguous(const entry& a, const entry& b) const {
    const std::string names = "'" + printable(a.second[0][0]) + "', ... or '" + printable(b.second[0][0]) + "', ...";
    const bool can_be_told_apart = a.first.wrapper != b.first.wrapper;
    refuse(site() + " may be " + names + "; " +
           (can_be_told_apart ? "say which with --site '" + printable(a.first.wrapper + std::string(prefix_)) +
                                    "' or --site '" + printable(b.first.wrapper + std::string(prefix_)) + "'"
                              : "save the tensors of the one you mean to a file of their own"));
  }

  [[noreturn]] void refuse_incomplete() const {
    const auto found = [](const entry& module) {
      return std::ranges::count_if(module.second, [](const auto& names) { return !names.empty(); });
    };
    const entry& best = *std::ranges::max_element(modules_, {}, found);
    const auto missing = std::ranges::find_if(best.second, [](const auto& names) { return names.empty(); });
    const auto i = static_cast<std::size_t>(missing - best.second.begin());
    std::string message = site() + " has no tensor '" + specs_[i].name + "', which mixer '" + std::string(mixer_) +
                          "' needs; it would be '" + printable(full(best.first, specs_[i].name)) + "'";
    for (const entry& other : modules_)
      if (!other.second[i].empty())
        message += ", and '" + printable(other.second[i][0]) + "' is not taken for it: a site's names begin alike";
    refuse(message);
  }

  /// What is stored under the site's name, whichever mixer's.
  std::vector<std::string> stored_at_site() const {
    const std::string beginning = std::string(prefix_) + separators.front().front();
    std::vector<std::string> found;
    for (const std::string& name : stored_) {
      std::string_view rest = name;
      if (!rest.starts_with(beginning))
        while (const std::size_t step = wrapper_length(rest)) rest.remove_prefix(step);
      if (rest.size() > beginning.size() && rest.starts_with(beginning)) found.push_back(name);
    }
    return found;
  }

  [[noreturn]] void refuse_other_mixer(const std::vector<std::string>& own) const {
    const std::vector<std::string> complete = complete_sites(stored_, specs_);
    refuse(site() + " has tensors here (" + first_of(own) + "), but not those of mixer '" + std::string(mixer_) +
           "', such as '" + printable(std::string(prefix_) + '.' + specs_.front().name) +
           "'; is it another mixer, or another site, you mean?" +
           (complete.empty() ? "" : " Sites with this mixer: " + first_of(complete)));
  }

  [[noreturn]] void refuse_site() const {
    if (const std::vector<std::string> own = stored_at_site(); !own.empty()) refuse_other_mixer(own);
    std::vector<std::string> all;
    for (const auto& [prefix, modules] : modules_by_prefix(stored_, specs_)) all.push_back(prefix);
    std::string message = "has no " + site();
    if (all.empty())
      refuse(message + " and no tensor that mixer '" + std::string(mixer_) +
             "' uses; is this the checkpoint, and the mixer, you mean?");
    std::vector<std::string> named = near_names(prefix_, all);
    message += named.empty() ? "; it has: " : "; near names: ";
    if (named.empty()) named = all;
    refuse(message + first_of(named));
  }

  static std::string first_of(const std::vector<std::string>& names) {
    std::string some;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) some += (i == 0 ? "" : ", ") + printable(names[i]);
    return some;
  }

  static constexpr std::size_t most = 5;

  const std::filesystem::path& file_;
  const std::vector<std::string>& stored_;
  std::string_view prefix_;
  std::string_view mixer_;
  const std::vector<tensor_spec>& specs_;
  std::map<beginning, module_names> modules_;
};

} // namespace

std::vector<std::string> stored_names(const std::filesystem::path& file, const std::vector<std::string>& stored,
                                      std::string_view prefix, std::string_view mixer,
                                      const std::vector<tensor_spec>& specs) {
  return resolver(file, stored, prefix, mixer, specs).names();
}

std::vector<std::string> complete_sites(const std::vector<std::string>& stored, const std::vector<tensor_spec>& specs) {
  std::vector<std::string> r;
  for (const auto& [prefix, modules] : modules_by_prefix(stored, specs))
    if (std::ranges::count(modules, specs.size()) != 0) r.push_back(prefix);
  return r;
}

} // namespace mixcert
