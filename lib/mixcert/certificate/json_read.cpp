#include "mixcert/certificate/dyadic.hpp"
#include "mixcert/certificate/json.hpp"
#include "mixcert/error.hpp"
#include "mixcert/expression/evaluate.hpp"
#include "mixcert/expression/text.hpp"
#include "mixcert/jacobian/numerical_selection.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

namespace mixcert {
namespace {

using json = nlohmann::json;

constexpr int deepest_nesting = 32;

/// A place in the document, so that a message can say where.
class node {
 public:
  node(const json& value, std::string path) : value_(value), path_(std::move(path)) {}

  [[noreturn]] void refuse(const std::string& what) const { throw input_error(path_ + ": " + what); }

  node operator[](const char* key) const {
    if (!value_.is_object()) refuse("expected an object");
    const auto place = value_.find(key);
    if (place == value_.end()) refuse(std::string("has no \"") + key + "\"");
    return {*place, path_ + "." + key};
  }
  template <class F> void each_item(F f) const {
    if (!value_.is_array()) refuse("expected an array");
    for (std::size_t i = 0; i < value_.size(); ++i) f(node(value_[i], path_ + "[" + std::to_string(i) + "]"));
  }
  template <class F> void each_member(F f) const {
    if (!value_.is_object()) refuse("expected an object");
    for (const auto& [key, value] : value_.items()) f(key, node(value, path_ + "." + printable(key)));
  }
  bool has(const char* key) const { return value_.is_object() && value_.contains(key); }
  bool is_null() const { return value_.is_null(); }
  bool is_array() const { return value_.is_array(); }
  const json& value() const { return value_; }

  std::string text() const {
    if (!value_.is_string()) refuse("expected a string");
    return value_.get<std::string>();
  }
  std::size_t count() const {
    if (!value_.is_number_unsigned()) refuse("expected a whole number");
    return value_.get<std::size_t>();
  }
  long integer() const {
    if (!value_.is_number_integer()) refuse("expected an integer");
    if (value_.is_number_unsigned() && value_.get<std::uint64_t>() > std::numeric_limits<long>::max())
      refuse("the integer is too large");
    return value_.get<long>();
  }
  bool truth() const {
    if (!value_.is_boolean()) refuse("expected true or false");
    return value_.get<bool>();
  }

