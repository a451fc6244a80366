// The document of a product: written and read back without loss, and refused when anything in it is not as it must be.
#include "mixcert/certificate/json.hpp"
#include "mixcert/certificate/product_certificate.hpp"
#include "mixcert/error.hpp"
#include "mixcert/mixer/hc.hpp"
#include "support/hc_cases.hpp"
#include "support/json_edits.hpp"

#include <boost/test/unit_test.hpp>

using namespace mixcert::test;
using mixcert::input_error;
using mixcert::interval;
using mixcert::product_certificate;
using mixcert::product_from_json;
using mixcert::product_method;

namespace {

mixcert::product_site site(std::uint64_t seed, std::size_t n, std::size_t d, bool with_branch_output) {
  mixcert::product_site s{small_hc_input(seed, n, d), {}};
  s.subject.site = "layers." + std::to_string(seed);
  s.subject.parameters = {{s.subject.site + ".norm.gamma", "weights.safetensors", "F32", {d}, "00", {}}};
  s.subject.state = {"site000.X", "trajectory.safetensors", "BF16", {n, d}, "11", {0, 3}};
  if (with_branch_output) {
    s.input.branch_output = std::vector<double>(d, 0.5);
    s.subject.branch_output =
        mixcert::tensor_reference{"site000.y", "trajectory.safetensors", "F64", {d}, "22", {0, 3}};
  }
  return s;
}

product_certificate certified(std::size_t sites, std::size_t n, std::size_t d, bool with_branch_output = false,
                              const mixcert::product_options& options = {.method = product_method::dense}) {
  std::vector<mixcert::product_site> all;
  for (std::size_t l = 0; l < sites; ++l) all.push_back(site(l + 1, n, d, with_branch_output));
  return certify_product(mixcert::hc_mixer(), all, options);
}

/// With a direction that was given, or one that was looked for.
product_certificate with_direction(bool given, bool transposed, int digits = 0) {
  mixcert::direction_request request{{}, transposed};
  if (given)
    request.given = mixcert::tensor{
        .name = "z", .file = "z.npz", .shape = {2, 3}, .values = {1, 0, -2, 0, 3, 0.5}, .index = {4}, .sha256 = "33"};
  return certified(2, 2, 3, false, {digits, product_method::automatic, request});
}

std::string small_document() {
  static const std::string text = to_json(certified(2, 2, 3));
  return text;
}

std::string refusal(const std::string& text) {
  try {
    product_from_json(text, "product.json");
    return "";
  } catch (const input_error& error) {
    return error.what();
  }
}

void check_refused(const std::string& text, std::initializer_list<const char*> pieces) {
  const std::string message = refusal(text);
  BOOST_TEST(message.rfind("product.json", 0) == 0u, "'" << message << "'");
  for (const char* piece : pieces)
    BOOST_TEST(message.find(piece) != std::string::npos, "'" << message << "' does not say '" << piece << "'");
}

/// The text with the first occurrence of `old` after `mark` replaced.
std::string edited(std::string text, const std::string& mark, const std::string& old, const std::string& put) {
  const std::size_t place = text.find(old, text.find(mark));
  BOOST_REQUIRE(place != std::string::npos);
  return text.replace(place, old.size(), put);
}

/// The value of the first "key": "value" after `mark`.
std::string value_after(const std::string& text, const std::string& mark, const std::string& key) {
  const std::string before = "\"" + key + "\": \"";
  const std::size_t start = text.find(before, text.find(mark)) + before.size();
  return text.substr(start, text.find('"', start) - start);
}

void check_round_trip(const product_certificate& c) {
  const std::string text = to_json(c);
  BOOST_TEST((to_json(product_from_json(text, "product.json")) == text));
  BOOST_TEST((same_layout(text) == text));
  BOOST_TEST(mixcert::certificate_kind(text, "product.json") == "product");
}

/// The first value of the spectrum with this exponent.
std::string with_exp2(const std::string& exponent) {
  return edited(small_document(), "\"spectrum\": [", "\"lo\":", "\"exp2\": " + exponent + ", \"lo\":");
}

} // namespace

BOOST_AUTO_TEST_SUITE(product_json)

BOOST_AUTO_TEST_CASE(round_trip) {
  check_round_trip(certified(1, 1, 2));
  check_round_trip(certified(3, 2, 4));
  check_round_trip(certified(2, 3, 2, true));
  check_round_trip(certified(2, 2, 2, false, {20, product_method::dense}));
  check_round_trip(certified(3, 2, 9, true, {0, product_method::factored})); // with a value that comes more than once
  check_round_trip(certified(2, 2, 3, false, {60, product_method::factored}));
  check_round_trip(with_direction(true, false));
  check_round_trip(with_direction(false, true, 40));
}

