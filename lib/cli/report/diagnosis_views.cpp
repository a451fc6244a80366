#include "diagnosis_views.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace mixcert::report {
namespace {

constexpr std::size_t most_views = 64;

json array_of(std::size_t count) { return std::vector<json>(count); }

std::string state_title(const diagnosis& d, std::size_t k) {
  const std::string& name = d.subject.sites.front().states[k].name;
  return "state " + std::to_string(k) + (name.empty() ? "" : ", " + name);
}

json maps_of(const diagnosis& d) {
  const std::size_t count = std::min(d.subject.sites.front().states.size(), most_views);
  json views = json::array();
  for (std::size_t k = 0; k < count; ++k)
    views.push_back({{"title", state_title(d, k)}, {"H", array_of(d.subject.sites.size())}});
  for (const realised_maps& at : d.forward)
    if (at.state < count) views[at.state]["H"][at.site] = numbers(at.H);
  return views;
}

/// What is shown of one kind of gates: the mean over sequences where there are several, sequences of several states,
/// states.
class gate_views {
 public:
  gate_views(const diagnosis& d, std::string kind) : d_(d), kind_(std::move(kind)) {
    const std::vector<std::size_t>& sequences = d.subject.sequences;
    if (sequences.size() > 1) mean_ = add("mean over " + std::to_string(sequences.size()) + " sequences");
    for (std::size_t s = 0; s < sequences.size(); ++s)
      if (sequences[s] > 1) of_sequence_[s] = add("sequence " + std::to_string(s) + ", mean over its states");
    for (std::size_t k = 0; k < d.subject.sites.front().states.size(); ++k) of_state_[k] = add(state_title(d, k));
  }

  json take() {
    bool any = false;
    for (const measured_quantity& q : d_.quantities)
      if (q.where.site && q.where.intervention.empty()) any = put(q) || any;
    return any ? std::move(views_) : json::array();
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  std::size_t add(const std::string& title) {
    if (views_.size() == most_views) return none;
    const std::size_t sites = d_.subject.sites.size();
    views_.push_back({{"title", title},
                      {"loads", std::vector<json>(sites, array_of(d_.subject.streams))},
                      {"winners", array_of(sites)}});
    return views_.size() - 1;
  }

  std::size_t view_of(const measured_at& where) const {
    const auto found = [](const std::map<std::size_t, std::size_t>& views, std::size_t k) {
      const auto at = views.find(k);
      return at == views.end() ? none : at->second;
    };
    if (where.mean_over == "sequences") return mean_;
    if (!where.mean_over.empty()) return none;
    return where.sequence ? found(of_sequence_, *where.sequence) : where.state ? found(of_state_, *where.state) : none;
  }

  bool put(const measured_quantity& q) {
    const std::size_t view = view_of(q.where);
    if (view == none) return false;
    if (q.where.streams.size() == 1 && (q.name == kind_ + "_load" || q.name == kind_ + "_mean_load"))
      views_[view]["loads"][*q.where.site][q.where.streams.front()] = measured(q.value, few_digits);
    else if (q.name == kind_ + "_winner" || q.name == kind_ + "_most_frequent_winner")
      views_[view]["winners"][*q.where.site] = measured(q.value, few_digits);
    else
      return false;
    return true;
  }

  const diagnosis& d_;
  std::string kind_;
  json views_ = json::array();
  std::size_t mean_ = none;
  std::map<std::size_t, std::size_t> of_sequence_, of_state_;
};

std::optional<interval> reported_state::*quantity_named(const std::string& name) {
  if (name == "jacobian_norm") return &reported_state::norm;
  if (name == "frozen_norm") return &reported_state::frozen_norm;
  if (name == "norm_ratio") return &reported_state::norm_ratio;
  if (name == "mean_square") return &reported_state::mean_square;
  if (name == "mean_square_ratio") return &reported_state::mean_square_ratio;
  return nullptr;
}

} // namespace

json diagnosis_views(const diagnosis& d) {
  json sites = json::array();
  for (const site_reference& site : d.subject.sites) sites.push_back(site.prefix);
  return {{"mixer", d.subject.mixer},
          {"streams", d.subject.streams},
          {"sites", std::move(sites)},
          {"states", d.subject.sites.front().states.size()},
          {"sequences", d.subject.sequences.size()},
          {"maps", maps_of(d)},
          {"gates", {{"read", gate_views(d, "read").take()}, {"write", gate_views(d, "write").take()}}}};
}

source jacobian_states(const diagnosis& d) {
  source r;
  for (const site_reference& site : d.subject.sites)
    r.sites.push_back({site.prefix, d.subject.mixer, d.subject.streams, d.subject.width});
  std::map<std::pair<std::size_t, std::size_t>, reported_state> found;
  for (const measured_quantity& q : d.quantities) {
    if (!q.where.site || !q.where.state || !q.where.intervention.empty()) continue;
    const auto quantity = quantity_named(q.name);
    const auto* value = std::get_if<enclosure>(&q.value);
    const auto* count = std::get_if<enclosed_count>(&q.value);
    if (quantity == nullptr && q.name != "feedback_rank") continue;
    reported_state& state = found[{*q.where.site, *q.where.state}];
    if (quantity != nullptr && value != nullptr) state.*quantity = *value;
    if (count != nullptr) state.feedback_rank.emplace(count->at_least, count->at_most);
  }
  for (auto& [at, state] : found) {
    state.site = at.first;
    state.name = state_title(d, at.second);
    r.states.push_back(std::move(state));
  }
  return r;
}

} // namespace mixcert::report
