#include "spectrum_views.hpp"
#include "batch_states.hpp"

#include "mixcert/certificate/json.hpp"
#include "mixcert/io/whole_file.hpp"

#include <algorithm>
#include <tuple>

namespace mixcert::report {
namespace {

/// A diagnosis has none.
bool has_spectrum(const reported_state& s) {
  return s.failed.empty() && (s.row || (!s.certificate.empty() && s.smallest));
}

double largest_ratio(const reported_state& s) { return s.norm_ratio ? s.norm_ratio->upper() : 0; }

json entries_of(const auto& spectrum) {
  json r = json::array();
  for (const auto& entry : spectrum) r.push_back({number(enclosure(entry.value)), entry.multiplicity, entry.from});
  return r;
}

} // namespace

std::vector<state_place> states_with_spectra(const std::vector<source>& sources) {
  std::vector<std::tuple<std::size_t, double, state_place>> found; // rank within the site, minus the ratio
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::vector<reported_state>& states = sources[i].states;
    std::vector<std::vector<std::size_t>> of_sites(sources[i].sites.size());
    for (std::size_t k = 0; k < states.size(); ++k)
      if (has_spectrum(states[k])) of_sites[states[k].site].push_back(k);
    for (std::vector<std::size_t>& site : of_sites) {
      std::ranges::stable_sort(site, {}, [&](std::size_t k) { return -largest_ratio(states[k]); });
      for (std::size_t rank = 0; rank < site.size(); ++rank)
        found.emplace_back(rank, -largest_ratio(states[site[rank]]), state_place{i, site[rank]});
    }
  }
  std::ranges::sort(found);
  std::vector<state_place> r;
  for (const auto& [rank, ratio, place] : found) r.push_back(place);
  return r;
}

json spectrum_view(const reported_state& state) {
  if (state.certificate.empty()) return {{"entries", entries_of(spectrum_at(*state.row))}};
  const std::string file = state.certificate.string();
  const certificate c = from_json(read_file(file), file);
  return {{"entries", entries_of(c.spectrum)}, {"frozen", numbers(c.frozen_spectrum)}, {"H", numbers(c.forward.H)}};
}

} // namespace mixcert::report
