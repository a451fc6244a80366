// The document: written and read back without loss, and refused when anything in it is not as it must be.
#include "certified.hpp"

#include "mixcert/certificate/json.hpp"
#include "mixcert/error.hpp"
#include "support/json_edits.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <limits>

using mixcert::certificate;
using mixcert::from_json;
using mixcert::interval;

namespace {

/// The message of the refusal; empty when the text is accepted. Any other exception fails the test.
std::string refusal(const std::string& text) {
  try {
    from_json(text, "proof.json");
    return "";
  } catch (const mixcert::input_error& error) {
    return error.what();
  }
}

void check_refused(const std::string& text, std::initializer_list<const char*> pieces) {
  const std::string message = refusal(text);
  BOOST_TEST(message.rfind("proof.json", 0) == 0u, "'" << message << "'");
  for (const char* piece : pieces)
    BOOST_TEST(message.find(piece) != std::string::npos, "'" << message << "' does not say '" << piece << "'");
}

/// The text with the first occurrence of `old` after `mark` replaced.
std::string edited(std::string text, const std::string& mark, const std::string& old, const std::string& put) {
  const std::size_t place = text.find(old, text.find(mark));
  BOOST_REQUIRE(place != std::string::npos);
  return text.replace(place, old.size(), put);
}

std::string small_document() {
  static const std::string text = to_json(certified(small_hc_input(1, 2, 5)));
  return text;
}

/// The value of the first "key": "value" after `mark`.
std::string value_after(const std::string& text, const std::string& mark, const std::string& key) {
  const std::string before = "\"" + key + "\": \"";
  const std::size_t start = text.find(before, text.find(mark)) + before.size();
  return text.substr(start, text.find('"', start) - start);
}

void check_round_trip(const certificate& c) {
  const std::string text = to_json(c);
  BOOST_TEST((to_json(from_json(text, "proof.json")) == text));
  BOOST_TEST((same_layout(text) == text));
}

mixcert::mixer_input constant_router() {
  mixcert::mixer_input input = small_hc_input(2, 3, 4);
  input.parameters["dynamic_alpha_scale"] = {0};
  return input;
}

} // namespace

BOOST_AUTO_TEST_SUITE(json)

BOOST_AUTO_TEST_CASE(round_trip) {
  for (const auto& [n, d] : {std::pair{1, 1}, {1, 4}, {2, 5}, {3, 3}, {4, 9}})
    check_round_trip(certified(small_hc_input(40 + n, n, d)));
  check_round_trip(certified(constant_router())); // an empty core
  check_round_trip(certified(never_mixed_input(2, 3)));
}

BOOST_AUTO_TEST_CASE(round_trip_of_special_problems) {
  for (const named_problem& x : special_problems()) BOOST_TEST_CONTEXT(x.name) {
      check_round_trip(certified(x.p, {24, 40, 384}));
    }
}

BOOST_AUTO_TEST_CASE(round_trip_of_unusual_contents) {
  certificate c = certified(small_hc_input(3, 2, 5));
  c.subject.site = "l\xc3\xa4yers \"0\"\\\n\t\x01";
  c.subject.state.index = {};
  c.subject.convention.at("norm_clamp") = mixcert::exact_constant("1e-12");
  c.notes = {"one", "two, with a comma"};
  c.quantities.norm_ratio.reset();
  c.core.values = {interval(std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max()),
                   interval(0.0), interval(0.1, 0.1)};
  c.core.dimension = 3;
  c.forward.H(0, 1) = interval(-std::numeric_limits<double>::max(), -1e-310);
  c.core.radius = std::numeric_limits<double>::denorm_min();
  c.claims.front().integers["large"] = {std::numeric_limits<long>::min(), std::numeric_limits<long>::max()};
  check_round_trip(c);
}

