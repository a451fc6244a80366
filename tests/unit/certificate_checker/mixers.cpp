// Each mixer's equations against the producer's, which were written from the same text and share no code with them.
#include "agreement.hpp"
#include "support/mixer_cases.hpp"
#include "support/mixer_examples.hpp"
#include "support/shared_data.hpp"

#include "mixcert/certificate/checker/verdict.hpp"
#include "mixcert/error.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <tuple>

namespace checker = mixcert::checker;

namespace {

constexpr mpfr_prec_t bits = 512;

mixcert::mixer_evaluation<mixcert::mp_interval> produced_at(const std::string& mixer, const mixcert::mixer_input& input,
                                                            mpfr_prec_t places = bits) {
  return mixcert::find_mixer(mixer).evaluate(mixcert::context<mixcert::mp_interval>{places}, input);
}

checker::equations equations_at(const std::string& mixer, const checker::site& where, mpfr_prec_t places = bits) {
  return checker::find_equations(mixer).of(where, places);
}

void check_agreement(const std::string& mixer, const mixcert::mixer_input& input, mpfr_prec_t places = bits) {
  const auto produced = produced_at(mixer, input, places);
  const checker::site where = site_of(mixcert::find_mixer(mixer), input, produced);
  for (const std::string& what : disagreements(equations_at(mixer, where, places), where, produced, places))
    BOOST_ERROR(what);
}

} // namespace

BOOST_AUTO_TEST_SUITE(mixers)

BOOST_AUTO_TEST_CASE(examples_agree) {
  for (const mixer_example& x : mixer_examples()) BOOST_TEST_CONTEXT(x) {
      check_agreement(x.mixer, input_of(x));
    }
}

BOOST_AUTO_TEST_CASE(zero_and_equal_streams_agree) {
  for (const mixer_example& x : mixer_examples())
    if (x.n <= 4) BOOST_TEST_CONTEXT(x) {
        mixcert::mixer_input equal = input_of(x), zero = equal;
        for (std::size_t s = 0; s < x.n; ++s)
          for (std::size_t c = 0; c < x.d; ++c) equal.state(s, c) = equal.state(0, c);
        for (double& value : zero.state.values()) value = 0;
        for (const mixcert::mixer_input& input : {equal, zero}) {
          try {
            std::ignore = produced_at(x.mixer, input);
          } catch (const mixcert::not_certified&) {
            const checker::site where = site_of(mixcert::find_mixer(x.mixer), input, {});
            BOOST_CHECK_THROW(normalise(equations_at(x.mixer, where).route, where, bits), checker::not_established);
            continue;
          }
          check_agreement(x.mixer, input);
        }
      }
}

// The smaller of them, and a few of those that are not.
BOOST_AUTO_TEST_CASE(reference_states_agree, *boost::unit_test::precondition(mixcert::test::has_shared_data)) {
  for (const char* name : {"hc-paper", "lucid-mhc", "mhc-flat", "mhc-lite", "kromhc", "go-mhc", "krom-go", "ohc", "shc",
                           "jpmhc", "circulant"}) {
    std::size_t wide = 0;
    for (const mixcert::test::mixer_reference& c : mixcert::test::mixer_references(name))
      if (const std::size_t size = c.input.state.values().size(); size <= 64 || (size <= 256 && ++wide <= 2))
        BOOST_TEST_CONTEXT(c.id) check_agreement(name, c.input);
  }
}

BOOST_AUTO_TEST_CASE(declared_invariants_agree) {
  for (const mixer_example& x : mixer_examples()) BOOST_TEST_CONTEXT(x) {
      const mixcert::mixer_input input = input_of(x);
      const mixcert::mixer& family = mixcert::find_mixer(x.mixer);
      const mixcert::mixer_invariants declared = family.invariants(input.convention);
      const checker::invariants own = equations_at(x.mixer, site_of(family, input, {})).holds;
      BOOST_TEST(own.rows_sum_to_one == declared.rows_sum_to_one);
      BOOST_TEST(own.columns_sum_to_one == declared.columns_sum_to_one);
      BOOST_TEST(own.orthogonal == declared.orthogonal);
      BOOST_TEST(own.numbers == family.dependence(x.n, input.convention).numbers);
    }
}

BOOST_AUTO_TEST_CASE(tensors_are_those_of_the_mixer) {
  for (const mixer_example& x : mixer_examples()) BOOST_TEST_CONTEXT(x) {
      const mixcert::mixer& family = mixcert::find_mixer(x.mixer);
      const auto& names = checker::find_equations(x.mixer).tensors;
      for (const mixcert::tensor_spec& spec : family.tensors(x.n, x.d, input_of(x).convention)) {
        std::vector<std::string> all{spec.name};
        all.insert(all.end(), spec.aliases.begin(), spec.aliases.end());
        BOOST_TEST((std::ranges::count(names, all) == 1), spec.name);
      }
    }
}