 private:
  const json& value_;
  std::string path_;
};

/// The string at a place as what `parse` makes of it.
template <class F> auto parsed(const node& at, F parse) {
  const std::string text = at.text();
  try {
    return parse(text);
  } catch (const input_error& error) {
    at.refuse(error.what());
  }
}

/// Binary64 ends with decimals around them, or decimal ends of any length alone.
enclosure read_enclosure(const node& at) {
  if (!at.has("lo_hex") && !at.has("hi_hex")) {
    constexpr std::size_t longest = 4096;
    for (const char* key : {"lo", "hi"})
      if (!is_decimal(at[key].text()) || at[key].text().size() > longest) at[key].refuse("is not a decimal number");
    return parsed(at["lo"], [&](const std::string& lo) { return enclosure(lo, at["hi"].text()); });
  }
  const double lo = parsed(at["lo_hex"], parse_hex), hi = parsed(at["hi_hex"], parse_hex);
  if (!(lo <= hi)) at.refuse("lo is above hi");
  if (!(parsed(at["lo"], parse_decimal_up) <= lo && hi <= parsed(at["hi"], parse_decimal_down)))
    at.refuse("the decimal ends do not contain the hex ends");
  return interval(lo, hi);
}

double read_upper_bound(const node& decimal, const node& exact) {
  const double bound = parsed(exact, parse_hex);
  if (!(bound >= 0)) exact.refuse("a bound must not be negative");
  if (!(bound <= parsed(decimal, parse_decimal_down))) decimal.refuse("the decimal bound is below the hex bound");
  return bound;
}

matrix<enclosure> read_enclosures(const node& at) {
  std::vector<enclosure> values;
  std::size_t rows = 0, cols = 0;
  at.each_item([&](const node& row) {
    std::size_t length = 0;
    row.each_item([&](const node& x) {
      values.push_back(read_enclosure(x));
      ++length;
    });
    if (rows++ == 0) cols = length;
    if (length != cols) row.refuse("rows differ in length");
  });
  return {rows, cols, std::move(values)};
}

std::vector<std::size_t> read_counts(const node& at) {
  std::vector<std::size_t> r;
  at.each_item([&](const node& x) { r.push_back(x.count()); });
  return r;
}

std::vector<std::string> read_texts(const node& at) {
  std::vector<std::string> r;
  at.each_item([&](const node& x) { r.push_back(x.text()); });
  return r;
}

tensor_reference read_reference(const node& at) {
  return {at["name"].text(), at["file"].text(), at["dtype"].text(), read_counts(at["shape"]), at["sha256"].text(), {}};
}

exact_constant read_number(const node& at) {
  const bool is_hex = at.has("hex");
  exact_constant c =
      parsed(at[is_hex ? "hex" : "decimal"], [](const std::string& text) { return exact_constant(text); });
  if (c.is_hex() != is_hex) at.refuse("the number is not written in the form its key names");
  return c;
}

convention_value read_constant(const node& at) {
  if (at.has("text")) return parsed(at["text"], convention_value::word);
  return read_number(at);
}

std::optional<state_radius> read_radius(const node& at) {
  if (at.is_null()) return std::nullopt;
  if (at.has("hex") || at.has("decimal")) return read_number(at);
  tensor_reference tensor = read_reference(at);
  tensor.index = read_counts(at["index"]);
  return tensor;
}

certificate_subject read_subject(const node& at) {
  if (at["kind"].text() != "mixer") at["kind"].refuse("this version reads certificates of kind \"mixer\"");
  certificate_subject s;
  s.mixer = at["mixer"].text();
  s.with = at["with"].text();
  s.site = at["site"].text();
  s.streams = at["streams"].count();
  s.width = at["width"].count();
  at["convention"].each_member(
      [&](const std::string& key, const node& c) { s.convention.emplace(key, read_constant(c)); });
  at["parameters"].each_item([&](const node& t) { s.parameters.push_back(read_reference(t)); });
  s.state = read_reference(at["state"]);
  s.state.index = read_counts(at["state"]["index"]);
  if (s.with != "residual" && s.with != "write" && s.with != "read")
    at["with"].refuse("must be \"residual\", \"write\" or \"read\"");
  if (at.has("branch_output") != (s.with == "write")) at.refuse("a branch_output belongs to \"with\": \"write\"");
  if (at.has("branch_output")) {
    s.branch_output = read_reference(at["branch_output"]);
    s.branch_output->index = read_counts(at["branch_output"]["index"]);
  }
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
  if (at.has("value") && at["value"].is_null()) return std::nullopt;
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

dyadic_matrix read_dyadic(const node& at) {
  dyadic_matrix a{at["rows"].count(), at["cols"].count(), at["exp2"].integer(), read_texts(at["entries"])};
  if (a.exp2 > 1 << 20 || a.exp2 < -(1 << 20)) at["exp2"].refuse("is no exponent of a witness");
  try {
    from_dyadic(a, MPFR_PREC_MIN);
  } catch (const input_error& error) {
    at.refuse(error.what());
  }
  return a;
}

claim read_claim(const node& at) {
  claim c{.id = at["id"].text(), .type = at["type"].text(), .theorem = at["theorem"].text(), .says = at["says"].text()};
  c.uses = read_texts(at["uses"]);
  at["witness"].each_member([&](const std::string& name, const node& w) {
    if (!w.is_array()) {
      c.matrices[name] = read_dyadic(w);
    } else if (name == "generators" || name == "names") {
      c.names[name] = read_texts(w);
    } else {
      w.each_item([&, &list = c.integers[name]](const node& x) { list.push_back(x.integer()); });
    }
  });
  at["bound"].each_member([&](const std::string& name, const node& b) {
    if (b.is_array())
      c.enclosures[name] = read_enclosures(b);
    else
      c.bounds[name] = read_upper_bound(b["hi"], b["hi_hex"]);
  });
  return c;
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

json parse(std::string_view text, const std::string& source) {
  std::vector<std::set<std::string>> open_objects;
  const auto watch = [&](int depth, json::parse_event_t event, json& value) {
    if (depth > deepest_nesting) throw input_error(source + ": nested too deeply for a certificate");
    if (event == json::parse_event_t::object_start) open_objects.emplace_back();
    if (event == json::parse_event_t::object_end) open_objects.pop_back();
    if (event == json::parse_event_t::key && !open_objects.back().insert(value.get<std::string>()).second)
      throw input_error(source + ": the key \"" + printable(value.get<std::string>()) +
                        "\" stands twice in one object");
    return true;
  };
  try {
    return json::parse(text, watch);
  } catch (const json::exception& error) {
    const std::string_view reason = error.what();
    const std::size_t bracket = reason.find("] ");
    throw input_error(source + ": is not a certificate (JSON): " +
                      printable(reason.substr(bracket == reason.npos ? 0 : bracket + 2)) +
                      "; name a file that certify or spectrum wrote with -o");
  }
}

void check_format(const node& root) {
  if (root["format"].text() == "mixcert-estimate")
    root["format"].refuse(
        "\"mixcert-estimate\" certifies nothing; certify without --arith float64 or quad writes a certificate");
  if (root["format"].text() != "mixcert-certificate")
    root["format"].refuse("\"" + printable(root["format"].text()) + "\" is not a certificate");
  if (root["version"].count() != 1) root["version"].refuse("this program reads version 1");
  root["scope"].text();
  if (!root["witness_file"].is_null()) root["witness_file"].refuse("this version reads witnesses inside the document");
}

producer read_producer(const node& at) {
  return {at["version"].text(), at["compiler"].text(), at["arithmetic"].text()};
}

} // namespace

certificate from_json(std::string_view text, const std::string& source) {
  const json document = parse(text, source);
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
  const json document = parse(text, source);
  const node root(document, source);
  check_format(root);
  return root["subject"]["kind"].text();
}

construction_certificate construction_from_json(std::string_view text, const std::string& source) {
  const json document = parse(text, source);
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
  const json document = parse(text, source);
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
