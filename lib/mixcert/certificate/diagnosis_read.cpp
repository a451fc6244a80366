#include "mixcert/certificate/detail/json_reader.hpp"
#include "mixcert/certificate/diagnosis.hpp"
#include "mixcert/diagnostic/measures.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace mixcert {
namespace {

using namespace json_reader;

site_reference read_site(const node& at) {
  site_reference site{at["site"].text(), {}, {}};
  at["parameters"].each_item([&](const node& t) { site.parameters.push_back(read_reference(t)); });
  at["states"].each_item([&](const node& t) { site.states.push_back(read_indexed_reference(t)); });
  if (site.states.empty()) at["states"].refuse("there are none");
  return site;
}

/// Each of at least one, summing to `total`.
bool is_partition(const std::vector<std::size_t>& lengths, std::size_t total) {
  for (const std::size_t length : lengths) {
    if (length == 0 || length > total) return false;
    total -= length;
  }
  return total == 0;
}

diagnosis_subject read_subject(const node& at) {
  if (at["kind"].text() != "diagnosis") at["kind"].refuse("must be \"diagnosis\"");
  diagnosis_subject s;
  s.mixer = at["mixer"].text();
  s.convention = read_convention(at["convention"]);
  s.streams = at["streams"].count();
  s.width = at["width"].count();
  constexpr std::size_t most = std::size_t{1} << 31;
  if (s.streams == 0 || s.width == 0 || s.streams > most || s.width > most)
    at.refuse("streams and width must be positive");
  at["sites"].each_item([&](const node& site) {
    s.sites.push_back(read_site(site));
    if (s.sites.back().states.size() != s.sites.front().states.size())
      site["states"].refuse("must be as many as at the first site");
  });
  if (s.sites.empty()) at["sites"].refuse("there are none");
  s.sequences = read_counts(at["sequences"]);
  if (!is_partition(s.sequences, s.sites.front().states.size()))
    at["sequences"].refuse("lengths must be positive and sum to the number of states");
  return s;
}

std::vector<enclosure> read_gates(const node& at, std::size_t streams) {
  std::vector<enclosure> gates;
  at.each_item([&](const node& gate) { gates.push_back(read_enclosure(gate)); });
  if (!gates.empty() && gates.size() != streams) at.refuse("must be one gate a stream, or none");
  return gates;
}

std::vector<realised_maps> read_forward(const node& at, const diagnosis_subject& subject) {
  std::vector<realised_maps> all;
  const std::size_t states = subject.sites.front().states.size();
  at.each_item([&](const node& maps) {
    const std::size_t site = maps["site"].count(), state = maps["state"].count();
    if (site >= subject.sites.size() || state >= states || site * states + state != all.size())
      maps.refuse("the maps must be listed site by site, state by state");
    matrix<enclosure> H = read_enclosures(maps["H"]);
    if (H.rows() != subject.streams || H.cols() != subject.streams) maps["H"].refuse("must be streams x streams");
    all.push_back({site, state, std::move(H), read_gates(maps["read"], subject.streams),
                   read_gates(maps["write"], subject.streams)});
  });
  if (all.size() != subject.sites.size() * states) at.refuse("must have the maps of every site and state");
  return all;
}

std::size_t read_below(const node& at, std::size_t bound, const char* what) {
  const std::size_t x = at.count();
  if (x >= bound) at.refuse(std::string("there is no such ") + what);
  return x;
}

std::pair<std::size_t, std::size_t> read_range(const node& at, std::size_t sites) {
  const std::vector<std::size_t> ends = read_counts(at);
  if (ends.size() != 2 || ends[0] > ends[1] || ends[1] >= sites) at.refuse("must be the first and the last of sites");
  return {ends[0], ends[1]};
}

std::vector<std::size_t> read_streams(const node& at, std::size_t streams) {
  if (at.has("stream") && at.has("streams")) at.refuse("stream and streams exclude each other");
  if (at.has("stream")) return {read_below(at["stream"], streams, "stream")};
  if (!at.has("streams")) return {};
  std::vector<std::size_t> pair = read_counts(at["streams"]);
  if (pair.size() != 2 || std::ranges::any_of(pair, [&](std::size_t j) { return j >= streams; }))
    at["streams"].refuse("must be two streams");
  return pair;
}

/// What a quantity is of must be one thing, as the tables of summaries and documents take for granted.
void check_place(const node& at, const std::string& name, const measured_at& where) {
  if (where.site.has_value() == where.sites.has_value()) at.refuse("must be of a site, or of a range of sites");
  if (where.state.has_value() + where.sequence.has_value() + !where.mean_over.empty() != 1)
    at.refuse("must be of a state, of a sequence, or a mean");
  if (where.composite && !where.sites) at.refuse("a product is of a range of sites");
  const bool over_sites = where.mean_over.starts_with("sites and ");
  if (where.sites.has_value() != (where.composite || over_sites) || (where.composite && over_sites))
    at.refuse("a range of sites is of a product, or of a mean over them");
  constexpr std::array<const char*, 4> means = {"states", "sequences", "sites and states", "sites and sequences"};
  if (!where.mean_over.empty() && std::ranges::find(means, where.mean_over) == means.end())
    at["mean_over"].refuse("must be states, sequences, or sites and one of these");
  if (where.kept.has_value() != (where.intervention == "top-k") || (where.kept && !where.site))
    at.refuse("gates are kept at a site, by top-k");
  if (where.replaced.has_value() != (where.composite && !where.intervention.empty()))
    at.refuse("maps are replaced in a product, by an intervention");
  if (where.iterations.has_value() != name.ends_with("_after_iterations") || (where.iterations && !where.site))
    at.refuse("iterations are of a site, and of the quantities after them");
  if (where.threshold.has_value() != (name == "count_at_least")) at.refuse("a threshold is of count_at_least");
  if (name.find("_top_k_") != name.npos && !where.kept) at.refuse("is of kept gates, and says not how many");
}

measured_at read_place(const node& at, const diagnosis_subject& subject) {
  measured_at where;
  const std::size_t sites = subject.sites.size();
  if (at.has("site")) where.site = read_below(at["site"], sites, "site");
  if (at.has("sites")) where.sites = read_range(at["sites"], sites);
  if (at.has("composite")) where.composite = at["composite"].truth();
  if (at.has("state")) where.state = read_below(at["state"], subject.sites.front().states.size(), "state");
  if (at.has("sequence")) where.sequence = read_below(at["sequence"], subject.sequences.size(), "sequence");
  if (at.has("mean_over")) where.mean_over = at["mean_over"].text();
  where.streams = read_streams(at, subject.streams);
  if (at.has("threshold")) where.threshold = read_number(at["threshold"]);
  if (at.has("iterations")) where.iterations = at["iterations"].count();
  if (at.has("intervention")) where.intervention = at["intervention"].text();
  if (at.has("kept")) where.kept = at["kept"].count();
  if (at.has("replaced")) where.replaced = read_range(at["replaced"], sites);
  return where;
}

measured_direction read_direction(const node& at, const diagnosis_subject& subject) {
  measured_direction r{read_dyadic(at["direction"]), read_upper_bound(at["sine"]["hi"], at["sine"]["hi_hex"])};
  if (r.direction.rows != subject.streams || r.direction.cols != subject.width)
    at["direction"].refuse("must be streams x width");
  return r;
}

enclosed_count read_enclosed_count(const node& at, const diagnosis_subject& subject) {
  const enclosed_count r{at["at_least"].count(), at["at_most"].count()};
  if (r.at_least > r.at_most || r.at_most > subject.streams * subject.width)
    at.refuse("must be a count from at_least to at_most, of streams x width values");
  return r;
}

measured_value read_measured(const node& at, const diagnosis_subject& subject) {
  if (at.value().is_string()) {
    if (at.text() != "undecided")
      at.refuse("must be an enclosure, a stream, a count, directions, null with a reason, or \"undecided\"");
    return undecided{};
  }
  if (at.has("index")) {
    refuse_other_members(at, {"index"}, "an index");
    return read_below(at["index"], subject.streams, "stream");
  }
  if (at.has("at_least")) {
    refuse_other_members(at, {"at_least", "at_most"}, "a count");
    return read_enclosed_count(at, subject);
  }
  if (at.has("right")) {
    refuse_other_members(at, {"right", "left"}, "directions");
    return measured_directions{read_direction(at["right"], subject), read_direction(at["left"], subject)};
  }
  if (is_null_with_reason(at)) return not_bounded{at["reason"].text()};
  return read_enclosure(at);
}

std::string read_name(const node& at) {
  std::string name = at["name"].text();
  try {
    if (at["definition"].text() != definition_of(name))
      at["definition"].refuse("is not that of " + name + " in this version");
  } catch (const std::out_of_range&) {
    at["name"].refuse("this version has no quantity '" + printable(name) + "'");
  }
  return name;
}

measured_quantity read_quantity(const node& at, const diagnosis_subject& subject) {
  measured_quantity q{read_name(at), read_place(at, subject), read_measured(at["value"], subject)};
  check_place(at, q.name, q.where);
  if (at.has("change")) {
    if (q.where.intervention.empty()) at["change"].refuse("nothing changes without an intervention");
    q.change = read_measured(at["change"], subject);
  }
  return q;
}

} // namespace

diagnosis diagnosis_from_json(std::string_view text, const std::string& source) {
  const json document = parse_document(text, source);
  const node root(document, source);
  check_format(root);
  diagnosis d;
  d.subject = read_subject(root["subject"]);
  d.forward = read_forward(root["forward"], d.subject);
  root["quantities"].each_item([&](const node& q) { d.quantities.push_back(read_quantity(q, d.subject)); });
  if (d.quantities.empty()) root["quantities"].refuse("there are none");
  root["claims"].each_item([&](const node& x) { d.claims.push_back(read_claim(x)); });
  if (d.claims.empty()) root["claims"].refuse("there are none");
  if (root.has("notes")) d.notes = read_texts(root["notes"]);
  d.made_by = read_producer(root["producer"]);
  return d;
}

} // namespace mixcert
