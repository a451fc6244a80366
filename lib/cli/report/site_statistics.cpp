#include "site_statistics.hpp"

#include <algorithm>

namespace mixcert::report {
namespace {

json statistics(const std::vector<interval>& values) {
  if (values.empty()) return nullptr;
  std::vector<double> lower, upper;
  for (const interval& x : values) {
    lower.push_back(x.lower());
    upper.push_back(x.upper());
  }
  std::ranges::sort(lower);
  std::ranges::sort(upper);
  const auto at = [&](std::size_t k) { return number(interval(lower[k], upper[k])); };
  return {{"count", values.size()},
          {"least", at(0)},
          {"median", at((values.size() - 1) / 2)},
          {"largest", at(values.size() - 1)}};
}

} // namespace

json site_statistics(const source& of) {
  std::vector<std::vector<const reported_state*>> states(of.sites.size());
  for (const reported_state& s : of.states) states[s.site].push_back(&s);
  json r = json::array();
  for (std::size_t i = 0; i < of.sites.size(); ++i) {
    const reported_site& site = of.sites[i];
    json entry = {{"name", site.prefix}, {"mixer", site.mixer}, {"streams", site.streams}, {"width", site.width}};
    entry["states"] = states[i].size();
    entry["failed"] = std::ranges::count_if(states[i], [](const reported_state* s) { return !s->failed.empty(); });
    const auto add = [&](const char* name, std::optional<interval> reported_state::*quantity) {
      std::vector<interval> values;
      for (const reported_state* s : states[i])
        if (s->*quantity) values.push_back(*(s->*quantity));
      entry[name] = statistics(values);
    };
    add("norm", &reported_state::norm);
    add("frozen_norm", &reported_state::frozen_norm);
    add("norm_ratio", &reported_state::norm_ratio);
    add("mean_square_ratio", &reported_state::mean_square_ratio);
    r.push_back(std::move(entry));
  }
  return r;
}

} // namespace mixcert::report
