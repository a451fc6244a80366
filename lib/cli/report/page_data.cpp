#include "page_data.hpp"
#include "batch_states.hpp"
#include "documents.hpp"
#include "folder_contents.hpp"
#include "links.hpp"
#include "site_order.hpp"
#include "site_statistics.hpp"
#include "spectrum_views.hpp"

#include "mixcert/certificate/producer.hpp"
#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace mixcert::report {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_states = 20000, most_spectra = 100;

double largest_ratio(const reported_state& s) { return s.norm_ratio ? s.norm_ratio->upper() : 0; }

/// In their order; where there are too many, those that failed and those with the largest ratios.
std::vector<state_place> listed_states(const std::vector<source>& sources) {
  std::vector<state_place> r;
  for (std::size_t i = 0; i < sources.size(); ++i)
    for (std::size_t k = 0; k < sources[i].states.size(); ++k) r.emplace_back(i, k);
  if (r.size() <= most_states) return r;
  const auto importance = [&](const state_place& at) {
    const reported_state& s = sources[at.first].states[at.second];
    return std::tuple(s.failed.empty(), -largest_ratio(s));
  };
  std::ranges::nth_element(r, r.begin() + most_states, {}, importance);
  r.resize(most_states);
  std::ranges::sort(r);
  return r;
}

/// source, site, name, feedback rank, link, number of its spectrum, then the reason of its failure, or its quantities.
json row_of(const state_place& at, const reported_state& s, const json& spectrum, const fs::path& page_folder) {
  json row = {at.first, s.site, s.name};
  row.push_back(s.feedback_rank ? json::array({s.feedback_rank->first, s.feedback_rank->second}) : json(nullptr));
  row.push_back(s.certificate.empty() ? json(nullptr) : json(link_to(s.certificate, page_folder)));
  row.push_back(spectrum);
  if (!s.failed.empty()) {
    row.push_back(s.failed + ": " + s.reason);
    return row;
  }
  for (const auto quantity :
       {&reported_state::norm, &reported_state::frozen_norm, &reported_state::norm_ratio, &reported_state::smallest,
        &reported_state::mean_square, &reported_state::mean_square_ratio})
    row.push_back(number(s.*quantity));
  return row;
}

json described(const std::vector<source>& sources) {
  json r = json::array();
  for (const source& s : sources) r.push_back({{"title", s.title}, {"sites", site_statistics(s)}});
  return r;
}

std::string folder_name(const fs::path& folder) {
  const fs::path whole = fs::weakly_canonical(folder);
  return (whole.has_filename() ? whole.filename() : whole.parent_path().filename()).string();
}

} // namespace

std::string page_data(const fs::path& folder, const fs::path& page_folder) {
  const folder_contents contents = contents_of(folder);
  unread_files unread;
  std::vector<source> sources;
  if (!contents.batches.empty()) {
    sources.push_back(batch_states(contents, unread));
    if (std::ranges::is_sorted(sources.front().sites, {}, &reported_site::prefix)) sort_sites(sources.front());
  }
  documents found = read_documents(contents.documents, page_folder, unread);
  for (source& s : found.sources) sources.push_back(std::move(s));
  if (sources.empty() && found.files.empty())
    throw input_error(
        printable(folder.string()) + ": holds neither a batch nor a certificate" +
        (unread.empty() ? "" : "; " + printable(unread.front().first.string()) + ": " + unread.front().second) +
        "; name a folder that mixcert batch wrote, or that certificates were written to with -o");

  json spectra = json::array(), states = json::array(), problems = json::array();
  std::map<state_place, std::size_t> spectrum_of;
  const std::vector<state_place> with_spectra = states_with_spectra(sources);
  for (std::size_t i = 0; i < std::min(with_spectra.size(), most_spectra); ++i) {
    const state_place& at = with_spectra[i];
    const reported_state& state = sources[at.first].states[at.second];
    json view = spectrum_view(state);
    view["of"] = {at.first, state.site, state.name};
    spectrum_of[at] = spectra.size();
    spectra.push_back(std::move(view));
  }
  for (const state_place& at : listed_states(sources)) {
    const auto spectrum = spectrum_of.find(at);
    states.push_back(row_of(at, sources[at.first].states[at.second],
                            spectrum == spectrum_of.end() ? json(nullptr) : json(spectrum->second), page_folder));
  }
  for (const auto& [file, reason] : unread)
    problems.push_back({{"link", link_to(file, page_folder)}, {"name", file.filename().string()}, {"reason", reason}});
  const std::size_t all_states = std::accumulate(sources.begin(), sources.end(), std::size_t{0},
                                                 [](std::size_t n, const source& s) { return n + s.states.size(); });
  const json document = {{"format", "mixcert-report"},
                         {"version", 1},
                         {"program", this_producer().version},
                         {"folder", folder_name(folder)},
                         {"all_states", all_states},
                         {"sources", described(sources)},
                         {"states", std::move(states)},
                         {"spectra", std::move(spectra)},
                         {"all_spectra", with_spectra.size()},
                         {"chains", std::move(found.chains)},
                         {"diagnoses", std::move(found.diagnoses)},
                         {"files", std::move(found.files)},
                         {"unread", std::move(problems)}};
  return document.dump(-1, ' ', false, json::error_handler_t::replace); // a name may be no UTF-8
}

} // namespace mixcert::report