BOOST_AUTO_TEST_CASE(what_is_read_is_what_was_written) {
  const certificate c = certified(small_hc_input(4, 2, 5)), r = from_json(to_json(c), "proof.json");
  BOOST_TEST(r.subject.mixer == "hc");
  BOOST_TEST(r.subject.streams == 2u);
  BOOST_TEST(r.subject.state.index.size() == 2u);
  BOOST_TEST(r.subject.convention.at("norm_clamp").text() == c.subject.convention.at("norm_clamp").text());
  BOOST_TEST(r.core.radius == c.core.radius);
  BOOST_TEST(r.spectrum.size() == c.spectrum.size());
  for (std::size_t i = 0; i < c.spectrum.size(); ++i) {
    BOOST_TEST(r.spectrum[i].value.lower() == c.spectrum[i].value.lower());
    BOOST_TEST(r.spectrum[i].value.upper() == c.spectrum[i].value.upper());
    BOOST_TEST(r.spectrum[i].multiplicity == c.spectrum[i].multiplicity);
  }
  BOOST_TEST(r.claims.size() == c.claims.size());
  for (std::size_t i = 0; i < c.claims.size(); ++i) {
    BOOST_TEST(r.claims[i].type == c.claims[i].type);
    BOOST_TEST((r.claims[i].bounds == c.claims[i].bounds));
    BOOST_TEST((r.claims[i].integers == c.claims[i].integers));
    BOOST_TEST((r.claims[i].names == c.claims[i].names));
    BOOST_TEST(r.claims[i].matrices.size() == c.claims[i].matrices.size());
    for (const auto& [name, matrix] : c.claims[i].matrices)
      BOOST_TEST((r.claims[i].matrices.at(name).entries == matrix.entries));
  }
}

// Also where the lists are empty, and nothing tells names from integers but the place.
BOOST_AUTO_TEST_CASE(empty_lists_keep_their_kind) {
  const certificate r = from_json(to_json(certified(constant_router())), "proof.json");
  BOOST_TEST(claim_of(r, "generators").names.at("generators").empty());
  BOOST_TEST(claim_of(r, "generators").integers.at("exponents").empty());
}

BOOST_AUTO_TEST_CASE(unknown_keys_are_ignored) {
  const std::string text =
      edited(small_document(), "", "\"version\": 1", "\"future\": {\"a\": [1, null]}, \"version\": 1");
  BOOST_TEST(refusal(text) == "");
  BOOST_TEST((to_json(from_json(text, "proof.json")) == small_document()));
}

BOOST_AUTO_TEST_CASE(nothing_stands_beside_a_null) {
  check_refused(edited(small_document(), "\"norm_ratio\"", "\"lo\"", "\"value\": null, \"reason\": \"x\", \"lo\""),
                {"quantities.norm_ratio", "beside a null"});
  check_refused(edited(small_document(), "\"norm_ratio\"", "\"lo\"", "\"value\": null, \"lo\""),
                {"quantities.norm_ratio", "reason"});
}

BOOST_AUTO_TEST_CASE(a_file_name_that_is_not_utf8) {
  certificate c = certified(small_hc_input(5, 1, 2));
  c.subject.state.file = "caf\xe9.safetensors";
  const std::string text = to_json(c);
  BOOST_TEST(refusal(text) == "");
  BOOST_TEST((to_json(from_json(text, "proof.json")) == text));
}

BOOST_AUTO_TEST_CASE(refusals_are_no_certificates) {
  const std::string text = mixcert::refusal_json(certified(small_hc_input(5, 1, 2)).subject, "a reason");
  BOOST_TEST((same_layout(text) == text));
  check_refused(text, {".format", "mixcert-refusal"});
}

BOOST_AUTO_TEST_CASE(each_field_is_needed) {
  std::size_t refused = 0;
  for (const std::string& document : {small_document(), to_json(certified(never_mixed_input(2, 3)))})
    for (const json_edit& edit : without_each_member(document)) {
      const std::string parent = edit.path.substr(0, edit.path.size() - edit.key.size() - 1);
      const bool free_names =
          parent.find(".convention") != std::string::npos || parent.ends_with(".witness") || parent.ends_with(".bound");
      const std::string message = refusal(edit.text);
      if (message.empty()) {
        BOOST_TEST((free_names || edit.path == ".notes"), edit.path << " may be left out");
        continue;
      }
      ++refused;
      BOOST_TEST(message.rfind("proof.json" + parent, 0) == 0u, edit.path << ": '" << message << "'");
      BOOST_TEST((free_names || message.find(edit.key) != std::string::npos), edit.path << ": '" << message << "'");
    }
  BOOST_TEST(refused > 100u);
}

// Whatever stands in a field's place, the answer is a refusal or a certificate that can be written again.
BOOST_AUTO_TEST_CASE(each_field_replaced) {
  for (const char* value : {"null", "true", "-1", "1.5", "18446744073709551615", "1e400", "\"\"", "\"x\"", "\"nan\"",
                            "[]", "[[]]", "[\"1\"]", "{}", "{\"value\": null}"}) {
    if (std::string(value) == "1e400") continue; // not JSON for the editor; see below
    for (const json_edit& edit : with_each_member_replaced(small_document(), value)) {
      const std::string message = refusal(edit.text);
      if (message.empty())
        to_json(from_json(edit.text, "proof.json"));
      else
        BOOST_TEST(message.rfind("proof.json", 0) == 0u, edit.path << " = " << value << ": '" << message << "'");
    }
  }
}

