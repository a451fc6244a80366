#include "mixcert/certificate/detail/json_reader.hpp"

#include "mixcert/certificate/dyadic.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>

namespace mixcert::json_reader {
namespace {

constexpr int deepest_nesting = 32;

convention_value read_constant(const node& at) {
  if (at.has("text")) return parsed(at["text"], convention_value::word);
  return read_number(at);
}

} // namespace

long node::integer() const {
  if (!value_.is_number_integer()) refuse("expected an integer");
  if (value_.is_number_unsigned() && value_.get<std::uint64_t>() > std::numeric_limits<long>::max())
    refuse("the integer is too large");
  return value_.get<long>();
}

json parse_document(std::string_view text, const std::string& source) {
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
                      "; name a file that certify, spectrum, product, diagnose or reproduce wrote with -o");
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

void refuse_other_members(const node& at, std::initializer_list<std::string_view> known, const char* beside) {
  at.each_member([&](const std::string& key, const node& x) {
    if (std::ranges::count(known, key) == 0) x.refuse(std::string("has no meaning beside ") + beside);
  });
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

bool is_null_with_reason(const node& at) {
  if (!at.has("value") && !at.has("reason")) return false;
  if (!at["value"].is_null()) at["value"].refuse("must be null");
  at["reason"].text();
  refuse_other_members(at, {"value", "reason"}, "a null");
  return true;
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

tensor_reference read_indexed_reference(const node& at) {
  tensor_reference r = read_reference(at);
  r.index = read_counts(at["index"]);
  return r;
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

exact_constant read_number(const node& at) {
  const bool is_hex = at.has("hex");
  exact_constant c =
      parsed(at[is_hex ? "hex" : "decimal"], [](const std::string& text) { return exact_constant(text); });
  if (c.is_hex() != is_hex) at.refuse("the number is not written in the form its key names");
  return c;
}

mixer_convention read_convention(const node& at) {
  mixer_convention r;
  at.each_member([&](const std::string& key, const node& c) { r.emplace(key, read_constant(c)); });
  return r;
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

producer read_producer(const node& at) {
  return {at["version"].text(), at["compiler"].text(), at["arithmetic"].text()};
}

} // namespace mixcert::json_reader
