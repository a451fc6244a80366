// What the registry knows, and how it answers to what it does not.
#include "mixcert/mixer/hc.hpp"
#include "mixcert/mixer/mixer.hpp"
#include "support/exact_matrix.hpp"
#include "support/refusal.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>

using mixcert::exact_constant;
using mixcert::test::check_refused;
using mixcert::test::exact_matrix;

BOOST_AUTO_TEST_SUITE(registry)

BOOST_AUTO_TEST_CASE(every_name_finds_its_mixer) {
  const std::vector<std::string> names = mixcert::mixer_names();
  BOOST_TEST((std::find(names.begin(), names.end(), "hc") != names.end()));
  BOOST_TEST((std::set<std::string>(names.begin(), names.end()).size() == names.size()));
  for (const std::string& name : names) {
    const mixcert::mixer& m = mixcert::find_mixer(name);
    BOOST_TEST(m.name() == name);
    std::set<std::string> keys;
    for (const mixcert::constant_spec& c : m.constants()) {
      BOOST_TEST(keys.insert(c.key).second);
      BOOST_TEST(!c.meaning.empty());
      BOOST_TEST((c.choices.empty() || std::count(c.choices.begin(), c.choices.end(), c.value.text()) == 1));
    }
    if (name == "balanced") continue; // has none
    BOOST_TEST(!m.tensors(m.usual_size().n, 8, convention_of(m, {})).empty());
  }
}

BOOST_AUTO_TEST_CASE(an_unknown_mixer) {
  for (const char* name : {"", "HC", "hc ", "nothing"})
    check_refused([&] { mixcert::find_mixer(name); }, {std::string("'") + name + "'", "hc"});
}

BOOST_AUTO_TEST_CASE(an_unknown_constant) {
  const mixcert::mixer& hc = mixcert::find_mixer("hc");
  check_refused([&] { convention_of(hc, {{"eps", "1e-6"}}); }, {"'hc'", "'eps'", "norm_clamp, gamma_offset"});
}

BOOST_AUTO_TEST_CASE(given_constants_replace_published_ones) {
  const mixcert::mixer& hc = mixcert::find_mixer("hc");
  const auto published = convention_of(hc, {});
  BOOST_TEST(published.size() == hc.constants().size());
  BOOST_TEST(published.at("norm_clamp").text() == exact_constant(1e-12).text());
  BOOST_TEST(published.at("norm_clamp").number().is_hex()); // the binary number that the published code compares with
  const auto given = convention_of(hc, {{"norm_clamp", "1e-12"}});
  BOOST_TEST(given.size() == published.size());
  BOOST_TEST(given.at("norm_clamp").text() == "1e-12");
  BOOST_TEST(given.at("gamma_offset").text() == published.at("gamma_offset").text());
}

BOOST_AUTO_TEST_CASE(shapes) {
  const mixcert::mixer& hc = mixcert::find_mixer("hc");
  for (const mixcert::tensor_spec& spec : hc.tensors(4, 64, {})) {
    const std::vector<std::size_t> shape = extents(spec);
    if (spec.name == "static_alpha") {
      BOOST_TEST((shape == std::vector<std::size_t>{4, 5}));
      BOOST_TEST(describe(spec) == "[n,1+n] = [4,5]");
    }
    if (spec.name == "dynamic_alpha_fn") {
      BOOST_TEST((shape == std::vector<std::size_t>{64, 5}));
    }
    if (spec.name == "dynamic_alpha_scale") {
      BOOST_TEST(shape.empty());
      BOOST_TEST(describe(spec) == "[], a single number");
    }
  }
}

