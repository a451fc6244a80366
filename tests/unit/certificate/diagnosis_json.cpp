// The document of a diagnosis: written and read back without loss, and refused when anything in it is not as it must
// be.
#include "mixcert/certificate/diagnosis.hpp"
#include "mixcert/certificate/json.hpp"
#include "mixcert/error.hpp"
#include "mixcert/mixer/static.hpp"
#include "support/json_edits.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace mixcert::test;
using mixcert::diagnosis;
using mixcert::diagnosis_from_json;
using mixcert::input_error;
using mixcert::measured_quantity;
using mixcert::tensor;

namespace {

tensor named(const std::string& name, std::vector<std::size_t> shape, std::vector<double> values) {
  return {name, "site.safetensors", mixcert::dtype::f64, std::move(shape), std::move(values), {}, "00"};
}

mixcert::diagnosed_site site(const std::string& prefix) {
  return {prefix,
          {named(prefix + ".H", {2, 2}, {0.75, 0.5, -0.25, 1.25}), named(prefix + ".pre", {2}, {3, 1}),
           named(prefix + ".post", {2}, {1, 1})},
          {named("site000.X", {2, 2}, {1, 2, 3, -1}), named("site001.X", {2, 2}, {1, 2, 0, 0})}};
}

/// Two sites and states, of which one has a stream that is zero; the write gates have no winner.
const diagnosis& measured() {
  static const diagnosis d = [] {
    mixcert::diagnosis_request request;
    request.family = &mixcert::static_mixer();
    request.convention = convention_of(*request.family, {{"kind", "matrix"}});
    request.sites = {site("a"), site("b")};
    request.sequences = {1, 1};
    request.ranges = {{0, 0}};
    diagnosis result = diagnose(request);
    result.notes = {"one", "two, with a comma"};
    return result;
  }();
  return d;
}

/// With one quantity alone.
std::string document_of(const measured_quantity& q) {
  diagnosis d = measured();
  d.quantities = {q};
  return to_json(d);
}

const measured_quantity& first(auto condition) {
  const auto found = std::ranges::find_if(measured().quantities, condition);
  BOOST_REQUIRE(found != measured().quantities.end());
  return *found;
}

/// A quantity of each kind of place and value.
std::vector<measured_quantity> specimens() {
  using q = const measured_quantity&;
  return {first([](q x) { return x.where.streams.size() == 2; }),
          first([](q x) { return x.where.streams.size() == 1 && x.where.sequence; }),
          first([](q x) { return std::holds_alternative<std::size_t>(x.value); }),
          first([](q x) { return std::holds_alternative<mixcert::undecided>(x.value); }),
          first([](q x) { return std::holds_alternative<mixcert::not_bounded>(x.value); }),
          first([](q x) { return x.name == "agm_forward" && x.where.mean_over == "sites and states"; }),
          first([](q x) { return x.name == "agm_forward" && x.where.composite && x.where.replaced; }),
          first([](q x) { return x.name == "read_top_k_scale"; }),
          first([](q x) { return x.where.kept && x.change; })};
}

std::string refusal(const std::string& text) {
  try {
    diagnosis_from_json(text, "diagnosis.json");
    return "";
  } catch (const input_error& error) {
    return error.what();
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(diagnosis_json)

BOOST_AUTO_TEST_CASE(round_trip) {
  const std::string text = to_json(measured());
  const diagnosis read = diagnosis_from_json(text, "diagnosis.json");
  BOOST_TEST((to_json(read) == text));
  BOOST_TEST(summary(read) == summary(measured()));
  BOOST_TEST(mixcert::certificate_kind(text, "diagnosis.json") == "diagnosis");
}

BOOST_AUTO_TEST_CASE(files_of_the_data) {
  diagnosis d = measured();
  d.subject.sites[1].states[0].file = "b.npy";
  d.subject.sites[0].parameters[2].file = "a.safetensors";
  const std::vector<std::string> files = mixcert::data_files(to_json(d), "diagnosis.json");
  BOOST_TEST((files == std::vector<std::string>{"a.safetensors", "b.npy", "site.safetensors"}));
}

BOOST_AUTO_TEST_CASE(each_field_is_needed) {
  for (const measured_quantity& q : specimens())
    for (const json_edit& edit : without_each_member(document_of(q))) {
      const std::string message = refusal(edit.text);
      if (message.empty())
        BOOST_TEST((edit.path == ".notes" || edit.path.find(".convention.") != std::string::npos ||
                    edit.path == ".quantities[0].stream" || edit.path == ".quantities[0].streams" ||
                    edit.path == ".quantities[0].change"),
                   edit.path << " may be left out");
      else
        BOOST_TEST(message.rfind("diagnosis.json", 0) == 0u, edit.path << ": '" << message << "'");
    }
}

BOOST_AUTO_TEST_CASE(one_value_each) {
  for (const measured_quantity& q : specimens()) {
    std::string text = document_of(q);
    const std::size_t quantities = text.find("\"quantities\"");
    const std::string opening = "\"value\": {";
    const std::size_t value = text.find(opening, quantities);
    if (value == std::string::npos) continue; // undecided
    const bool is_enclosure = text.compare(text.find('"', value + opening.size()), 4, "\"lo\"") == 0;
    text.insert(value + opening.size(), is_enclosure ? "\"value\": null, \"reason\": \"x\", " : "\"lo\": \"0\", ");
    BOOST_TEST(refusal(text).find("has no meaning beside") != std::string::npos, text.substr(value, 80));
  }
}

// Whatever stands in a field's place, the answer is a refusal or a diagnosis that can be written and shown.
BOOST_AUTO_TEST_CASE(each_field_replaced) {
  for (const measured_quantity& q : specimens())
    for (const char* value : {"null", "true", "-1", "1.5", "1", "18446744073709551615", "\"\"", "\"x\"", "\"top-k\"",
                              "\"sites and states\"", "[]", "[[]]", "[0, 1]", "{}", "{\"value\": null}"})
      for (const json_edit& edit : with_each_member_replaced(document_of(q), value)) {
        const std::string message = refusal(edit.text);
        if (message.empty()) {
          const diagnosis d = diagnosis_from_json(edit.text, "diagnosis.json");
          to_json(d);
          summary(d);
        } else {
          BOOST_TEST(message.rfind("diagnosis.json", 0) == 0u, edit.path << " = " << value << ": '" << message << "'");
        }
      }
}

BOOST_AUTO_TEST_SUITE_END()
