#include "mixcert/io/near_names.hpp"

#include <boost/test/unit_test.hpp>

using mixcert::near_names;
using names = std::vector<std::string>;

namespace {

const names checkpoint{"site00.norm.gamma",  "site00.static_alpha", "site00.static_beta", "site01.norm.gamma",
                       "site01.static_beta", "head.weight",         "embed.weight"};

void check(const names& found, const names& expected) {
  BOOST_TEST(found == expected, boost::test_tools::per_element());
}

} // namespace

BOOST_AUTO_TEST_SUITE(near_names_)

BOOST_AUTO_TEST_CASE(a_digit_left_out) {
  const names found = near_names("site1.norm.gamma", checkpoint);
  BOOST_REQUIRE(found.size() >= 2u);
  BOOST_TEST(found[0] == "site01.norm.gamma");
  BOOST_TEST(found[1] == "site00.norm.gamma");
}

BOOST_AUTO_TEST_CASE(a_swap_is_one_edit) { check(near_names("ehad.weight", checkpoint, 1), {"head.weight"}); }

BOOST_AUTO_TEST_CASE(case_does_not_matter) {
  check(near_names("HEAD.Weight", checkpoint, 1), {"head.weight"});
  check(near_names("wq", {"Wk", "WQ"}), {"WQ", "Wk"});
}

BOOST_AUTO_TEST_CASE(a_prefix_too_many_or_missing) {
  check(near_names("model.layers.site01.static_beta", checkpoint, 1), {"site01.static_beta"});
  check(near_names("static_alpha", checkpoint, 1), {"site00.static_alpha"});
  check(near_names("site01", checkpoint, 2), {"site01.norm.gamma", "site01.static_beta"});
}

BOOST_AUTO_TEST_CASE(the_exact_name_comes_first) {
  BOOST_TEST(near_names("site00.static_beta", checkpoint).front() == "site00.static_beta");
}

BOOST_AUTO_TEST_CASE(at_most_as_many_as_asked) {
  BOOST_TEST(near_names("site00.norm.gamma", checkpoint, 0).empty());
  BOOST_TEST(near_names("site00.norm.gamma", checkpoint, 1).size() == 1u);
  BOOST_TEST(near_names("layer", {"layer1", "layer2", "layer3", "layer4"}).size() == 3u);
  BOOST_TEST(near_names("site00.norm.gamma", checkpoint, 100).size() < checkpoint.size());
}

BOOST_AUTO_TEST_CASE(equally_near_are_alphabetical) {
  check(near_names("layer?", {"layer2", "layer1", "layer3"}), {"layer1", "layer2", "layer3"});
}

BOOST_AUTO_TEST_CASE(nothing_near) {
  BOOST_TEST(near_names("optimizer.state", checkpoint).empty());
  BOOST_TEST(near_names("x", {"y", "z"}).empty());
  BOOST_TEST(near_names("", checkpoint).empty());
  BOOST_TEST(near_names("site00", {}).empty());
  BOOST_TEST(near_names("site00", {""}).empty());
}

BOOST_AUTO_TEST_CASE(long_names_cost_nothing) {
  const std::string longest(256, 'n'), longer(257, 'n'), enormous(10'000'000, 'n');
  check(near_names(longest + "m", {longest}), {});
  check(near_names(longest.substr(1), {longest, longer, enormous}), {longest});
  check(near_names(enormous, {enormous, longest}), {});
  check(near_names(longest, names(100'000, longest), 1), {longest});
}

BOOST_AUTO_TEST_SUITE_END()
