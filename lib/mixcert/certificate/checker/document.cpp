#include "mixcert/certificate/checker/document.hpp"

#include "mixcert/certificate/checker/verdict.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/detail/strict_json.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <utility>

namespace mixcert::checker {
namespace {

using nlohmann::json;

constexpr const char* scope =
    "pointwise singular spectrum of the exact real map at the given data; not a Lipschitz constant";
constexpr const char* scope_of_diagnosis =
    "pointwise quantities of the exact real maps at the given data; not a Lipschitz constant";

/// A place in the document. Every refusal names it.
class node {
 public:
  node(const json& value, std::string path) : value_(value), path_(std::move(path)) {}

  [[noreturn]] void refuse(const std::string& why) const { throw malformed(path_ + ": " + why); }
  bool has(const char* key) const { return value_.is_object() && value_.contains(key); }
  bool is_null() const { return value_.is_null(); }
  bool is_array() const { return value_.is_array(); }
  bool is_text() const { return value_.is_string(); }
  node operator[](const char* key) const {
    if (!has(key)) refuse(std::string("has no \"") + key + '"');
    return {value_[key], path_ + '.' + key};
  }
  std::string text() const {
    if (!value_.is_string()) refuse("is not a string");
    return value_.get<std::string>();
  }
  long whole() const {
    if (!value_.is_number_integer()) refuse("is not a whole number");
    if (value_.is_number_unsigned() && value_.get<unsigned long>() > most) refuse("is too large");
    const long x = value_.get<long>();
    if (x < -most || x > most) refuse("is too large");
    return x;
  }
  std::size_t count() const {
    const long x = whole();
    if (x < 0) refuse("is negative");
    return static_cast<std::size_t>(x);
  }
  /// Of two, in a witness: such numbers are shifted by as many places.
  long exponent() const {
    constexpr long limit = 1L << 14;
    const long x = whole();
    if (x < -limit || x > limit) refuse("is no exponent of a witness");
    return x;
  }
  bool truth() const {
    if (!value_.is_boolean()) refuse("is neither true nor false");
    return value_.get<bool>();
  }
  template <class Use> void each_item(Use use) const {
    if (!value_.is_array()) refuse("is not a list");
    std::size_t i = 0;
    for (const json& x : value_) use(node(x, path_ + '[' + std::to_string(i++) + ']'));
  }
  template <class Use> void each_member(Use use) const {
    if (!value_.is_object()) refuse("is not an object");
    for (const auto& [key, x] : value_.items()) use(key, node(x, path_ + '.' + printable(key)));
  }
  template <class Read> auto list(Read read) const {
    std::vector<decltype(read(std::declval<node>()))> r;
    each_item([&](const node& x) { r.push_back(read(x)); });
    return r;
  }