BOOST_AUTO_TEST_CASE(duplicate_keys) {
  check_refused(edited(small_document(), "", "\"version\": 1", "\"version\": 1, \"version\": 1"),
                {"\"version\"", "twice"});
  check_refused(
      edited(small_document(), "\"spectrum\"", "\"multiplicity\": 1", "\"multiplicity\": 1, \"multiplicity\": 2"),
      {"\"multiplicity\"", "twice"});
  check_refused(edited(small_document(), "\"convention\"", "\"norm_clamp\"",
                       "\"gamma_offset\": {\"decimal\": \"0\"}, \"norm_clamp\""),
                {"\"gamma_offset\"", "twice"});
  check_refused(edited(small_document(), "", "\"format\"", "\"future\": {\"a\": 1, \"a\": 2}, \"format\""),
                {"\"a\"", "twice"});
}

BOOST_AUTO_TEST_CASE(ends_that_are_no_numbers) {
  const std::string text = small_document();
  for (const char* key : {"lo_hex", "hi_hex"})
    for (const char* end :
         {"nan", "NaN", "inf", "-inf", "1e400", "0x1p+1024", "1.5", "", "0x1.8", "0x1p-1075", " 0x1p+0"})
      check_refused(edited(text, "\"spectrum\": [", value_after(text, "\"spectrum\": [", key), end), {".spectrum[0]"});
  for (const char* key : {"lo", "hi"})
    for (const char* end : {"nan", "NaN", "inf", "-inf", "0x1p+0", "", "1,5", " 1", "1e", "--1"})
      check_refused(edited(text, "\"spectrum\": [", value_after(text, "\"spectrum\": [", key), end), {".spectrum[0]"});
  check_refused(edited(text, "\"spectrum\": [", value_after(text, "\"spectrum\": [", "lo"), "1e400"), {".spectrum[0]"});
  check_refused(edited(text, "\"spectrum\": [", value_after(text, "\"spectrum\": [", "hi"), "-1e400"),
                {".spectrum[0]"});
  check_refused(edited(text, "\"spectrum\": [", "\"" + value_after(text, "\"spectrum\": [", "hi") + "\"", "NaN"),
                {"is not a certificate (JSON)"});
  check_refused(edited(text, "\"spectrum\": [", "\"" + value_after(text, "\"spectrum\": [", "hi") + "\"", "1e400"),
                {"is not a certificate (JSON)"});
  check_refused(edited(text, "\"spectrum\": [", "\"" + value_after(text, "\"spectrum\": [", "hi") + "\"", "1.5"),
                {".spectrum[0].hi", "string"});
}

BOOST_AUTO_TEST_CASE(ends_in_the_wrong_order) {
  const std::string text = small_document();
  for (const char* list : {"\"spectrum\": [", "\"frozen_spectrum\": [", "\"values\": [", "\"min_entry\":"}) {
    const std::string lo = value_after(text, list, "lo_hex"), hi = value_after(text, list, "hi_hex");
    BOOST_REQUIRE(lo != hi);
    const std::string swapped = edited(edited(text, list, "\"lo_hex\": \"" + lo, "\"lo_hex\": \"" + hi), list,
                                       "\"hi_hex\": \"" + hi, "\"hi_hex\": \"" + lo);
    check_refused(swapped, {"lo is above hi"});
  }
}

BOOST_AUTO_TEST_CASE(decimals_that_do_not_contain) {
  const std::string text = small_document();
  const auto with_ends = [&](const char* lo, const char* hi, const char* lo_hex, const char* hi_hex) {
    const std::string list = "\"spectrum\": [";
    std::string r = text;
    for (const auto& [key, value] : {std::pair{"lo", lo}, {"hi", hi}, {"lo_hex", lo_hex}, {"hi_hex", hi_hex}})
      r = edited(r, list, "\"" + std::string(key) + "\": \"" + value_after(r, list, key),
                 "\"" + std::string(key) + "\": \"" + value);
    return r;
  };
  BOOST_TEST(refusal(with_ends("1", "2", "0x1p+0", "0x1p+1")) == "");
  BOOST_TEST(refusal(with_ends("0.1", "0.1000000000000000056", "0x0p+0", "0x1.999999999999ap-4")) != "");
  check_refused(with_ends("1.0000000000000001e+00", "2", "0x1p+0", "0x1p+1"), {".spectrum[0]", "do not contain"});
  check_refused(with_ends("1", "1.9999999999999999e+00", "0x1p+0", "0x1p+1"), {".spectrum[0]", "do not contain"});
  // A tenth is below the binary64 number of that name, by less than binary64 can tell.
  check_refused(with_ends("0", "0.1", "0x0p+0", "0x1.999999999999ap-4"), {".spectrum[0]", "do not contain"});
  BOOST_TEST(refusal(with_ends("0", "0.1000000000000000056", "0x0p+0", "0x1.999999999999ap-4")) == "");
  BOOST_TEST(refusal(with_ends("-1e400", "1e400", "0x1p+0", "0x1p+1")) == ""); // loose, not wrong
  const std::string bound = value_after(text, "\"rotation\"", "hi");
  check_refused(edited(text, "\"rotation\"", bound, "1e-60"), {".claims[2].bound", "below"});
  const std::string radius = value_after(text, "", "radius");
  check_refused(edited(text, "", radius, "1e-60"), {".core.radius", "below"});
}

