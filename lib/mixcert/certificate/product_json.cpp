#include "mixcert/certificate/detail/json_parts.hpp"
#include "mixcert/certificate/product_certificate.hpp"

#include <algorithm>

namespace mixcert {
namespace {

using namespace json_parts;

json scaled_ends(const scaled_enclosure& x) {
  json e = ends(x.ends);
  if (x.exp2 != 0) e["exp2"] = x.exp2;
  return e;
}

json site(const certificate_subject& s) {
  json r = {{"site", s.site}, {"parameters", references(s.parameters)}, {"state", indexed_reference(s.state)}};
  if (s.branch_output) r["branch_output"] = indexed_reference(*s.branch_output);
  return r;
}

json subject(const product_certificate& c) {
  json sites = json::array();
  for (const certificate_subject& s : c.sites) sites.push_back(site(s));
  return {
      {"kind", "product"},    {"mixer", c.mixer}, {"with", c.with},           {"convention", constants(c.convention)},
      {"streams", c.streams}, {"width", c.width}, {"sites", std::move(sites)}};
}

json ratio(const std::optional<scaled_enclosure>& x, const char* denominator) {
  if (x) return scaled_ends(*x);
  return {{"value", nullptr}, {"reason", std::string(denominator) + " may be zero"}};
}

json quantities(const product_quantities& q) {
  return {{"norm", scaled_ends(q.norm)},
          {"frozen_norm", scaled_ends(q.frozen_norm)},
          {"norm_ratio", ratio(q.norm_ratio, "frozen_norm")},
          {"mean_square", scaled_ends(q.mean_square)},
          {"frozen_mean_square", scaled_ends(q.frozen_mean_square)},
          {"mean_square_ratio", ratio(q.mean_square_ratio, "frozen_mean_square")},
          {"smallest", scaled_ends(q.smallest)}};
}

json direction(const product_direction& x) {
  json r = {{"transposed", x.transposed}};
  if (const auto* given = std::get_if<tensor_reference>(&x.direction))
    r["tensor"] = indexed_reference(*given);
  else
    r["vector"] = dyadic(std::get<dyadic_matrix>(x.direction));
  r.update({{"log_norm", ends(x.log_norm)}, {"gain", scaled_ends(x.gain)}});
  if (x.gain_over_norm)
    r["gain_over_norm"] = ends(*x.gain_over_norm);
  else
    r["gain_over_norm"] = {{"value", nullptr}, {"reason", "norm may be zero"}};
  r.update({{"image", dyadic(x.image)}, {"distance", upper_bound(x.distance)}});
  if (x.sine) r["sine"] = upper_bound(*x.sine);
  return r;
}

} // namespace

std::string to_json(const product_certificate& c) {
  json spectrum = json::array(), frozen = json::array(), claims = json::array();
  for (const auto& entry : c.spectrum) {
    json e = scaled_ends(entry.value);
    e.update({{"multiplicity", entry.multiplicity}, {"from", entry.from}});
    spectrum.push_back(std::move(e));
  }
  for (const scaled_enclosure& value : c.frozen_spectrum) {
    json e = scaled_ends(value);
    e["multiplicity"] = 1;
    frozen.push_back(std::move(e));
  }
  for (const claim& step : c.claims) claims.push_back(claim_json(step));
  json document = {{"format", "mixcert-certificate"},
                   {"version", 1},
                   {"scope", scope},
                   {"subject", subject(c)},
                   {"product",
                    {{"method", c.method},
                     {"arithmetic", c.arithmetic},
                     {"norms_of_suffixes", c.norms_of_suffixes},
                     {"radius", c.radius}}},
                   {"local", {{"norms_at_most", c.norms_at_most}, {"product_at_most", c.product_of_norms}}},
                   {"spectrum", std::move(spectrum)},
                   {"frozen_spectrum", std::move(frozen)},
                   {"quantities", quantities(c.quantities)}};
  if (c.direction) document["direction"] = direction(*c.direction);
  document.update({{"claims", std::move(claims)},
                   {"witness_file", nullptr},
                   {"notes", c.notes},
                   {"producer", producer_json(c.made_by)}});
  return text(document);
}

std::string refusal_json(const product_certificate& c, const std::string& reason) {
  return text(
      {{"format", "mixcert-refusal"}, {"version", 1}, {"status", 3}, {"reason", reason}, {"subject", subject(c)}});
}

} // namespace mixcert
