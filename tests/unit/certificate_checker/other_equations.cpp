// What is compared of a mixer shows another equation.
#include "agreement.hpp"
#include "support/mixer_examples.hpp"

#include "mixcert/certificate/checker/verdict.hpp"

#include <boost/test/unit_test.hpp>

namespace checker = mixcert::checker;

namespace {

constexpr mpfr_prec_t bits = 512;

} // namespace

BOOST_AUTO_TEST_SUITE(other_equations)

BOOST_AUTO_TEST_CASE(altered_equations_disagree) {
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
      const auto produced = produced_at(x.mixer, input, bits);
      const checker::site where = site_of(mixcert::find_mixer(x.mixer), input, produced);
      const checker::equations right = equations_at(x.mixer, where, bits);
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
      const auto produced = produced_at(x.mixer, input, bits);
      const mixcert::mixer& family = mixcert::find_mixer(x.mixer);
      input.convention = convention_of(family, convention);
      const checker::site where = site_of(family, input, produced);
      bool is_noticed = true;
      try {
        is_noticed = !disagreements(equations_at(x.mixer, where, bits), where, produced, bits).empty();
      } catch (const checker::refuted&) { // its tensors have another shape
      }
      BOOST_TEST(is_noticed, convention.begin()->first);
    }
}

BOOST_AUTO_TEST_SUITE_END()
