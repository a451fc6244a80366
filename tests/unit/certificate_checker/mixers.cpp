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

void check_agreement(const std::string& mixer, const mixcert::mixer_input& input, mpfr_prec_t places = bits) {
  const auto produced = produced_at(mixer, input, places);
  const checker::site where = site_of(mixcert::find_mixer(mixer), input, produced);
  for (const std::string& what : disagreements(equations_at(mixer, where, places), where, produced, places))
    BOOST_ERROR(what);
  for (const std::string& what : disagreements_of_factors(mixer, where, produced, places)) BOOST_ERROR(what);
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
            std::ignore = produced_at(x.mixer, input, bits);
          } catch (const mixcert::not_certified&) {
            const checker::site where = site_of(mixcert::find_mixer(x.mixer), input, {});
            BOOST_CHECK_THROW(normalise(equations_at(x.mixer, where, bits).route, where, bits),
                              checker::not_established);
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
      const checker::invariants own = equations_at(x.mixer, site_of(family, input, {}), bits).holds;
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

BOOST_AUTO_TEST_SUITE_END()
