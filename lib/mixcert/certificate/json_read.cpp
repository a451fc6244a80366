#include "mixcert/certificate/detail/json_reader.hpp"
#include "mixcert/certificate/json.hpp"
#include "mixcert/error.hpp"
#include "mixcert/expression/evaluate.hpp"
#include "mixcert/expression/text.hpp"
#include "mixcert/jacobian/numerical_selection.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>
#include <set>

namespace mixcert {
namespace {

using namespace json_reader;

std::optional<state_radius> read_radius(const node& at) {
  if (at.is_null()) return std::nullopt;
  if (at.has("hex") || at.has("decimal")) return read_number(at);
  return read_indexed_reference(at);
}

certificate_subject read_subject(const node& at) {
  if (at["kind"].text() != "mixer")
    at["kind"].refuse("this version knows the kinds mixer, matrix, construction, product and diagnosis");
  certificate_subject s;
  s.mixer = at["mixer"].text();
  s.with = at["with"].text();
  s.site = at["site"].text();
  s.streams = at["streams"].count();
  s.width = at["width"].count();
  s.convention = read_convention(at["convention"]);
  at["parameters"].each_item([&](const node& t) { s.parameters.push_back(read_reference(t)); });
  s.state = read_indexed_reference(at["state"]);
  if (s.with != "residual" && s.with != "write" && s.with != "read")
    at["with"].refuse("must be \"residual\", \"write\" or \"read\"");
  if (at.has("branch_output") != (s.with == "write")) at.refuse("a branch_output belongs to \"with\": \"write\"");
  if (at.has("branch_output")) s.branch_output = read_indexed_reference(at["branch_output"]);
  s.state_radius = read_radius(at["state"]["radius"]);
  return s;
}

/// A finite number >= 0 that was printed with 17 digits and rounded up.
double read_amount(const node& at) {
  const double amount = parsed(at, parse_decimal_down);
  if (!(amount >= 0)) at.refuse("must not be negative");
  return amount;
}

std::optional<core_selection> read_selection(const node& core) {
  const node tau = core["tau"], bound = core["truncation_bound"];
  if (tau.is_null() != bound.is_null()) core.refuse("tau and truncation_bound belong together");
  if (tau.is_null()) return std::nullopt;
  core_selection s{parsed(tau, parse_rank_tolerance).text, read_amount(bound["total"]), {}};
  std::size_t count = 0;
  bound["terms"].each_item([&](const node& term) {
    if (count == s.delta_terms.size()) bound["terms"].refuse("must be four");
    s.delta_terms[count++] = read_amount(term);
  });
  if (count != s.delta_terms.size()) bound["terms"].refuse("must be four");
  if (bound["certified"].truth()) bound["certified"].refuse("this bound is never certified");
  return s;
}

core_summary read_core(const node& at) {
  core_summary c;
  c.method = at["method"].text();
  c.dimension = at["dimension"].count();
  c.stream_dimensions = read_counts(at["stream_dimensions"]);
  c.generators = read_counts(at["generators"]);
  c.radius = read_upper_bound(at["radius"], at["radius_hex"]);
  c.selection = read_selection(at);
  at["values"].each_item([&](const node& x) { c.values.push_back(read_enclosure(x)); });
  at["tails"].each_item([&](const node& t) {
    c.tails.push_back({t["k"].count(), read_enclosure(t["value"]), t["multiplicity"].count(), t["coincident"].truth()});
  });
  return c;
}

std::optional<enclosure> read_ratio(const node& at) {
  if (is_null_with_reason(at)) return std::nullopt;
  return read_enclosure(at);
}

certified_quantities read_quantities(const node& at) {
  certified_quantities q;
  q.norm = read_enclosure(at["norm"]);
  q.frozen_norm = read_enclosure(at["frozen_norm"]);
  q.norm_ratio = read_ratio(at["norm_ratio"]);
  q.mean_square = read_enclosure(at["mean_square"]);
  q.frozen_mean_square = read_enclosure(at["frozen_mean_square"]);
  q.mean_square_ratio = read_ratio(at["mean_square_ratio"]);
  q.smallest = read_enclosure(at["smallest"]);
  q.rank_at_least = at["feedback_rank"]["at_least"].count();
  q.rank_at_most = at["feedback_rank"]["at_most"].count();
  q.rank_theorem = at["feedback_rank"]["theorem"].text();
  return q;
}

/// What must agree for the document to speak of one spectrum at all.
void check_counts(const node& root, const certificate& c) {
  const std::size_t n = c.subject.streams, d = c.subject.width, outputs = c.subject.with == "read" ? 1 : n;
  constexpr std::size_t most = std::size_t{1} << 31;
  if (n == 0 || d == 0 || n > most || d > most) root["subject"].refuse("streams and width must be positive");
  if (c.forward.H.rows() != n || c.forward.H.cols() != n) root["forward"]["H"].refuse("must be streams x streams");
  if (c.frozen_spectrum.size() != outputs)
    root["frozen_spectrum"].refuse(outputs == n ? "must have one value a stream" : "must have one value");
  std::size_t count = 0;
  for (const auto& entry : c.spectrum) {
    if (entry.multiplicity == 0 || entry.multiplicity > outputs * d - count)
      root["spectrum"].refuse("multiplicities must be positive and sum to output streams x width");
    count += entry.multiplicity;
  }
  if (count != outputs * d) root["spectrum"].refuse("multiplicities must sum to output streams x width");
  if (c.core.values.size() != c.core.dimension) root["core"]["values"].refuse("must be as many as its dimension");
  if (c.claims.empty()) root["claims"].refuse("there are none");
}

/// Streams and width are those of the theorem.
void check_size(const node& subject, const construction_certificate& c) {
  try {
    const construction_size size = size_of(c.formula, c.parameters);
    if (c.streams != size.streams || c.width != size.width)
      subject.refuse("theorem " + c.formula + " has " + std::to_string(size.streams) + " streams of width " +
                     std::to_string(size.width) + " with these parameters");
  } catch (const input_error& error) {
    subject.refuse(error.what());
  }
}

/// Each entry of the spectrum is a value of the closed form, as the claim names it.
void check_forms(const node& root, const construction_certificate& c) {
  const auto exact = std::ranges::find(c.claims, "exact", &claim::type);
  if (exact == c.claims.end()) root["claims"].refuse("there is none of type \"exact\"");
  const auto names = exact->names.find("names");
  const auto counts = exact->integers.find("multiplicity");
  std::multiset<std::pair<std::string, long>> named, expected;
  if (names != exact->names.end() && counts != exact->integers.end() && names->second.size() == counts->second.size() &&
      names->second.size() == c.spectrum.size())
    for (std::size_t k = 0; k < c.spectrum.size(); ++k)
      if (counts->second[k] == static_cast<long>(c.spectrum[k].multiplicity))
        named.emplace(names->second[k], counts->second[k]);
  parameters values;
  for (const auto& [name, number] : c.parameters) values[name] = number.value(context<rational>{});
  for (const auto& [value, count] : spectrum_form(c.formula).singular_values)
    expected.emplace(to_text(value), mpq_get_d(evaluate(context<rational>{}, count, values).get()));
  if (named != expected)
    root["claims"].refuse("the names and multiplicities of the claim \"exact\" are not those of theorem " + c.formula);
}

/// Every member "file" at any depth.
void add_files(const json& value, std::set<std::string>& files) {
  if (!value.is_structured()) return;
  for (const auto& [key, member] : value.items())
    if (value.is_object() && key == "file" && member.is_string())
      files.insert(member.get<std::string>());
    else
      add_files(member, files);
}

} // namespace

certificate from_json(std::string_view text, const std::string& source) {
  const json document = parse_document(text, source);
  const node root(document, source);
  check_format(root);
  certificate c;
  c.subject = read_subject(root["subject"]);
  const node forward = root["forward"];
  c.forward = {read_enclosures(forward["H"]), read_enclosure(forward["row_sum_error"]),
               read_enclosure(forward["column_sum_error"]), read_enclosure(forward["min_entry"])};
  c.core = read_core(root["core"]);
  root["spectrum"].each_item([&](const node& e) {
    c.spectrum.push_back({read_enclosure(e), e["multiplicity"].count(), e["from"].text()});
  });
  root["frozen_spectrum"].each_item([&](const node& e) {
    if (e["multiplicity"].count() != 1) e["multiplicity"].refuse("must be 1");
    c.frozen_spectrum.push_back(read_enclosure(e));
  });
  c.quantities = read_quantities(root["quantities"]);
  root["claims"].each_item([&](const node& x) { c.claims.push_back(read_claim(x)); });
  if (root.has("notes")) c.notes = read_texts(root["notes"]);
  c.made_by = read_producer(root["producer"]);
  check_counts(root, c);
  return c;
}

std::string certificate_kind(std::string_view text, const std::string& source) {
  const json document = parse_document(text, source);
  const node root(document, source);
  check_format(root);
  return root["subject"]["kind"].text();
}

std::vector<std::string> data_files(std::string_view text, const std::string& source) {
  const json document = parse_document(text, source);
  const node root(document, source);
  check_format(root);
  std::set<std::string> files;
  add_files(root["subject"].value(), files);
  return {files.begin(), files.end()};
}

construction_certificate construction_from_json(std::string_view text, const std::string& source) {
  const json document = parse_document(text, source);
  const node root(document, source);
  check_format(root);
  const node subject = root["subject"];
  construction_certificate c;
  c.formula = subject["formula"].text();
  subject["parameters"].each_member(
      [&](const std::string& name, const node& x) { c.parameters.emplace(name, read_number(x)); });
  c.streams = subject["streams"].count();
  c.width = subject["width"].count();
  check_size(subject, c);
  root["spectrum"].each_item([&](const node& e) {
    c.spectrum.push_back({read_enclosure(e), e["multiplicity"].count(), e["from"].text()});
  });
  root["claims"].each_item([&](const node& x) { c.claims.push_back(read_claim(x)); });
  check_forms(root, c);
  c.made_by = read_producer(root["producer"]);
  return c;
}

matrix_certificate matrix_from_json(std::string_view text, const std::string& source) {
  const json document = parse_document(text, source);
  const node root(document, source);
  check_format(root);
  matrix_certificate c;
  c.data = read_reference(root["subject"]);
  if (c.data.shape.size() != 2) root["subject"]["shape"].refuse("a matrix has two axes");
  c.data.index = read_counts(root["subject"]["index"]);
  if (!root["subject"]["radius"].is_null()) c.radius = read_reference(root["subject"]["radius"]);
  c.rows = c.data.shape[0];
  c.cols = c.data.shape[1];
  root["spectrum"].each_item([&](const node& e) {
    if (e["multiplicity"].count() != 1) e["multiplicity"].refuse("must be 1");
    c.spectrum.push_back(read_enclosure(e));
  });
  if (c.spectrum.size() != std::min(c.rows, c.cols)) root["spectrum"].refuse("must have min(rows, columns) values");
  root["claims"].each_item([&](const node& x) { c.claims.push_back(read_claim(x)); });
  c.made_by = read_producer(root["producer"]);
  return c;
}

} // namespace mixcert
