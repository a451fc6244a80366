// Constants, words and sizes that a mixer has not, and states at which it may have no derivative.
#include "agreement.hpp"
#include "support/mixer_examples.hpp"

#include "mixcert/certificate/checker/verdict.hpp"

#include <boost/test/unit_test.hpp>

namespace checker = mixcert::checker;

namespace {

constexpr mpfr_prec_t bits = 512;

/// What evaluating the mixing matrix gives or throws.
checker::head_values evaluated(const checker::equations& e, const checker::site& where) {
  const checker::weight_products products(e.route, where);
  return evaluate(e.mix, e.route, products, normalise(e.route, where, bits), bits);
}

} // namespace

BOOST_AUTO_TEST_SUITE(refusals)

BOOST_AUTO_TEST_CASE(constants_out_of_range_are_refused) {
  const std::vector<mixer_example> wrong{{"hc", 3, 4, {{"norm_clamp", "0"}}},
                                         {"hc-paper", 2, 2, {{"norm_eps", "-1e-9"}}},
                                         {"lucid-mhc", 2, 3, {{"sinkhorn_clamp", "1"}}},
                                         {"lucid-mhc", 2, 3, {{"sinkhorn_clamp", "-0.1"}}},
                                         {"lucid-mhc", 2, 3, {{"iterations", "0"}}},
                                         {"lucid-mhc", 2, 3, {{"iterations", "2.5"}}},
                                         {"mhc-flat", 2, 3, {{"norm_eps", "-1"}}},
                                         {"mhc-flat", 2, 3, {{"iterations", "1001"}}},
                                         {"mhc-v4", 2, 3, {{"hc_eps", "-1"}}},
                                         {"mhc-v4", 2, 3, {{"norm_eps", "-1"}}},
                                         {"mhc-lite", 3, 4, {{"norm_clamp", "-1"}}},
                                         {"kromhc", 4, 3, {{"norm_clamp", "0"}}},
                                         {"go-mhc", 3, 2, {{"norm_eps", "-1"}}},
                                         {"krom-go", 4, 2, {{"norm_eps", "-1"}}},
                                         {"ohc", 4, 2, {{"norm_eps", "-1"}}},
                                         {"shc", 3, 2, {{"norm_clamp", "0"}}},
                                         {"jpmhc", 3, 2, {{"iterations", "-1"}}},
                                         {"jpmhc", 3, 2, {{"norm_eps", "-1"}}},
                                         {"circulant", 4, 2, {{"gamma", "1.5"}}},
                                         {"circulant", 4, 2, {{"gamma", "-0.5"}}},
                                         {"circulant", 4, 2, {{"norm_eps", "-1"}}},
                                         {"static", 3, 2, {{"temperature", "0"}}},
                                         {"static", 3, 2, {{"iterations", "0"}}}};
  for (const mixer_example& x : wrong) BOOST_TEST_CONTEXT(x) {
      const checker::site where = site_of(mixcert::find_mixer(x.mixer), input_of(x), {});
      BOOST_CHECK_THROW(equations_at(x.mixer, where, bits), checker::refuted);
    }
}

BOOST_AUTO_TEST_CASE(words_out_of_range_are_refused) {
  struct wrong_word {
    mixer_example x;
    const char *key, *word;
  };
  const std::vector<wrong_word> wrong{
      {{"mhc-flat", 2, 3}, "order", "rows"},   {{"mhc-flat", 2, 3}, "orientation", ""},
      {{"kromhc", 4, 3}, "factors", "2x3"},    {{"kromhc", 4, 3}, "factors", "4x"},
      {{"kromhc", 4, 3}, "factors", "1x4"},    {{"go-mhc", 3, 2}, "skew_order", "upper"},
      {{"krom-go", 4, 2}, "factors", "2x2x2"}, {{"krom-go", 4, 2}, "s", "1,2,1"},
      {{"krom-go", 4, 2}, "s", "0"},           {{"krom-go", 4, 2}, "s", "33"},
      {{"static", 3, 2}, "kind", "softmax"},
  };
  for (const auto& [x, key, word] : wrong) BOOST_TEST_CONTEXT(x << ", " << key << " = " << word) {
      checker::site where = site_of(mixcert::find_mixer(x.mixer), input_of(x), {});
      where.constants.at(key).word = word;
      BOOST_CHECK_THROW(equations_at(x.mixer, where, bits), checker::refuted);
    }
}

BOOST_AUTO_TEST_CASE(other_sizes_are_refused) {
  const std::vector<mixer_example> right{{"ohc", 4, 2}, {"balanced", 2, 1}, {"cayley", 3, 2}, {"mhc-lite", 3, 2}};
  for (const mixer_example& x : right) BOOST_TEST_CONTEXT(x) {
      checker::site where = site_of(mixcert::find_mixer(x.mixer), input_of(x), {});
      where.n = x.mixer == "mhc-lite" ? 7 : x.n + 1;
      BOOST_CHECK_THROW(equations_at(x.mixer, where, bits), checker::refuted);
    }
  checker::site where = site_of(mixcert::find_mixer("cayley"), input_of({"cayley", 3, 2}), {});
  where.tensors.at("v").values = {0, 0};
  BOOST_CHECK_THROW(equations_at("cayley", where, bits), checker::refuted);
  BOOST_CHECK_THROW(checker::find_equations("hcx"), checker::malformed);
}

// Equal logits: every sum is 1, and the clamp is 1 to the places at hand.
BOOST_AUTO_TEST_CASE(sum_that_may_be_the_clamp_is_not_established) {
  mixcert::mixer_input input = input_of({"lucid-mhc", 2, 3, {{"sinkhorn_clamp", "0.5"}, {"iterations", "1"}}});
  for (const char* name : {"static_alpha", "dynamic_alpha_fn"})
    for (double& value : input.parameters.at(name)) value = 0;
  checker::site where = site_of(mixcert::find_mixer("lucid-mhc"), input, {});
  where.constants.at("sinkhorn_clamp").value = 1 - checker::power_of_two(-2000);
  BOOST_CHECK_THROW(evaluated(equations_at("lucid-mhc", where, bits), where), checker::not_established);
}

BOOST_AUTO_TEST_CASE(zero_quaternion_is_not_established) {
  mixcert::mixer_input input = input_of({"ohc", 4, 2});
  for (const char* name : {"W_res", "b_res"})
    for (double& value : input.parameters.at(name)) value = 0;
  const checker::site where = site_of(mixcert::find_mixer("ohc"), input, {});
  BOOST_CHECK_THROW(evaluated(equations_at("ohc", where, bits), where), checker::not_established);
}

BOOST_AUTO_TEST_SUITE_END()