// What is compared shows another equation.
BOOST_AUTO_TEST_CASE(other_equations_disagree) {
  using checker::dual;
  const std::vector<mixer_example> examples{{"hc", 3, 2},
                                            {"hc-paper", 3, 3},
                                            {"lucid-mhc", 3, 2, {{"iterations", "3"}}},
                                            {"mhc-flat", 3, 2, {{"iterations", "3"}}},
                                            {"mhc-v4", 3, 2, {{"iterations", "3"}}},
                                            {"mhc-lite", 3, 2},
                                            {"go-mhc", 3, 2},
                                            {"kromhc", 6, 2, {{"factors", "2x3"}}},
                                            {"ohc", 4, 2},
                                            {"krom-go", 6, 2, {{"factors", "2x3"}, {"s", "2,1"}}},
                                            {"shc", 3, 2},
                                            {"jpmhc", 3, 2},
                                            {"circulant", 3, 2},
                                            {"cayley", 3, 2, {{"K", "-2"}}}};
  for (const mixer_example& x : examples) BOOST_TEST_CONTEXT(x) {
      const mixcert::mixer_input input = input_of(x);
      const auto produced = produced_at(x.mixer, input);
      const checker::site where = site_of(mixcert::find_mixer(x.mixer), input, produced);
      const checker::equations right = equations_at(x.mixer, where);
      const auto check_noticed = [&](const std::string& what, const checker::equations& altered) {
        BOOST_TEST(!disagreements(altered, where, produced, bits).empty(), what);
      };
      checker::equations e = right;
      e.mix.outputs = [&](const std::vector<dual>& z) {
        const std::vector<dual> H = right.mix.outputs(z);
        std::vector<dual> transposed;
        for (std::size_t k = 0; k < H.size(); ++k) transposed.push_back(H[k % x.n * x.n + k / x.n]);
        return transposed;
      };
      check_noticed("H transposed", e);
      e.mix.outputs = [&](std::vector<dual> z) {
        for (dual& feature : z) feature.slope = -feature.slope;
        return right.mix.outputs(z);
      };
      check_noticed("derivatives of the other sign", e);
      e = right;
      e.route.constant += checker::power_of_two(e.route.kind == checker::normalisation::clamped ? 20 : -40);
      check_noticed("another epsilon or clamp", e);
      e = right;
      e.route.weights.entries.entries.back() += 1;
      check_noticed("another weight", e);
      for (checker::head checker::equations::*h :
           {&checker::equations::mix, &checker::equations::read, &checker::equations::write})
        if (!(right.*h).numbers.empty()) {
          e = right;
          (e.*h).numbers.back().base += checker::power_of_two(-40);
          check_noticed("another base", e);
        }
    }
}

BOOST_AUTO_TEST_CASE(other_conventions_disagree) {
  struct pair {
    mixer_example of_producer;
    std::map<std::string, std::string> of_checker;
  };
  const std::vector<pair> pairs{
      {{"hc", 3, 4}, {{"gamma_offset", "0"}}},
      {{"hc-paper", 4, 6}, {{"norm_eps", "0"}}},
      {{"lucid-mhc", 4, 5}, {{"iterations", "19"}}},
      {{"lucid-mhc", 4, 5}, {{"sinkhorn_clamp", "0.99"}}},
      {{"mhc-flat", 4, 3}, {{"order", "columns-rows"}}},
      {{"mhc-flat", 4, 3}, {{"orientation", "transposed"}}},
      {{"mhc-v4", 3, 2}, {{"hc_eps", "0"}}},
      {{"mhc-v4", 3, 2, {{"iterations", "3"}}}, {{"iterations", "2"}}},
      {{"kromhc", 6, 2, {{"factors", "2x3"}}}, {{"factors", "3x2"}}},
      {{"go-mhc", 4, 2}, {{"skew_order", "lower-rows"}}},
      {{"go-mhc", 4, 2}, {{"skew_order", "upper-columns"}}},
      {{"krom-go", 6, 2, {{"factors", "2x3"}}}, {{"factors", "3x2"}}},
      {{"jpmhc", 4, 3}, {{"iterations", "3"}}},
      {{"jpmhc", 4, 3}, {{"cayley_alpha", "0.1"}}},
      {{"circulant", 4, 3}, {{"gamma", "0.5"}}},
      {{"static", 3, 2, {{"temperature", "0.5"}}}, {{"temperature", "0.6"}}},
      {{"balanced", 2, 1}, {{"epsilon", "1e-20"}}},
      {{"cayley", 3, 4}, {{"K", "-1"}}},
  };
  for (const auto& [x, convention] : pairs) BOOST_TEST_CONTEXT(x) {
      mixcert::mixer_input input = input_of(x);
      const auto produced = produced_at(x.mixer, input);
      const mixcert::mixer& family = mixcert::find_mixer(x.mixer);
      input.convention = convention_of(family, convention);
      const checker::site where = site_of(family, input, produced);
      bool is_noticed = true;
      try {
        is_noticed = !disagreements(equations_at(x.mixer, where), where, produced, bits).empty();
      } catch (const checker::refuted&) { // its tensors have another shape
      }
      BOOST_TEST(is_noticed, convention.begin()->first);
    }
}