BOOST_AUTO_TEST_CASE(bounds_below_zero) {
  const std::string text = small_document();
  check_refused(edited(text, "\"rotation\"", value_after(text, "\"rotation\"", "hi_hex"), "-0x1p-100"),
                {".claims[2].bound", "negative"});
  check_refused(edited(text, "", value_after(text, "", "radius_hex"), "-0x1p-100"), {".core.radius", "negative"});
}

BOOST_AUTO_TEST_CASE(what_is_no_document) {
  const std::string text = small_document();
  for (const std::string& wrong :
       {std::string(), std::string("x"), text + "x", text + "{}", text + text, text.substr(0, text.size() / 2),
        "[" + text, std::string("{") + text, std::string(1, '\0') + text})
    check_refused(wrong, {"is not a certificate (JSON)"});
  for (const char* wrong : {"null", "[]", "1", "\"mixcert-certificate\""}) check_refused(wrong, {"object"});
  check_refused("{}", {"format"});
  check_refused(std::string(100000, '['), {"deep"});
  std::string nested = "{\"format\": ";
  for (int k = 0; k < 100; ++k) nested += "{\"a\":";
  check_refused(nested, {"deep"});
}

BOOST_AUTO_TEST_CASE(other_formats_and_versions) {
  const std::string text = small_document();
  check_refused(edited(text, "", "mixcert-certificate", "mixcert-proof"), {".format", "mixcert-proof"});
  check_refused(edited(text, "", "\"version\": 1", "\"version\": 2"), {".version", "version 1"});
  check_refused(edited(text, "", "\"version\": 1", "\"version\": \"1\""), {".version"});
  check_refused(edited(text, "", "\"version\": 1", "\"version\": 1.0"), {".version"});
  check_refused(edited(text, "", "\"kind\": \"mixer\"", "\"kind\": \"product\""), {".subject.kind"});
}

BOOST_AUTO_TEST_CASE(words_among_the_constants) {
  certificate c = from_json(small_document(), "proof.json");
  c.subject.convention.emplace("order", mixcert::convention_value::word("columns-rows"));
  const std::string text = to_json(c);
  BOOST_TEST(value_after(text, "\"order\"", "text") == "columns-rows");
  const certificate r = from_json(text, "proof.json");
  BOOST_TEST(!r.subject.convention.at("order").is_number());
  BOOST_TEST(r.subject.convention.at("order").text() == "columns-rows");
  check_refused(edited(text, "\"order\"", "columns-rows", "columns rows"), {".subject.convention.order", "word"});
  check_refused(edited(text, "\"order\"", "\"text\"", "\"decimal\""), {".subject.convention.order"});
}

BOOST_AUTO_TEST_CASE(constants_in_the_wrong_form) {
  const std::string text = small_document();
  const std::string clamp = value_after(text, "\"norm_clamp\"", "hex");
  check_refused(edited(text, "\"norm_clamp\"", clamp, "1e-12"), {".subject.convention.norm_clamp"});
  check_refused(edited(text, "\"norm_clamp\"", "\"hex\"", "\"decimal\""), {".subject.convention.norm_clamp"});
  check_refused(edited(text, "\"norm_clamp\"", clamp, "zero"), {".subject.convention.norm_clamp", "zero"});
}

BOOST_AUTO_TEST_CASE(rows_of_different_length) {
  check_refused(edited(small_document(), "\"H\":", "],",
                       ", {\"lo\": \"0\", \"hi\": \"0\", \"lo_hex\": \"0x0p+0\", \"hi_hex\": \"0x0p+0\"}],"),
                {".forward.H[1]", "length"});
}

BOOST_AUTO_TEST_SUITE_END()
