#include "mixcert/certificate/json.hpp"
#include "mixcert/error.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <cmath>
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
    if (!value_.is_object())
      refuse("expected an object");
    const auto place = value_.find(key);
    if (place == value_.end())
      refuse(std::string("has no \"") + key + "\"");
    return {*place, path_ + "." + key};
  }
  template <class F> void each_item(F f) const {
    if (!value_.is_array())
      refuse("expected an array");
    for (std::size_t i = 0; i < value_.size(); ++i)
      f(node(value_[i], path_ + "[" + std::to_string(i) + "]"));
  }
  template <class F> void each_member(F f) const {
    if (!value_.is_object())
      refuse("expected an object");
    for (const auto& [key, value] : value_.items())
      f(key, node(value, path_ + "." + key));
  }
  bool has(const char* key) const { return value_.is_object() && value_.contains(key); }
  bool is_null() const { return value_.is_null(); }
  bool is_array() const { return value_.is_array(); }
  const json& value() const { return value_; }

  std::string text() const {
    if (!value_.is_string())
      refuse("expected a string");
    return value_.get<std::string>();
  }
  std::size_t count() const {
    if (!value_.is_number_unsigned())
      refuse("expected a whole number");
    return value_.get<std::size_t>();
  }
  long integer() const {
    if (!value_.is_number_integer())
      refuse("expected an integer");
    return value_.get<long>();
  }
  bool truth() const {
    if (!value_.is_boolean())
      refuse("expected true or false");
    return value_.get<bool>();
  }

 private:
  const json& value_;
  std::string path_;
};

/// f() with the place of its error.
template <class F> auto located(const node& at, F f) {
  try {
    return f();
  } catch (const input_error& error) {
    at.refuse(error.what());
  }
}

double finite_hex(const node& at) {
  return located(at, [&] { return parse_hex(at.text()); });
}

interval read_enclosure(const node& at) {
  const double lo = finite_hex(at["lo_hex"]), hi = finite_hex(at["hi_hex"]);
  if (!(lo <= hi))
    at.refuse("lo is above hi");
  const bool contains =
      located(at, [&] { return parse_decimal_up(at["lo"].text()) <= lo && hi <= parse_decimal_down(at["hi"].text()); });
  if (!contains)
    at.refuse("the decimal ends do not contain the hex ends");
  return {lo, hi};
}

double read_upper_bound(const node& at) {
  const double hi = finite_hex(at["hi_hex"]);
  if (!(hi >= 0))
    at.refuse("a bound must not be negative");
  if (!located(at, [&] { return hi <= parse_decimal_down(at["hi"].text()); }))
    at.refuse("the decimal bound is below the hex bound");
  return hi;
}

matrix<interval> read_enclosures(const node& at) {
  std::vector<interval> values;
  std::size_t rows = 0, cols = 0;
  at.each_item([&](const node& row) {
    std::size_t length = 0;
    row.each_item([&](const node& x) {
      values.push_back(read_enclosure(x));
      ++length;
    });
    if (rows++ == 0)
      cols = length;
    if (length != cols)
      row.refuse("rows differ in length");
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

exact_constant read_constant(const node& at) {
  const bool is_hex = at.has("hex");
  exact_constant c = located(at, [&] { return exact_constant(at[is_hex ? "hex" : "decimal"].text()); });
  if (c.is_hex() != is_hex)
    at.refuse("the number is not written in the form its key names");
  return c;
}

certificate_subject read_subject(const node& at) {
  if (at["kind"].text() != "mixer")
    at["kind"].refuse("this version reads certificates of kind \"mixer\"");
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
  return s;
}

core_summary read_core(const node& at) {
  core_summary c;
  c.method = at["method"].text();
  c.dimension = at["dimension"].count();
  c.stream_dimensions = read_counts(at["stream_dimensions"]);
  c.generators = read_counts(at["generators"]);
  c.radius = finite_hex(at["radius_hex"]);
  at["values"].each_item([&](const node& x) { c.values.push_back(read_enclosure(x)); });
  at["tails"].each_item([&](const node& t) {
    c.tails.push_back({t["k"].count(), read_enclosure(t["value"]), t["multiplicity"].count(), t["coincident"].truth()});
  });
  return c;
}

std::optional<interval> read_ratio(const node& at) {
  if (at.has("value") && at["value"].is_null())
    return std::nullopt;
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

claim read_claim(const node& at) {
  claim c{.id = at["id"].text(), .type = at["type"].text(), .theorem = at["theorem"].text(), .says = at["says"].text()};
  c.uses = read_texts(at["uses"]);
  at["witness"].each_member([&](const std::string& name, const node& w) {
    if (!w.is_array()) {
      c.matrices[name] = {w["rows"].count(), w["cols"].count(), w["exp2"].integer(), read_texts(w["entries"])};
    } else if (!w.value().empty() && w.value().front().is_string()) {
      c.names[name] = read_texts(w);
    } else {
      w.each_item([&](const node& x) { c.integers[name].push_back(x.integer()); });
    }
  });
  at["bound"].each_member([&](const std::string& name, const node& b) {
    if (b.is_array())
      c.enclosures[name] = read_enclosures(b);
    else
      c.bounds[name] = read_upper_bound(b);
  });
  return c;
}

json parse(std::string_view text, const std::string& source) {
  std::vector<std::set<std::string>> open_objects;
  const auto watch = [&](int depth, json::parse_event_t event, json& value) {
    if (depth > deepest_nesting)
      throw input_error(source + ": nested too deeply for a certificate");
    if (event == json::parse_event_t::object_start)
      open_objects.emplace_back();
    if (event == json::parse_event_t::object_end)
      open_objects.pop_back();
    if (event == json::parse_event_t::key && !open_objects.back().insert(value.get<std::string>()).second)
      throw input_error(source + ": the key \"" + value.get<std::string>() + "\" stands twice in one object");
    return true;
  };
  try {
    return json::parse(text, watch);
  } catch (const json::exception& error) {
    throw input_error(source + ": not JSON: " + error.what());
  }
}

} // namespace

certificate from_json(std::string_view text, const std::string& source) {
  const json document = parse(text, source);
  const node root(document, source);
  if (root["format"].text() != "mixcert-certificate")
    root["format"].refuse("\"" + root["format"].text() + "\" is not a certificate");
  if (root["version"].count() != 1)
    root["version"].refuse("this program reads version 1");
  certificate c;
  c.subject = read_subject(root["subject"]);
  const node forward = root["forward"];
  c.forward = {read_enclosures(forward["H"]), read_enclosure(forward["row_sum_error"]),
               read_enclosure(forward["column_sum_error"]), read_enclosure(forward["min_entry"])};
  c.core = read_core(root["core"]);
  root["spectrum"].each_item([&](const node& e) {
    c.spectrum.push_back({read_enclosure(e), e["multiplicity"].count(), e["from"].text()});
  });
  root["frozen_spectrum"].each_item([&](const node& e) { c.frozen_spectrum.push_back(read_enclosure(e)); });
  c.quantities = read_quantities(root["quantities"]);
  root["claims"].each_item([&](const node& x) { c.claims.push_back(read_claim(x)); });
  if (root.has("notes"))
    c.notes = read_texts(root["notes"]);
  c.made_by = {root["producer"]["version"].text(), root["producer"]["compiler"].text(),
               root["producer"]["arithmetic"].text()};
  return c;
}

} // namespace mixcert