BOOST_AUTO_TEST_CASE(shapes_of_the_whole_state) {
  const std::vector<mixcert::tensor_spec> specs = mixcert::find_mixer("mhc-v4").tensors(4, 64, {});
  BOOST_REQUIRE_EQUAL(specs.size(), 3u);
  BOOST_TEST(specs[0].name == "fn");
  BOOST_TEST((extents(specs[0]) == std::vector<std::size_t>{24, 256}));
  BOOST_TEST(describe(specs[0]) == "[(2+n)n,nd] = [24,256]");
  BOOST_TEST(specs[1].name == "scale");
  BOOST_TEST(describe(specs[1]) == "[3] = [3]");
  BOOST_TEST(specs[2].name == "base");
  BOOST_TEST((extents(specs[2]) == std::vector<std::size_t>{24}));
}

BOOST_AUTO_TEST_CASE(rank_of_the_feedback) {
  const mixcert::mixer& hc = mixcert::find_mixer("hc");
  BOOST_TEST(hc.feedback_rank(4, {4, 0}, {}).at_most == 16u);
  BOOST_TEST(hc.feedback_rank(4, {1, 0}, {}).at_most == 4u);
  BOOST_TEST(hc.feedback_rank(4, {9, 0}, {}).at_most == 16u);
  BOOST_TEST(hc.feedback_rank(1, {1, 0}, {}).at_most == 1u);
  BOOST_TEST(hc.feedback_rank(3, {0, 0}, {}).at_most == 0u);
  BOOST_TEST(hc.feedback_rank(4, {4, 0}, {}).theorem == "T1");
  const mixcert::mixer& mhc = mixcert::find_mixer("mhc-v4");
  const mixcert::mixer_convention published = convention_of(mhc, {});
  BOOST_TEST(mhc.feedback_rank(4, {4, 0}, published).at_most == 12u);
  BOOST_TEST(mhc.feedback_rank(4, {3, 0}, published).at_most == 12u);
  BOOST_TEST(mhc.feedback_rank(4, {2, 0}, published).at_most == 8u);
  BOOST_TEST(mhc.feedback_rank(4, {0, 0}, published).at_most == 0u);
  BOOST_TEST(mhc.feedback_rank(1, {1, 0}, published).at_most == 0u);
  BOOST_TEST(mhc.feedback_rank(4, {4, 0}, published).theorem == "T8");
}

// The door the program uses gives what the equations give.
BOOST_AUTO_TEST_CASE(evaluation_through_the_registry) {
  const mixcert::mixer& hc = mixcert::find_mixer("hc");
  mixcert::mixer_input input{{{"norm.gamma", {0.5, -0.25, 1}},
                              {"static_alpha", {1, 2, 3, 4, 5, 6}},
                              {"dynamic_alpha_fn", {1, 2, 3, 4, 5, 6, 7, 8, 9}},
                              {"dynamic_alpha_scale", {0.5}},
                              {"static_beta", {7, 8}},
                              {"dynamic_beta_fn", {1, -1, 2}},
                              {"dynamic_beta_scale", {0.25}}},
                             convention_of(hc, {{"norm_clamp", "0.5"}}),
                             mixcert::matrix<double>(2, 3, {1, 2, 3, -1, 0, 2})};
  const mixcert::hc_site site = hc_site_of(input);
  BOOST_TEST(site.static_alpha(1, 0) == 4);
  BOOST_TEST(site.dynamic_alpha_fn(2, 1) == 8);
  BOOST_TEST(site.norm_clamp.text() == "0.5");
  const auto through = hc.evaluate({200}, input);
  const mixcert::context<mixcert::mp_interval> numbers{200};
  const auto direct = evaluate_hc(numbers, site, exact_matrix(numbers, input.state));
  for (std::size_t i = 0; i < 4; ++i) {
    BOOST_TEST(mpfr_equal_p(through.H.values()[i].lower(), direct.H.values()[i].lower()));
    BOOST_TEST(mpfr_equal_p(through.H.values()[i].upper(), direct.H.values()[i].upper()));
  }
  BOOST_TEST(through.generators.size() == direct.generators.size());
}

BOOST_AUTO_TEST_SUITE_END()
