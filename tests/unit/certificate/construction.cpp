// Certificates from closed forms alone.
#include "mixcert/certificate/construction_certificate.hpp"
#include "mixcert/certificate/json.hpp"
#include "support/json_edits.hpp"
#include "support/refusal.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace mixcert::test {
namespace {

using numbers = std::map<std::string, exact_constant>;

numbers given(const std::map<std::string, std::string>& texts) {
  numbers r;
  for (const auto& [name, text] : texts) r.emplace(name, exact_constant(text));
  return r;
}

construction_certificate chain(const char* K, const char* L, const char* d) {
  return certify_construction("T11", given({{"K", K}, {"L", L}, {"d", d}}));
}

bool is_point(const enclosure& x, double value) { return x.lower() == value && x.upper() == value; }

/// The smallest interval with binary64 ends.
bool is_tight(const enclosure& x) { return x.upper() == std::nextafter(x.lower(), INFINITY); }

} // namespace

BOOST_AUTO_TEST_SUITE(constructions)

BOOST_AUTO_TEST_CASE(rational_values_outward) {
  const construction_certificate c = chain("0.1", "64", "8");
  BOOST_TEST((c.streams == 3 && c.width == 8 && c.spectrum.size() == 2));
  BOOST_TEST(contains(c.spectrum[0].value, pown(rational(11, 10), 64)));
  BOOST_TEST(is_tight(c.spectrum[0].value));
  BOOST_TEST((is_point(c.spectrum[1].value, 1) && c.spectrum[1].multiplicity == 23));
}

BOOST_AUTO_TEST_CASE(binary64_values_are_points) {
  BOOST_TEST(is_point(chain("1", "64", "2").spectrum[0].value, 0x1p64));
  BOOST_TEST(is_point(chain("-2", "3", "2").spectrum[0].value, 1));
  BOOST_TEST(is_point(chain("0x1p-1", "2", "1").spectrum[0].value, 2.25));
  const construction_certificate flat = certify_construction("T10", given({{"K", "0"}, {"epsilon", "1e-8"}}));
  BOOST_TEST((is_point(flat.spectrum[0].value, 1) && is_point(flat.spectrum[1].value, 0)));
  // A rational root.
  const construction_certificate root = certify_construction("T10", given({{"K", "3"}, {"epsilon", "3"}}));
  BOOST_TEST(contains(sqr(interval(root.spectrum[0].value)), rational(13, 4)));
  BOOST_TEST(is_point(certify_construction("T10", given({{"K", "0.75"}, {"epsilon", "0"}})).spectrum[0].value, 1.25));
}

BOOST_AUTO_TEST_CASE(values_descend) {
  const construction_certificate zero = chain("-1", "2", "4"), small = chain("-0.5", "2", "4");
  BOOST_TEST((is_point(zero.spectrum[0].value, 1) && zero.spectrum[0].multiplicity == 11));
  BOOST_TEST((is_point(zero.spectrum[1].value, 0) && zero.spectrum[1].multiplicity == 1));
  BOOST_TEST((is_point(small.spectrum[1].value, 0.25)));
  const claim& exact = small.claims.at(1);
  BOOST_TEST((exact.names.at("names") == std::vector<std::string>{"1", "|1 + K|^L"}));
  BOOST_TEST((exact.integers.at("multiplicity") == std::vector<long>{11, 1}));
  BOOST_TEST(is_point(chain("5", "0", "1").spectrum[0].value, 1)); // no layer
}

BOOST_AUTO_TEST_CASE(wrong_parameters_are_refused) {
  for (const auto& [K, L, d] : {std::tuple{"1", "1.5", "2"}, {"1", "-1", "2"}, {"1", "1", "0"}, {"1", "1", "1e12"}})
    BOOST_CHECK_THROW(chain(K, L, d), input_error);
  BOOST_CHECK_THROW(certify_construction("T11", given({{"K", "1"}, {"L", "1"}})), input_error);
  BOOST_CHECK_THROW(certify_construction("T10", given({{"K", "1"}, {"epsilon", "-1"}})), input_error);
  BOOST_CHECK_THROW(certify_construction("T12", given({{"K", "1"}})), input_error);
  BOOST_CHECK_NO_THROW(certify_construction("T10", given({{"K", "1"}, {"epsilon", "-0.999"}})));
}

BOOST_AUTO_TEST_CASE(beyond_binary64_nothing_is_certified) {
  BOOST_CHECK_THROW(chain("1", "1024", "2"), not_certified);
  BOOST_CHECK_NO_THROW(chain("1", "1023", "2"));
  const enclosure tiny = chain("-0.5", "1100", "2").spectrum[1].value;
  BOOST_TEST((tiny.lower() == 0 && tiny.upper() == 0x1p-1074));
}

BOOST_AUTO_TEST_CASE(documents_are_read_back) {
  for (const construction_certificate& c : {chain("0.1", "64", "8"), chain("-1", "2", "4"),
                                            certify_construction("T10", given({{"K", "3"}, {"epsilon", "0x1p-3"}}))}) {
    const std::string text = to_json(c);
    BOOST_TEST(certificate_kind(text, "c") == "construction");
    BOOST_TEST(to_json(construction_from_json(text, "c")) == text);
    BOOST_TEST(!summary(construction_from_json(text, "c")).empty());
  }
}

// What is missing or of another kind is refused in words, or was not needed.
BOOST_AUTO_TEST_CASE(damaged_documents_are_refused) {
  const std::string text = to_json(chain("0.1", "64", "8"));
  std::vector<json_edit> edits = without_each_member(text);
  for (const char* value : {"null", "-1", "\"x\"", "[]", "{}"})
    for (json_edit& edit : with_each_member_replaced(text, value)) edits.push_back(std::move(edit));
  std::size_t refused = 0;
  for (const json_edit& edit : edits) BOOST_TEST_CONTEXT(edit.path) {
      try {
        construction_from_json(edit.text, "c");
      } catch (const input_error&) {
        ++refused;
      }
    }
  BOOST_TEST(refused > edits.size() / 2);
}

BOOST_AUTO_TEST_CASE(forms_of_another_theorem_are_refused) {
  std::string text = to_json(chain("0.1", "64", "8"));
  const auto changed = [&text](const std::string& from, const std::string& to) {
    std::string r = text;
    return r.replace(r.find(from), from.size(), to);
  };
  for (const auto& [from, to] : {std::pair{"|1 + K|^L", "|1 + K|^L + 1"},
                                 {"\"width\": 8", "\"width\": 9"},
                                 {"\"streams\": 3", "\"streams\": 4"},
                                 {"\"decimal\": \"64\"", "\"decimal\": \"64.5\""},
                                 {"\"formula\": \"T11\"", "\"formula\": \"T10\""},
                                 {"\"multiplicity\": 23", "\"multiplicity\": 22"}})
    BOOST_CHECK_THROW(construction_from_json(changed(from, to), "c"), input_error);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
