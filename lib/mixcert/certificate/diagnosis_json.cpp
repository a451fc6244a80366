#include "mixcert/certificate/detail/json_parts.hpp"
#include "mixcert/certificate/diagnosis.hpp"
#include "mixcert/diagnostic/measures.hpp"

namespace mixcert {
namespace {

using namespace json_parts;

constexpr const char* scope_of_diagnosis =
    "pointwise quantities of the exact real maps at the given data; not a Lipschitz constant";

json subject(const diagnosis_subject& s) {
  json sites = json::array();
  for (const site_reference& site : s.sites) {
    json states = json::array();
    for (const tensor_reference& t : site.states) states.push_back(indexed_reference(t));
    sites.push_back(
        {{"site", site.prefix}, {"parameters", references(site.parameters)}, {"states", std::move(states)}});
  }
  return {{"kind", "diagnosis"},     {"mixer", s.mixer}, {"convention", constants(s.convention)},
          {"streams", s.streams},    {"width", s.width}, {"sites", std::move(sites)},
          {"sequences", s.sequences}};
}

struct measured_json {
  json operator()(const enclosure& x) const { return ends(x); }
  json operator()(std::size_t stream) const { return {{"index", stream}}; }
  json operator()(const enclosed_count& x) const { return {{"at_least", x.at_least}, {"at_most", x.at_most}}; }
  json operator()(const measured_direction& x) const {
    return {{"direction", dyadic(x.direction)}, {"sine", upper_bound(x.sine)}};
  }
  json operator()(const measured_directions& x) const {
    return {{"right", (*this)(x.right)}, {"left", (*this)(x.left)}};
  }
  json operator()(undecided) const { return "undecided"; }
  json operator()(const not_bounded& x) const { return {{"value", nullptr}, {"reason", x.reason}}; }
};

json quantity(const measured_quantity& q) {
  const measured_at& at = q.where;
  json r = {{"name", q.name}};
  if (at.site) r["site"] = *at.site;
  if (at.sites) r["sites"] = *at.sites;
  if (at.composite) r["composite"] = true;
  if (at.state) r["state"] = *at.state;
  if (at.sequence) r["sequence"] = *at.sequence;
  if (!at.mean_over.empty()) r["mean_over"] = at.mean_over;
  if (at.streams.size() == 1) r["stream"] = at.streams.front();
  if (at.streams.size() == 2) r["streams"] = at.streams;
  if (at.threshold) r["threshold"] = constant(*at.threshold);
  if (at.iterations) r["iterations"] = *at.iterations;
  if (!at.intervention.empty()) r["intervention"] = at.intervention;
  if (at.kept) r["kept"] = *at.kept;
  if (at.replaced) r["replaced"] = *at.replaced;
  r["value"] = std::visit(measured_json{}, q.value);
  if (q.change) r["change"] = std::visit(measured_json{}, *q.change);
  r["definition"] = definition_of(q.name);
  return r;
}

json forward(const realised_maps& maps) {
  return {{"site", maps.site},
          {"state", maps.state},
          {"H", enclosures(maps.H)},
          {"read", enclosures(maps.read)},
          {"write", enclosures(maps.write)}};
}

} // namespace

std::string to_json(const diagnosis& d) {
  json maps = json::array(), quantities = json::array(), claims = json::array();
  for (const realised_maps& m : d.forward) maps.push_back(forward(m));
  for (const measured_quantity& q : d.quantities) quantities.push_back(quantity(q));
  for (const claim& step : d.claims) claims.push_back(claim_json(step));
  const json document = {{"format", "mixcert-certificate"},
                         {"version", 1},
                         {"scope", scope_of_diagnosis},
                         {"subject", subject(d.subject)},
                         {"forward", std::move(maps)},
                         {"quantities", std::move(quantities)},
                         {"claims", std::move(claims)},
                         {"witness_file", nullptr},
                         {"notes", d.notes},
                         {"producer", producer_json(d.made_by)}};
  return text(document);
}

std::string refusal_json(const diagnosis_subject& s, const std::string& reason) {
  return text(
      {{"format", "mixcert-refusal"}, {"version", 1}, {"status", 3}, {"reason", reason}, {"subject", subject(s)}});
}

} // namespace mixcert