 private:
  static constexpr long most = 1L << 31;
  const json& value_;
  std::string path_;
};

template <class Parse> rational number(const node& at, Parse parse) {
  try {
    return parse(at.text());
  } catch (const malformed& fault) {
    at.refuse(fault.what());
  }
}

std::string text_of(const node& at) { return at.text(); }
std::size_t count_of(const node& at) { return at.count(); }

enclosure ends_of(const node& at) {
  enclosure r{number(at["lo"], parse_decimal), number(at["hi"], parse_decimal)};
  if (at.has("lo_hex") || at.has("hi_hex")) {
    const enclosure inner{number(at["lo_hex"], parse_hexadecimal), number(at["hi_hex"], parse_hexadecimal)};
    if (inner.lo < r.lo || inner.hi > r.hi) at.refuse("the decimal ends do not contain the hexadecimal ends");
    r = inner;
  }
  if (r.lo > r.hi) at.refuse("lo is above hi");
  return r;
}

enclosure enclosure_of(const node& at) {
  if (at.has("exp2")) at.refuse("the ends of such a certificate have no exp2");
  return ends_of(at);
}

enclosure nonnegative(const node& at) {
  enclosure r = enclosure_of(at);
  if (r.lo < 0) at.refuse("is negative");
  return r;
}

rational upper_bound(const node& decimal, const node& hexadecimal) {
  rational bound = number(hexadecimal, parse_hexadecimal);
  if (bound < 0) hexadecimal.refuse("a bound is negative");
  if (number(decimal, parse_decimal) < bound) decimal.refuse("is below the hexadecimal bound");
  return bound;
}

enclosure_matrix enclosures_of(const node& at) {
  enclosure_matrix r;
  at.each_item([&](const node& row) {
    const auto entries = row.list(enclosure_of);
    if (r.rows++ == 0) r.cols = entries.size();
    if (entries.size() != r.cols) row.refuse("is not as long as the first row");
    r.entries.insert(r.entries.end(), entries.begin(), entries.end());
  });
  return r;
}

dyadic_matrix dyadic_of(const node& at) {
  dyadic_matrix r{at["rows"].count(), at["cols"].count(), at["exp2"].exponent(), {}};
  constexpr std::size_t most_digits = 1U << 12;
  at["entries"].each_item([&](const node& x) {
    const std::string text = x.text();
    const std::size_t sign = text.starts_with('-') ? 1 : 0;
    if (text.size() == sign || text.size() > most_digits ||
        text.find_first_not_of("0123456789abcdef", sign) != text.npos)
      x.refuse("is not a hexadecimal integer");
    r.entries.emplace_back();
    r.entries.back().set_str(text, 16);
  });
  if (r.rows * r.cols != r.entries.size()) at.refuse("has not rows x cols entries");
  return r;
}

constant constant_of(const node& at) {
  if (at.has("text") + at.has("hex") + at.has("decimal") != 1) at.refuse("is not one of a number or a word");
  if (at.has("text")) {
    constant word{0, at["text"].text()};
    if (word.word.empty()) at.refuse("is an empty word");
    return word;
  }
  if (at.has("hex")) return {number(at["hex"], parse_hexadecimal)};
  return {number(at["decimal"], parse_decimal)};
}

tensor_record tensor_of(const node& at) {
  tensor_record r{at["name"].text(),   at["file"].text(),          at["dtype"].text(),
                  at["sha256"].text(), at["shape"].list(count_of), {}};
  if (at.has("index")) r.index = at["index"].list(count_of);
  return r;
}

claim_record claim_of(const node& at) {
  claim_record r;
  r.id = at["id"].text();
  constexpr std::size_t longest = 16;
  if (r.id.size() > longest || !std::ranges::all_of(r.id, [](unsigned char c) { return std::isalnum(c) != 0; }))
    at["id"].refuse("is not a name of a claim");
  r.type = at["type"].text();
  at["witness"].each_member([&](const std::string& name, const node& w) {
    if (!w.is_array()) {
      r.matrices[name] = dyadic_of(w);
    } else if (name == "generators" || name == "names") {
      r.texts[name] = w.list(text_of);
    } else {
      r.integers[name] = w.list([&](const node& x) { return name.starts_with("exponent") ? x.exponent() : x.whole(); });
    }
  });
  at["bound"].each_member([&](const std::string& name, const node& b) {
    if (b.is_array())
      r.enclosures[name] = enclosures_of(b);
    else
      r.bounds[name] = upper_bound(b["hi"], b["hi_hex"]);
  });
  return r;
}

core_record core_of(const node& at) {
  core_record r{
      at["method"].text(),
      at["dimension"].count(),
      at["stream_dimensions"].list(count_of),
      at["generators"].list(count_of),
      {},
      upper_bound(at["radius"], at["radius_hex"]),
      at["values"].list(nonnegative),
      at["tails"].list([](const node& t) {
        return tail_record{t["k"].count(), nonnegative(t["value"]), t["multiplicity"].count(), t["coincident"].truth()};
      })};
  if (!at["tau"].is_null()) {
    r.tau = number(at["tau"], parse_decimal);
    if (r.method != "common" || *r.tau <= 0 || *r.tau >= 1) at["tau"].refuse("is no tolerance of a common core");
    if (at["truncation_bound"]["certified"].truth()) at["truncation_bound"].refuse("is never certified");
  } else if (!at["truncation_bound"].is_null()) {
    at["truncation_bound"].refuse("belongs to a tolerance");
  }
  if (r.method != "stream-adapted" && r.method != "common") at["method"].refuse("is no method of this format");
  return r;
}

/// Keys that the format knows, where they would say something that nothing re-establishes.
void refuse_keys(const node& at, std::initializer_list<const char*> keys, const char* reason) {
  for (const char* key : keys)
    if (at.has(key)) at[key].refuse(reason);
}

void refuse_other_members(const node& at, std::initializer_list<std::string_view> known) {
  at.each_member([&](const std::string& key, const node& x) {
    if (std::ranges::count(known, key) == 0) x.refuse("has no meaning here");
  });
}

/// A number that may not exist: null with the reason, and nothing beside it.
bool is_null_with_reason(const node& at) {
  if (!at.has("value") && !at.has("reason")) return false;
  if (!at["value"].is_null()) at["value"].refuse("is not null");
  at["reason"].text();
  refuse_other_members(at, {"value", "reason"});
  return true;
}

std::map<std::string, constant> convention_of(const node& at) {
  std::map<std::string, constant> r;
  at.each_member([&](const std::string& key, const node& x) { r[key] = constant_of(x); });
  return r;
}

/// What a state stands at is said in `subject`, which is `at` itself or the list's owner.
site_record site_of(const node& at, const node& subject) {
  site_record r{.mixer = subject["mixer"].text(),
                .with = subject["with"].text(),
                .site = at["site"].text(),
                .convention = convention_of(subject["convention"]),
                .streams = subject["streams"].count(),
                .width = subject["width"].count(),
                .parameters = at["parameters"].list(tensor_of),
                .state = tensor_of(at["state"]),
                .branch_output = {},
                .radius = {},
                .radius_tensor = {}};
  if (at.has("branch_output") != (r.with == "write")) at.refuse("a branch_output belongs to \"with\": \"write\"");
  if (at.has("branch_output")) r.branch_output = tensor_of(at["branch_output"]);
  return r;
}

mixer_record mixer_of(const node& root) {
  const node at = root["subject"];
  mixer_record r{site_of(at, at),
                 {enclosures_of(root["forward"]["H"]), nonnegative(root["forward"]["row_sum_error"]),
                  nonnegative(root["forward"]["column_sum_error"]), enclosure_of(root["forward"]["min_entry"])},
                 core_of(root["core"]),
                 root["frozen_spectrum"].list([](const node& x) {
                   if (x["multiplicity"].count() != 1) x.refuse("stands for more than one value");
                   return nonnegative(x);
                 })};
  if (r.with != "residual" && r.with != "write" && r.with != "read") at["with"].refuse("is no map of this format");
  const node radius = at["state"]["radius"];
  if (!radius.is_null()) {
    if (radius.has("name"))
      r.radius_tensor = tensor_of(radius);
    else
      r.radius = constant_of(radius).value;
  }
  return r;
}

scaled_enclosure scaled_nonnegative(const node& at) {
  constexpr long limit = 1L << 30;
  scaled_enclosure r{ends_of(at), at.has("exp2") ? at["exp2"].whole() : 0};
  if (r.value.lo < 0) at.refuse("is negative");
  if (r.exp2 < -limit || r.exp2 > limit) at["exp2"].refuse("is too large");
  return r;
}

std::optional<scaled_enclosure> scaled_quantity(const node& at) {
  if (is_null_with_reason(at)) return std::nullopt;
  return scaled_nonnegative(at);
}

product_quantities_record product_quantities_of(const node& at) {
  product_quantities_record r{.norm = scaled_quantity(at["norm"]),
                              .frozen_norm = scaled_quantity(at["frozen_norm"]),
                              .norm_ratio = scaled_quantity(at["norm_ratio"]),
                              .mean_square = scaled_quantity(at["mean_square"]),
                              .frozen_mean_square = scaled_quantity(at["frozen_mean_square"]),
                              .mean_square_ratio = scaled_quantity(at["mean_square_ratio"]),
                              .smallest = scaled_quantity(at["smallest"]),
                              .local_norms_product = {}};
  if (at.has("local_norms_product")) {
    const node norms = at["local_norms_product"];
    refuse_other_members(norms, {"hi", "hi_hex", "exp2"});
    r.local_norms_product = {{0, upper_bound(norms["hi"], norms["hi_hex"])},
                             norms.has("exp2") ? norms["exp2"].exponent() : 0};
  }
  return r;
}

rational decimal_bound(const node& at) {
  rational r = number(at, parse_decimal);
  if (r < 0) at.refuse("is negative");
  return r;
}

rational bound_of(const node& at) { return upper_bound(at["hi"], at["hi_hex"]); }

direction_record direction_of_product(const node& at) {
  direction_record r{.transposed = at["transposed"].truth(),
                     .tensor = {},
                     .vector = {},
                     .log_norm = enclosure_of(at["log_norm"]),
                     .gain = scaled_nonnegative(at["gain"]),
                     .gain_over_norm = {},
                     .image = dyadic_of(at["image"]),
                     .distance = bound_of(at["distance"]),
                     .sine = {}};
  if (at.has("tensor") == at.has("vector")) at.refuse("is not one of a tensor and a vector");
  if (at.has("tensor")) r.tensor = tensor_of(at["tensor"]);
  if (at.has("vector")) r.vector = dyadic_of(at["vector"]);
  if (const node share = at["gain_over_norm"]; !is_null_with_reason(share)) r.gain_over_norm = nonnegative(share);
  if (at.has("sine")) r.sine = bound_of(at["sine"]);
  if (r.sine && r.tensor) at["sine"].refuse("belongs to a vector");
  return r;
}

/// How the producer found the spectrum: of the form of the format, and no claim.
void require_method(const node& at) {
  const auto one_of = [](const node& x, std::initializer_list<std::string_view> words) {
    if (std::ranges::count(words, x.text()) == 0) x.refuse("is no word of this format");
  };
  one_of(at["method"], {"dense", "factored", "largest"});
  one_of(at["norms_of_suffixes"], {"products", "chain", "none"});
  at["arithmetic"].text();
  decimal_bound(at["radius"]);
}

product_record product_of(const node& root) {
  constexpr const char* foreign = "does not belong to a product";
  const node at = root["subject"];
  if (const std::string with = at["with"].text(); with != "residual" && with != "write")
    at["with"].refuse("is no map whose product is taken");
  require_method(root["product"]);
  refuse_keys(root, {"forward", "core"}, foreign);
  refuse_keys(at, {"radius", "site", "parameters", "state", "branch_output"}, foreign);
  refuse_keys(root["quantities"], {"feedback_rank"}, foreign);
  const auto site = [&](const node& x) {
    refuse_keys(x, {"mixer", "with", "convention", "streams", "width", "radius"}, "is one for all sites");
    const node state = x["state"];
    if (state.has("radius") && !state["radius"].is_null()) state["radius"].refuse(foreign);
    return site_of(x, at);
  };
  const auto frozen = [](const node& x) {
    if (x["multiplicity"].count() != 1) x.refuse("stands for more than one value");
    return scaled_nonnegative(x);
  };
  const auto value = [](const node& x) {
    if (x["from"].text() != "product") x["from"].refuse("is not \"product\"");
    refuse_keys(x, {"coincident"}, foreign);
    return scaled_value_record{scaled_nonnegative(x), x["multiplicity"].count()};
  };
  return {.streams = at["streams"].count(),
          .width = at["width"].count(),
          .sites = at["sites"].list(site),
          .norms_at_most = root["local"]["norms_at_most"].list(decimal_bound),
          .norms_product_at_most = decimal_bound(root["local"]["product_at_most"]),
          .spectrum = root["spectrum"].list(value),
          .frozen_spectrum = root["frozen_spectrum"].list(frozen),
          .quantities = product_quantities_of(root["quantities"]),
          .direction = root.has("direction") ? std::optional(direction_of_product(root["direction"])) : std::nullopt};
}

/// A bare null is a quantity that certificates other than of mixers do not have.
quantities_record quantities_of(const node& at, bool is_of_mixer) {
  const auto quantity = [&](const node& x) -> std::optional<enclosure> {
    if ((x.is_null() && !is_of_mixer) || is_null_with_reason(x)) return std::nullopt;
    return nonnegative(x);
  };
  quantities_record r{quantity(at["norm"]),
                      quantity(at["frozen_norm"]),
                      quantity(at["norm_ratio"]),
                      quantity(at["mean_square"]),
                      quantity(at["frozen_mean_square"]),
                      quantity(at["mean_square_ratio"]),
                      quantity(at["smallest"]),
                      {}};
  if (const node rank = at["feedback_rank"]; !rank.is_null()) {
    r.feedback_rank = {rank["at_least"].count(), rank["at_most"].count()};
    if (const std::string theorem = rank["theorem"].text(); theorem != "T1" && theorem != "T8")
      rank["theorem"].refuse("bounds no rank");
  }
  return r;
}

/// A document of another kind than a mixer's has a norm and a smallest value only.
void require_nothing_else(const node& root, const std::string& kind) {
  for (const char* key : {"forward", "core", "frozen_spectrum"})
    if (root.has(key)) root[key].refuse("does not belong to " + kind);
  for (const char* key :
       {"frozen_norm", "norm_ratio", "mean_square", "frozen_mean_square", "mean_square_ratio", "feedback_rank"})
    if (!root["quantities"][key].is_null()) root["quantities"][key].refuse("is not known of " + kind);
}

std::vector<enclosure> gates_of(const node& at, std::size_t n) {
  std::vector<enclosure> gates = at.list(enclosure_of);
  if (!gates.empty() && gates.size() != n) at.refuse("has not one gate a stream");
  return gates;
}

bounded_direction direction_of(const node& at) { return {dyadic_of(at["direction"]), bound_of(at["sine"])}; }

measured_value measured_of(const node& at) {
  if (at.is_text()) {
    if (at.text() != "undecided") at.refuse("is no value");
    return {};
  }
  if (is_null_with_reason(at)) return {};
  if (at.has("index")) {
    refuse_keys(at, {"lo", "hi", "lo_hex", "hi_hex", "value", "at_least", "at_most", "right", "left"},
                "is beside an index");
    return at["index"].count();
  }
  if (at.has("at_least") || at.has("at_most")) {
    refuse_keys(at, {"lo", "hi", "lo_hex", "hi_hex", "value", "right", "left"}, "is beside a count");
    const enclosed_count r{at["at_least"].count(), at["at_most"].count()};
    if (r.at_least > r.at_most) at.refuse("at_least is above at_most");
    return r;
  }
  if (at.has("right") || at.has("left")) {
    refuse_keys(at, {"lo", "hi", "lo_hex", "hi_hex", "value"}, "is beside directions");
    return bounded_directions{direction_of(at["right"]), direction_of(at["left"])};
  }
  return enclosure_of(at);
}

measured_record quantity_of(const node& at) {
  const auto count = [&](const char* key) { return at.has(key) ? std::optional(at[key].count()) : std::nullopt; };
  const auto text = [&](const char* key) { return at.has(key) ? at[key].text() : std::string(); };
  const auto pair = [&](const char* key) -> std::optional<measured_record::range> {
    if (!at.has(key)) return std::nullopt;
    const std::vector<std::size_t> ends = at[key].list(count_of);
    if (ends.size() != 2) at[key].refuse("are not two");
    return measured_record::range(ends[0], ends[1]);
  };
  measured_record r{.name = at["name"].text(),
                    .definition = at["definition"].text(),
                    .mean_over = text("mean_over"),
                    .intervention = text("intervention"),
                    .site = count("site"),
                    .state = count("state"),
                    .sequence = count("sequence"),
                    .stream = count("stream"),
                    .iterations = count("iterations"),
                    .kept = count("kept"),
                    .sites = pair("sites"),
                    .streams = pair("streams"),
                    .replaced = pair("replaced"),
                    .threshold = {},
                    .composite = at.has("composite") && at["composite"].truth(),
                    .value = measured_of(at["value"]),
                    .change = {}};
  if (at.has("change")) r.change = measured_of(at["change"]);
  if (at.has("threshold")) {
    const constant threshold = constant_of(at["threshold"]);
    if (!threshold.word.empty()) at["threshold"].refuse("is a word");
    r.threshold = threshold.value;
  }
  return r;
}

diagnosis_record diagnosis_of(const node& root) {
  const node at = root["subject"];
  diagnosis_record r{
      .mixer = at["mixer"].text(),
      .convention = {},
      .streams = at["streams"].count(),
      .width = at["width"].count(),
      .sites = at["sites"].list([](const node& x) {
        return site_states{x["site"].text(), x["parameters"].list(tensor_of), x["states"].list(tensor_of)};
      }),
      .sequences = at["sequences"].list(count_of),
      .forward = {},
      .quantities = root["quantities"].list(quantity_of)};
  at["convention"].each_member([&](const std::string& key, const node& x) { r.convention[key] = constant_of(x); });
  r.forward = root["forward"].list([&](const node& x) {
    return maps_record{x["site"].count(),
                       x["state"].count(),
                       enclosures_of(x["H"]),
                       {gates_of(x["read"], r.streams), gates_of(x["write"], r.streams)}};
  });
  constexpr const char* foreign = "does not belong to a diagnosis";
  refuse_keys(root, {"spectrum", "core", "frozen_spectrum", "product", "local"}, foreign);
  for (const node& site : at["sites"].list([](const node& x) { return x; }))
    for (const node& state : site["states"].list([](const node& x) { return x; }))
      refuse_keys(state, {"radius"}, foreign);
  return r;
}

json parsed(std::string_view text) {
  try {
    return parse_strictly(text);
  } catch (const json_fault& fault) {
    if (fault.what == json_fault::kind::key_twice)
      throw malformed("the key \"" + printable(fault.key) + "\" stands twice in one object");
    if (fault.what == json_fault::kind::too_deep) throw malformed("it is nested too deeply for a certificate");
    throw malformed("it is not JSON: " + fault.reason);
  }
}

} // namespace

template <class Map> const auto& claim_record::part(const Map& parts, const std::string& name, const char* kind) const {
  const auto found = parts.find(name);
  if (found == parts.end()) throw malformed(std::string("there is no ") + kind + ' ' + name);
  used_.insert(kind + name);
  return found->second;
}

const dyadic_matrix& claim_record::matrix(const std::string& name) const { return part(matrices, name, "witness"); }

const dyadic_matrix& claim_record::matrix(const std::string& name, std::size_t rows, std::size_t cols) const {
  const dyadic_matrix& m = matrix(name);
  if (m.rows != rows || m.cols != cols)
    throw malformed("witness " + name + " is not " + std::to_string(rows) + " x " + std::to_string(cols));
  return m;
}

const std::vector<long>& claim_record::whole_numbers(const std::string& name) const {
  return part(integers, name, "witness");
}

const std::vector<std::string>& claim_record::words(const std::string& name) const {
  return part(texts, name, "witness");
}

const rational& claim_record::bound(const std::string& name) const { return part(bounds, name, "bound"); }

const enclosure_matrix& claim_record::enclosed(const std::string& name, std::size_t rows, std::size_t cols) const {
  const enclosure_matrix& m = part(enclosures, name, "bound");
  if (m.entries.size() != rows * cols || (!m.entries.empty() && m.rows != rows))
    throw malformed("the enclosures of " + name + " are not " + std::to_string(rows) + " x " + std::to_string(cols));
  return m;
}

void claim_record::require_all_used() const {
  const auto require_used = [&](const auto& parts, const std::string& kind) {
    for (const auto& [name, value] : parts)
      if (!used_.contains(kind + name))
        throw malformed("the " + kind + " '" + printable(name) + "' has no meaning in this claim");
  };
  require_used(matrices, "witness");
  require_used(integers, "witness");
  require_used(texts, "witness");
  require_used(bounds, "bound");
  require_used(enclosures, "bound");
}

const claim_record* document::claim(std::string_view type) const {
  const auto found = std::ranges::find(claims, type, &claim_record::type);
  return found == claims.end() ? nullptr : &*found;
}

std::vector<std::string_view> document::claim_types() const {
  std::vector<std::string_view> types{"data"};
  const auto add = [&](std::initializer_list<std::string_view> more) { types.insert(types.end(), more); };
  if (mixer) {
    add({"router", "rotation", "generators", "basis", "core"});
    if (claim("truncation")) add({"truncation"});
    add({"svd"});
    if (mixer->radius || mixer->radius_tensor) add({"state_box"});
    add({"merge", "derived"});
  } else if (construction) {
    add({"exact", "derived"});
  } else if (diagnosis) {
    add({"router", "derived"});
  } else if (product) {
    add({"frozen", "local", "product", "derived"});
    if (product->direction) add({"direction"});
  } else if (matrix->has_values()) {
    add({"svd"});
    if (claim("separated")) add({"separated"});
  }
  return types;
}

void document::require_claims() const {
  const std::vector<std::string_view> types = claim_types();
  for (const claim_record& own : claims)
    if (std::ranges::count(claims, own.id, &claim_record::id) > 1)
      throw malformed("two claims have the name " + printable(own.id));
  auto next = types.begin();
  for (const claim_record& own : claims) {
    next = std::find(next, types.end(), own.type);
    if (next == types.end())
      throw malformed("the claim '" + printable(own.type) + "' is not one of such a certificate, or not in its place");
    ++next;
  }
}

document read_document(std::string_view text) {
  const json value = parsed(text);
  if (text.find('\r') != text.npos)
    throw malformed("there are carriage returns in it: the file was altered on its way");
  const node root(value, "certificate");
  const std::string format = root["format"].text();
  if (format != "mixcert-certificate" && format.starts_with("mixcert-"))
    throw input_error("a document of format \"" + printable(format) + "\" makes no claims that could be checked");
  if (format != "mixcert-certificate") root["format"].refuse("\"" + printable(format) + "\" is not a certificate");
  if (root["version"].whole() != 1) root["version"].refuse("is not 1");
  if (!root["witness_file"].is_null()) root["witness_file"].refuse("this version reads witnesses inside the document");
  document r;
  r.kind = root["subject"]["kind"].text();
  if (r.kind == "mixer") {
    r.mixer = mixer_of(root);
  } else if (r.kind == "matrix") {
    const node at = root["subject"];
    r.matrix = matrix_record{tensor_of(at), {}};
    if (!at["radius"].is_null()) r.matrix->radius = tensor_of(at["radius"]);
    require_nothing_else(root, "a matrix");
  } else if (r.kind == "construction") {
    const node at = root["subject"];
    r.construction = construction_record{at["formula"].text(), {}, at["streams"].count(), at["width"].count()};
    at["parameters"].each_member(
        [&](const std::string& key, const node& x) { r.construction->parameters[key] = constant_of(x); });
    require_nothing_else(root, "a construction");
  } else if (r.kind == "diagnosis") {
    r.diagnosis = diagnosis_of(root);
  } else if (r.kind == "product") {
    r.product = product_of(root);
  } else {
    root["subject"]["kind"].refuse("\"" + printable(r.kind) + "\" is no kind that this version checks");
  }
  if (root["scope"].text() != (r.diagnosis ? scope_of_diagnosis : scope))
    root["scope"].refuse("is not that of such a certificate");
  r.claims = root["claims"].list(claim_of);
  if (r.diagnosis || r.product) return r;
  r.spectrum = root["spectrum"].list([](const node& x) {
    return spectrum_record{nonnegative(x), x["multiplicity"].count(), x["from"].text()};
  });
  r.quantities = quantities_of(root["quantities"], r.mixer.has_value());
  return r;
}

} // namespace mixcert::checker
