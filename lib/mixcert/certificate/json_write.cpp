#include "mixcert/certificate/detail/json_parts.hpp"
#include "mixcert/certificate/estimate.hpp"
#include "mixcert/certificate/json.hpp"
#include "mixcert/certificate/matrix_certificate.hpp"
#include "mixcert/certificate/producer.hpp"
#include "mixcert/diagnostic/measures.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <nlohmann/json.hpp>

namespace mixcert {
namespace json_parts {

constexpr int digits = 17;

std::string text(const json& document) { return document.dump(1, ' ', false, json::error_handler_t::replace) + "\n"; }

json ends(const enclosure& x) {
  json e = {{"lo", x.lo()}, {"hi", x.hi()}};
  if (x.is_binary64()) e.update({{"lo_hex", hex(x.lower())}, {"hi_hex", hex(x.upper())}});
  return e;
}

json upper_bound(double x) { return {{"hi", decimal_up(x, digits)}, {"hi_hex", hex(x)}}; }

json enclosures(const std::vector<enclosure>& values) {
  json r = json::array();
  for (const enclosure& x : values) r.push_back(ends(x));
  return r;
}

json enclosures(const matrix<enclosure>& a) {
  json rows = json::array();
  for (std::size_t i = 0; i < a.rows(); ++i) {
    json row = json::array();
    for (std::size_t j = 0; j < a.cols(); ++j) row.push_back(ends(a(i, j)));
    rows.push_back(std::move(row));
  }
  return rows;
}

} // namespace json_parts

namespace {

using namespace json_parts;

} // namespace

namespace json_parts {

json constant(const convention_value& c) {
  return {{!c.is_number() ? "text" : c.number().is_hex() ? "hex" : "decimal", c.text()}};
}

json constants(const mixer_convention& convention) {
  json r = json::object();
  for (const auto& [key, value] : convention) r[key] = constant(value);
  return r;
}

json reference(const tensor_reference& t) {
  return {{"name", t.name}, {"file", t.file}, {"dtype", t.type}, {"shape", t.shape}, {"sha256", t.sha256}};
}

json indexed_reference(const tensor_reference& t) {
  json r = reference(t);
  r["index"] = t.index;
  return r;
}

json references(const std::vector<tensor_reference>& tensors) {
  json r = json::array();
  for (const tensor_reference& t : tensors) r.push_back(reference(t));
  return r;
}

} // namespace json_parts

namespace {

struct radius_json {
  json operator()(const exact_constant& number) const { return constant(number); }
  json operator()(const tensor_reference& tensor) const { return indexed_reference(tensor); }
};

json subject(const certificate_subject& s) {
  json state = indexed_reference(s.state);
  state["radius"] = s.state_radius ? std::visit(radius_json{}, *s.state_radius) : json(nullptr);
  json r = {{"kind", "mixer"},          {"mixer", s.mixer}, {"with", s.with}, {"convention", constants(s.convention)},
            {"streams", s.streams},     {"width", s.width}, {"site", s.site}, {"parameters", references(s.parameters)},
            {"state", std::move(state)}};
  if (s.branch_output) r["branch_output"] = indexed_reference(*s.branch_output);
  return r;
}

json subject(const tensor_reference& matrix, const std::optional<tensor_reference>& radius) {
  json s = {{"kind", "matrix"}};
  s.update(reference(matrix));
  s["index"] = matrix.index;
  s["radius"] = radius ? reference(*radius) : json(nullptr);
  return s;
}

json subject(const construction_certificate& c) {
  json parameters = json::object();
  for (const auto& [name, number] : c.parameters) parameters[name] = constant(number);
  return {{"kind", "construction"},
          {"formula", c.formula},
          {"parameters", std::move(parameters)},
          {"streams", c.streams},
          {"width", c.width}};
}

json refusal(json subject, const std::string& reason) {
  return {{"format", "mixcert-refusal"},
          {"version", 1},
          {"status", 3},
          {"reason", reason},
          {"subject", std::move(subject)}};
}

json truncation_bound(const core_selection& s) {
  json terms = json::array();
  for (const double term : s.delta_terms) terms.push_back(decimal_up(term, digits));
  return {{"total", decimal_up(s.delta, digits)}, {"terms", std::move(terms)}, {"certified", false}};
}

json core(const core_summary& c) {
  json tails = json::array();
  for (const core_tail& t : c.tails)
    tails.push_back(
        {{"k", t.k}, {"value", ends(t.value)}, {"multiplicity", t.multiplicity}, {"coincident", t.coincident}});
  return {{"method", c.method},
          {"dimension", c.dimension},
          {"stream_dimensions", c.stream_dimensions},
          {"generators", c.generators},
          {"tau", c.selection ? json(c.selection->tau) : json(nullptr)},
          {"truncation_bound", c.selection ? truncation_bound(*c.selection) : json(nullptr)},
          {"radius", decimal_up(c.radius, digits)},
          {"radius_hex", hex(c.radius)},
          {"values", enclosures(c.values)},
          {"tails", std::move(tails)}};
}

json spectrum(const std::vector<spectrum_entry<enclosure>>& entries) {
  json r = json::array();
  for (const auto& entry : entries) {
    json e = ends(entry.value);
    e["multiplicity"] = entry.multiplicity;
    e["from"] = entry.from;
    r.push_back(std::move(e));
  }
  return r;
}

json frozen_spectrum(const std::vector<enclosure>& values) {
  json r = json::array();
  for (const enclosure& value : values) {
    json e = ends(value);
    e["multiplicity"] = 1;
    r.push_back(std::move(e));
  }
  return r;
}

json ratio(const std::optional<enclosure>& x, const char* denominator) {
  if (x) return ends(*x);
  return {{"value", nullptr}, {"reason", std::string(denominator) + " may be zero"}};
}

json quantities(const certified_quantities& q) {
  return {{"norm", ends(q.norm)},
          {"frozen_norm", ends(q.frozen_norm)},
          {"norm_ratio", ratio(q.norm_ratio, "frozen_norm")},
          {"mean_square", ends(q.mean_square)},
          {"frozen_mean_square", ends(q.frozen_mean_square)},
          {"mean_square_ratio", ratio(q.mean_square_ratio, "frozen_mean_square")},
          {"smallest", ends(q.smallest)},
          {"feedback_rank", {{"at_least", q.rank_at_least}, {"at_most", q.rank_at_most}, {"theorem", q.rank_theorem}}}};
}

/// Of what has no frozen mixer beside it.
json extremes(json norm, json smallest) {
  return {{"norm", std::move(norm)},         {"frozen_norm", nullptr},        {"norm_ratio", nullptr},
          {"mean_square", nullptr},          {"frozen_mean_square", nullptr}, {"mean_square_ratio", nullptr},
          {"smallest", std::move(smallest)}, {"feedback_rank", nullptr}};
}

} // namespace

namespace json_parts {

json dyadic(const dyadic_matrix& a) {
  return {{"rows", a.rows}, {"cols", a.cols}, {"exp2", a.exp2}, {"entries", a.entries}};
}

json claim_json(const claim& c) {
  json witness = json::object(), bound = json::object();
  for (const auto& [name, value] : c.matrices) witness[name] = dyadic(value);
  for (const auto& [name, value] : c.integers) witness[name] = value;
  for (const auto& [name, value] : c.names) witness[name] = value;
  for (const auto& [name, value] : c.bounds) bound[name] = upper_bound(value);
  for (const auto& [name, value] : c.enclosures) bound[name] = enclosures(value);
  return {{"id", c.id},     {"type", c.type},     {"theorem", c.theorem}, {"says", c.says},
          {"uses", c.uses}, {"witness", witness}, {"bound", bound}};
}

json producer_json(const producer& p) {
  return {{"version", p.version}, {"compiler", p.compiler}, {"arithmetic", p.arithmetic}};
}

} // namespace json_parts

using namespace json_parts;

std::string to_json(const certificate& c) {
  json claims = json::array();
  for (const claim& step : c.claims) claims.push_back(claim_json(step));
  const json document = {{"format", "mixcert-certificate"},
                         {"version", 1},
                         {"scope", scope},
                         {"subject", subject(c.subject)},
                         {"forward",
                          {{"H", enclosures(c.forward.H)},
                           {"row_sum_error", ends(c.forward.row_sum_error)},
                           {"column_sum_error", ends(c.forward.column_sum_error)},
                           {"min_entry", ends(c.forward.min_entry)}}},
                         {"core", core(c.core)},
                         {"spectrum", spectrum(c.spectrum)},
                         {"frozen_spectrum", frozen_spectrum(c.frozen_spectrum)},
                         {"quantities", quantities(c.quantities)},
                         {"claims", std::move(claims)},
                         {"witness_file", nullptr},
                         {"notes", c.notes},
                         {"producer", producer_json(c.made_by)}};
  return text(document);
}

std::string to_json(const matrix_certificate& c) {
  json values = json::array(), claims = json::array();
  for (const enclosure& x : c.spectrum) {
    json e = ends(x);
    e["multiplicity"] = 1;
    e["from"] = "core";
    values.push_back(std::move(e));
  }
  for (const claim& step : c.claims) claims.push_back(claim_json(step));
  const bool empty = c.spectrum.empty();
  const json document = {{"format", "mixcert-certificate"},
                         {"version", 1},
                         {"scope", scope},
                         {"subject", subject(c.data, c.radius)},
                         {"spectrum", std::move(values)},
                         {"quantities", empty ? extremes(ends(interval(0.0)), nullptr)
                                              : extremes(ends(c.spectrum.front()), ends(c.spectrum.back()))},
                         {"claims", std::move(claims)},
                         {"witness_file", nullptr},
                         {"notes", json::array()},
                         {"producer", producer_json(c.made_by)}};
  return text(document);
}

std::string to_json(const construction_certificate& c) {
  json claims = json::array();
  for (const claim& step : c.claims) claims.push_back(claim_json(step));
  const json document = {{"format", "mixcert-certificate"},
                         {"version", 1},
                         {"scope", scope},
                         {"subject", subject(c)},
                         {"spectrum", spectrum(c.spectrum)},
                         {"quantities", extremes(ends(c.spectrum.front().value), ends(c.spectrum.back().value))},
                         {"claims", std::move(claims)},
                         {"witness_file", nullptr},
                         {"notes", json::array()},
                         {"producer", producer_json(c.made_by)}};
  return text(document);
}

std::string to_json(const estimate& e) {
  const auto number = [&](const mp_float& x) { return decimal_nearest(x.get(), e.digits); };
  const auto value = [&](const mp_float& x) { return json{{"value", number(x)}}; };
  const auto values = [&](const std::vector<mp_float>& list) {
    json r = json::array();
    for (const mp_float& x : list) r.push_back(value(x));
    return r;
  };
  json H = json::array(), spectrum = json::array();
  for (std::size_t i = 0; i < e.H.rows(); ++i) {
    json row = json::array();
    for (std::size_t j = 0; j < e.H.cols(); ++j) row.push_back(value(e.H(i, j)));
    H.push_back(std::move(row));
  }
  for (const auto& entry : e.spectrum)
    spectrum.push_back({{"value", number(entry.value)}, {"multiplicity", entry.multiplicity}, {"from", entry.from}});
  return text({{"format", "mixcert-estimate"},
               {"version", 1},
               {"scope", "floating-point numbers without any bound: nothing here is certified"},
               {"arithmetic", e.arithmetic},
               {"subject", subject(e.subject)},
               {"forward", {{"H", std::move(H)}}},
               {"core", {{"method", e.method}, {"stream_dimensions", e.stream_dimensions}, {"values", values(e.core)}}},
               {"spectrum", std::move(spectrum)},
               {"frozen_spectrum", values(e.frozen)},
               {"quantities",
                {{"norm", value(e.norm)},
                 {"frozen_norm", value(e.frozen_norm)},
                 {"mean_square", value(e.mean_square)},
                 {"frozen_mean_square", value(e.frozen_mean_square)},
                 {"smallest", value(e.smallest)}}},
               {"distance_from_enclosures",
                {{"outside", e.outside},
                 {"largest", decimal_up(e.distance, 3)},
                 {"relative_to_norm", decimal_up(e.relative_distance, 3)}}},
               {"producer", producer_json(this_producer())}});
}

std::string refusal_json(const certificate_subject& s, const std::string& reason) {
  return text(refusal(subject(s), reason));
}

std::string refusal_json(const tensor_reference& matrix, const std::optional<tensor_reference>& radius,
                         const std::string& reason) {
  return text(refusal(subject(matrix, radius), reason));
}

} // namespace mixcert