// Where exponentials are as small as e^-20000 the two agree to the places that they hold them to.
BOOST_AUTO_TEST_CASE(saturated_states_agree) {
  struct saturated {
    mixer_example x;
    const char* logits;
  };
  const std::vector<saturated> all{{{"hc-paper", 3, 4}, "norm.bias"},
                                   {{"lucid-mhc", 3, 4}, "static_alpha"},
                                   {{"mhc-flat", 3, 3}, "b_res"},
                                   {{"mhc-lite", 3, 3}, "static_alpha"},
                                   {{"kromhc", 4, 3}, "static_alpha"},
                                   {{"go-mhc", 3, 3}, "b_res"},
                                   {{"ohc", 4, 3}, "b_res"},
                                   {{"shc", 4, 3}, "static_alpha_residual"},
                                   {{"jpmhc", 3, 3}, "fused_proj.bias"},
                                   {{"circulant", 4, 3}, "b"}};
  for (const auto& [x, logits] : all) BOOST_TEST_CONTEXT(x) {
      mixcert::mixer_input input = input_of(x);
      for (double& value : input.parameters.at(logits)) value *= 5000;
      check_agreement(x.mixer, input, 1024);
    }
}

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
      BOOST_CHECK_THROW(equations_at(x.mixer, where), checker::refuted);
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
      BOOST_CHECK_THROW(equations_at(x.mixer, where), checker::refuted);
    }
}

BOOST_AUTO_TEST_CASE(other_sizes_are_refused) {
  const std::vector<mixer_example> right{{"ohc", 4, 2}, {"balanced", 2, 1}, {"cayley", 3, 2}, {"mhc-lite", 3, 2}};
  for (const mixer_example& x : right) BOOST_TEST_CONTEXT(x) {
      checker::site where = site_of(mixcert::find_mixer(x.mixer), input_of(x), {});
      where.n = x.mixer == "mhc-lite" ? 7 : x.n + 1;
      BOOST_CHECK_THROW(equations_at(x.mixer, where), checker::refuted);
    }
  checker::site where = site_of(mixcert::find_mixer("cayley"), input_of({"cayley", 3, 2}), {});
  where.tensors.at("v").values = {0, 0};
  BOOST_CHECK_THROW(equations_at("cayley", where), checker::refuted);
  BOOST_CHECK_THROW(checker::find_equations("hcx"), checker::malformed);
}

// 2 x 2 logits of which a row's sum is 1 after the first division, and the clamp lies within the enclosure of another.
BOOST_AUTO_TEST_CASE(sum_that_may_be_the_clamp_is_not_established) {
  mixcert::mixer_input input = input_of({"lucid-mhc", 2, 3, {{"sinkhorn_clamp", "0.5"}, {"iterations", "1"}}});
  for (const char* name : {"static_alpha", "dynamic_alpha_fn"})
    for (double& value : input.parameters.at(name)) value = 0;
  checker::site where = site_of(mixcert::find_mixer("lucid-mhc"), input, {});
  where.constants.at("sinkhorn_clamp").value = 1 - checker::power_of_two(-2000); // the sums are 1
  const checker::equations e = equations_at("lucid-mhc", where);
  const auto evaluated = [&](mpfr_prec_t places) {
    const checker::weight_products products(e.route, where);
    return evaluate(e.mix, e.route, products, normalise(e.route, where, places), places);
  };
  BOOST_CHECK_THROW(evaluated(bits), checker::not_established);
}

BOOST_AUTO_TEST_CASE(zero_quaternion_is_not_established) {
  mixcert::mixer_input input = input_of({"ohc", 4, 2});
  for (const char* name : {"W_res", "b_res"})
    for (double& value : input.parameters.at(name)) value = 0;
  const checker::site where = site_of(mixcert::find_mixer("ohc"), input, {});
  const checker::equations e = equations_at("ohc", where);
  const checker::weight_products products(e.route, where);
  BOOST_CHECK_THROW(evaluate(e.mix, e.route, products, normalise(e.route, where, bits), bits),
                    checker::not_established);
}

BOOST_AUTO_TEST_SUITE_END()