BOOST_AUTO_TEST_CASE(round_trip_of_unusual_contents) {
  product_certificate c = certified(2, 2, 2);
  c.sites[1].site = "l\xc3\xa4yers \"0\"\\\n\t\x01";
  c.notes = {"one", "two, with a comma"};
  c.quantities.norm_ratio.reset();
  c.quantities.mean_square_ratio.reset();
  c.radius = "1.0e-4000";
  c.product_of_norms = "3.5e+999";
  c.spectrum = {{{interval(1.5, 1.75), 4000}, 1, "product"}, {{interval(0.0, 0.5), -(1L << 30)}, 3, "product"}};
  c.frozen_spectrum = {{interval(1, 2), (1L << 30) - 3}, {interval(0.0), 0}};
  c.quantities.norm = c.spectrum.front().value;
  check_round_trip(c);
  BOOST_TEST(summary(product_from_json(to_json(c), "product.json")).find("layers.1 ... ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_page_has_numbers_of_everyday_size) {
  product_certificate c = certified(2, 2, 2);
  const auto page_of = [&](double norm, const std::string& bound) {
    c.quantities.norm = {interval(norm), 0};
    c.product_of_norms = bound;
    return summary(c);
  };
  const auto check = [](const std::string& page, const std::string& words) {
    BOOST_TEST(page.find(words) != std::string::npos, "'" << page << "' does not say '" << words << "'");
  };
  check(page_of(1.5, "1.25e+00"), "largest gain through 2 sites: 1.5000000 (certified)");
  check(page_of(1.5, "1.25e+00"), "multiplied  1.25   (");
  check(page_of(0.0001220703125, "1.25e-04"), ": 0.00012207031 (certified)");
  check(page_of(0.0001220703125, "1.25e-04"), "multiplied  0.000125   (");
  check(page_of(0.00006103515625, "1.25e-05"), ": 6.1035156e-05 (certified)");
  check(page_of(0.00006103515625, "1.25e-05"), "multiplied  1.25e-05   (");
  check(page_of(9e9, "1.2345678901e+09"), "largest singular value  9000000000.00000   (");
  check(page_of(9e9, "1.2345678901e+09"), "multiplied  1234567890.1   (");
  check(page_of(9e10, "1.2345678901234e+10"), "largest singular value  9.00000000000000e+10   (");
  check(page_of(9e10, "1.2345678901234e+10"), "multiplied  1.2345678901234e+10   (");
  check(page_of(1, "1.25e+05"), "multiplied  1.25e+05   (");
  for (const char* as_it_is : {"12.5e-04", "0", "3", "1e99999999999999999999"})
    check(page_of(1, as_it_is), std::string("multiplied  ") + as_it_is + "   (");
}

BOOST_AUTO_TEST_CASE(the_page_tells_sites_of_one_prefix_apart) {
  product_certificate c = certified(2, 2, 2);
  BOOST_TEST(summary(c).find("layers.1 ... layers.2 (2, forward order)") != std::string::npos);
  c.sites[1].site = c.sites[0].site;
  c.sites[1].state.name = "site001.X";
  BOOST_TEST(summary(c).find("layers.1 at site000.X ... layers.1 at site001.X (2, forward order)") !=
             std::string::npos);
  BOOST_TEST(summary(certified(1, 2, 2)).find("layers.1\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_read_is_what_was_written) {
  const product_certificate c = certified(2, 2, 3, true), r = product_from_json(to_json(c), "product.json");
  BOOST_TEST(r.mixer == "hc");
  BOOST_TEST(r.with == "write");
  BOOST_TEST(r.streams == 2u);
  BOOST_TEST(r.width == 3u);
  BOOST_REQUIRE(r.sites.size() == 2u);
  BOOST_TEST(r.sites[1].site == "layers.2");
  BOOST_TEST(r.sites[1].mixer == "hc");
  BOOST_TEST(r.sites[1].width == 3u);
  BOOST_TEST(r.sites[1].state.index.size() == 2u);
  BOOST_TEST(r.sites[1].branch_output->name == "site000.y");
  BOOST_TEST(r.norms_at_most == c.norms_at_most);
  BOOST_TEST(r.product_of_norms == c.product_of_norms);
  BOOST_TEST(r.spectrum.size() == 6u);
  BOOST_TEST(r.claims.size() == c.claims.size());
}

BOOST_AUTO_TEST_CASE(what_is_read_of_a_direction) {
  const product_certificate c = with_direction(false, true), r = product_from_json(to_json(c), "product.json");
  BOOST_REQUIRE((r.direction && r.direction->sine));
  BOOST_TEST(r.direction->transposed);
  BOOST_TEST(*r.direction->sine == *c.direction->sine);
  BOOST_TEST(r.direction->distance == c.direction->distance);
  BOOST_TEST(r.direction->log_norm.lower() == c.direction->log_norm.lower());
  BOOST_TEST(r.direction->gain.ends.upper() == c.direction->gain.ends.upper());
  BOOST_TEST(r.direction->gain_over_norm->upper() == 1);
  BOOST_TEST(std::get<mixcert::dyadic_matrix>(r.direction->direction).entries ==
                 std::get<mixcert::dyadic_matrix>(c.direction->direction).entries,
             boost::test_tools::per_element());
  BOOST_TEST(r.direction->image.entries == c.direction->image.entries, boost::test_tools::per_element());
  const product_certificate given = product_from_json(to_json(with_direction(true, false)), "product.json");
  const auto& tensor = std::get<mixcert::tensor_reference>(given.direction->direction);
  BOOST_TEST(tensor.file == "z.npz");
  BOOST_TEST(tensor.index.front() == 4u);
  BOOST_TEST(!given.direction->sine.has_value());
}

BOOST_AUTO_TEST_CASE(directions_that_are_none) {
  const std::string given = to_json(with_direction(true, false)), found = to_json(with_direction(false, false));
  check_refused(edited(given, "\"gain_over_norm\"", "{", "{\"value\": null, \"reason\": \"x\", "),
                {".direction.gain_over_norm", "beside a null"});
  check_refused(edited(found, "\"image\"", "\"rows\": 2", "\"rows\": 3"), {".direction.image"});
  check_refused(edited(given, "\"z.npz\"", "2,", "7,"), {".direction.tensor.shape", "streams x width"});
  check_refused(edited(given, "\"direction\"", "\"transposed\"",
                       "\"sine\": {\"hi\": \"1\", \"hi_hex\": \"0x1p-1\"}, \"transposed\""),
                {".direction.sine", "belongs to a vector"});
  check_refused(edited(given, "\"claims\"", "\"type\": \"direction\"", "\"type\": \"derived\""),
                {".claims", "direction"});
}

BOOST_AUTO_TEST_CASE(directions_of_another_shape) {
  mixcert::tensor z;
  z.shape = {3, 2};
  z.values = {1, 2, 3, 4, 5, 6};
  const mixcert::direction_request request{z};
  BOOST_CHECK_THROW(certified(2, 2, 3, false, {0, product_method::dense, request}), input_error);
}

BOOST_AUTO_TEST_CASE(each_field_is_needed) {
  std::size_t refused = 0;
  std::vector<json_edit> edits = without_each_member(small_document());
  for (const bool given : {false, true})
    for (json_edit& edit : without_each_member(to_json(with_direction(given, given))))
      if (edit.path.starts_with(".direction")) edits.push_back(std::move(edit));
  for (const json_edit& edit : edits) {
    const std::string message = refusal(edit.text);
    if (message.empty()) {
      BOOST_TEST((edit.path == ".notes" || edit.path == ".direction.sine" ||
                  edit.path.find(".convention.") != std::string::npos),
                 edit.path << " may be left out");
      continue;
    }
    ++refused;
    BOOST_TEST(message.rfind("product.json", 0) == 0u, edit.path << ": '" << message << "'");
    BOOST_TEST((message.find(edit.key) != std::string::npos || edit.path.find(".convention.") != std::string::npos),
               edit.path << ": '" << message << "'");
  }
  BOOST_TEST(refused > 60u);
}

// Whatever stands in a field's place, the answer is a refusal or a certificate that can be written and shown.
BOOST_AUTO_TEST_CASE(each_field_replaced) {
  const std::string document = to_json(with_direction(false, false));
  for (const char* value : {"null", "true", "-1", "1.5", "18446744073709551615", "\"\"", "\"x\"", "\"nan\"", "\"-1\"",
                            "[]", "[[]]", "[\"1\"]", "{}", "{\"value\": null}"})
    for (const json_edit& edit : with_each_member_replaced(document, value)) {
      const std::string message = refusal(edit.text);
      if (message.empty()) {
        const product_certificate c = product_from_json(edit.text, "product.json");
        to_json(c);
        summary(c);
      } else {
        BOOST_TEST(message.rfind("product.json", 0) == 0u, edit.path << " = " << value << ": '" << message << "'");
      }
    }
}

BOOST_AUTO_TEST_CASE(duplicate_keys) {
  check_refused(edited(small_document(), "\"product\": {", "\"method\"", "\"method\": \"dense\", \"method\""),
                {"\"method\"", "twice"});
  check_refused(with_exp2("1, \"exp2\": 2"), {"\"exp2\"", "twice"});
}

BOOST_AUTO_TEST_CASE(exponents) {
  BOOST_TEST(refusal(with_exp2("-4000")) == "");
  BOOST_TEST(refusal(with_exp2("0")) == "");
  BOOST_TEST(refusal(with_exp2("-1073741824")) == "");
  BOOST_TEST(product_from_json(with_exp2("-4000"), "product.json").spectrum[0].value.exp2 == -4000);
  for (const char* wrong : {"1073741825", "-1073741825", "9223372036854775807", "-9223372036854775808"})
    check_refused(with_exp2(wrong), {".spectrum[0].exp2", "between -2^30 and 2^30"});
  check_refused(with_exp2("18446744073709551615"), {".spectrum[0].exp2", "too large"});
  for (const char* wrong : {"1.5", "1.0", "\"1\"", "null", "[1]", "true"})
    check_refused(with_exp2(wrong), {".spectrum[0].exp2", "integer"});
  check_refused(with_exp2("1073741824"), {".spectrum[0].exp2", "beyond"});
}

BOOST_AUTO_TEST_CASE(ends_in_the_wrong_order) {
  for (const char* list : {"\"spectrum\": [", "\"frozen_spectrum\": [", "\"norm\":", "\"mean_square_ratio\":"}) {
    const std::string text = small_document();
    const std::string lo = value_after(text, list, "lo_hex"), hi = value_after(text, list, "hi_hex");
    BOOST_REQUIRE(lo != hi);
    check_refused(edited(edited(text, list, "\"lo_hex\": \"" + lo, "\"lo_hex\": \"" + hi), list, "\"hi_hex\": \"" + hi,
                         "\"hi_hex\": \"" + lo),
                  {"lo is above hi"});
  }
}

BOOST_AUTO_TEST_CASE(negative_values) {
  const std::string text = small_document(), list = "\"spectrum\": [";
  const std::string negative = edited(edited(text, list, value_after(text, list, "lo"), "-1"), list,
                                      value_after(text, list, "lo_hex"), "-0x1p+0");
  check_refused(negative, {".spectrum[0]", "not negative"});
}

BOOST_AUTO_TEST_CASE(counts_that_disagree) {
  product_certificate c = certified(2, 2, 2);
  const auto refused = [](product_certificate changed, auto change, std::initializer_list<const char*> pieces) {
    change(changed);
    check_refused(to_json(changed), pieces);
  };
  refused(c, [](auto& x) { x.spectrum.pop_back(); }, {".spectrum", "sum to streams x width"});
  refused(c, [](auto& x) { x.spectrum[0].multiplicity = 0; }, {".spectrum", "positive"});
  refused(c, [](auto& x) { x.spectrum[1].multiplicity = 1000; }, {".spectrum", "sum to streams x width"});
  refused(c, [](auto& x) { x.frozen_spectrum.pop_back(); }, {".frozen_spectrum", "one value a stream"});
  refused(c, [](auto& x) { x.norms_at_most.pop_back(); }, {".local.norms_at_most", "one bound a site"});
  refused(c, [](auto& x) { x.norms_at_most[1] = "-1"; }, {".local.norms_at_most[1]", "negative"});
  refused(c, [](auto& x) { x.radius = "inf"; }, {".product.radius", "decimal"});
  refused(c, [](auto& x) { x.product_of_norms = "-1e-400"; }, {".local.product_at_most", "negative"});
  refused(c, [](auto& x) { x.sites.clear(); }, {".subject.sites", "none"});
  refused(c, [](auto& x) { x.width = 0; }, {".subject", "positive"});
  refused(c, [](auto& x) { x.claims.clear(); }, {".claims", "none"});
  refused(c, [](auto& x) { x.with = "write"; }, {".subject.sites[0]", "branch_output"});
  refused(c, [](auto& x) { x.with = "read"; }, {".subject.with", "residual"});
  refused(c, [](auto& x) { x.sites[1].branch_output = x.sites[1].state; }, {".subject.sites[1]", "branch_output"});
}

BOOST_AUTO_TEST_CASE(other_kinds) {
  check_refused(edited(small_document(), "", "\"kind\": \"product\"", "\"kind\": \"mixer\""), {".subject.kind"});
  std::string message;
  try {
    mixcert::from_json(small_document(), "product.json");
  } catch (const input_error& error) {
    message = error.what();
  }
  BOOST_TEST(message.find(".subject.kind") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
