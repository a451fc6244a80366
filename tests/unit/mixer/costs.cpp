// Counts as functions: parameters against the tensors, operations against equations that count themselves, and both
// against what is published.
#include "support/mixer_examples.hpp"
#include "textbook.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>

using mixcert::find_mixer;
using mixcert::mixer_costs;
using mixcert::operation_count;

namespace {

using sizes = std::map<std::string, std::size_t>;

sizes variables_of(const mixer_costs& costs, std::size_t n, std::size_t d) {
  sizes r = costs.variables;
  r.insert({{"n", n}, {"d", d}});
  return r;
}

textbook::tally at(const operation_count& count, const sizes& variables) {
  return {count.additions.at(variables), count.multiplications.at(variables), count.divisions.at(variables),
          count.roots.at(variables), count.exponentials.at(variables)};
}

mixer_costs costs_of(const std::string& name, std::size_t n, const std::map<std::string, std::string>& given = {}) {
  const mixcert::mixer& m = find_mixer(name);
  return m.costs(n, convention_of(m, given));
}

void check_counts(const textbook::tally& computed, const textbook::tally& counted) {
  BOOST_TEST(computed.additions == counted.additions);
  BOOST_TEST(computed.multiplications == counted.multiplications);
  BOOST_TEST(computed.divisions == counted.divisions);
  BOOST_TEST(computed.roots == counted.roots);
  BOOST_TEST(computed.exponentials == counted.exponentials);
}

} // namespace

BOOST_AUTO_TEST_SUITE(costs)

BOOST_AUTO_TEST_CASE(parameters_are_those_of_the_tensors) {
  for (const mixer_example& x : mixer_examples()) BOOST_TEST_CONTEXT(x) {
      const mixcert::mixer& m = find_mixer(x.mixer);
      const mixcert::mixer_convention convention = convention_of(m, x.convention);
      std::uint64_t sum = 0;
      for (const mixcert::tensor_spec& spec : m.tensors(x.n, x.d, convention)) {
        std::uint64_t product = 1;
        for (const std::size_t extent : extents(spec)) product *= extent;
        sum += product;
      }
      const mixer_costs c = m.costs(x.n, convention);
      BOOST_TEST(c.parameters.at(variables_of(c, x.n, x.d)) == sum);
    }
}

// The counted equations give the H and the gates of the mixer, so it is these that are counted.
BOOST_AUTO_TEST_CASE(operations_are_those_of_the_equations) {
  for (const mixer_example& x : mixer_examples()) BOOST_TEST_CONTEXT(x) {
      const mixcert::mixer& m = find_mixer(x.mixer);
      const mixcert::mixer_input input = input_of(x);
      const textbook::forward forward = textbook::evaluate(x.mixer, input);
      const auto e = m.evaluate(mixcert::context<double>{}, input);
      const auto agree = [](const std::vector<double>& a, const std::vector<double>& b) {
        BOOST_REQUIRE_EQUAL(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) BOOST_TEST(std::fabs(a[i] - b[i]) <= 1e-12);
      };
      const auto order = input.convention.find("skew_order");
      if (order == input.convention.end() || order->second.text() == "upper-rows") agree(forward.H, e.H.values());
      if (!forward.read.empty()) {
        agree(forward.read, e.read);
        agree(forward.write, e.write);
      }
      const mixer_costs c = m.costs(x.n, input.convention);
      const sizes variables = variables_of(c, x.n, x.d);
      check_counts(at(c.route, variables), forward.route);
      check_counts(at(c.mix, variables), forward.mix);
      check_counts(at(c.apply, variables), forward.apply);
    }
}

// Parameters as the go-mHC text counts them, without the normalisation's nd.
BOOST_AUTO_TEST_CASE(published_parameter_counts) {
  const std::size_t C = 1024;
  const auto factorial = [](std::size_t k) {
    std::size_t r = 1;
    for (std::size_t i = 2; i <= k; ++i) r *= i;
    return r;
  };
  const auto published = [&](std::size_t streams, std::size_t R) {
    return (streams * C + 1) * R + 2 * streams * streams * C + 2 * streams + 3;
  };
  const auto check = [&](const char* name, std::size_t n, std::size_t R,
                         const std::map<std::string, std::string>& given = {}) {
    const mixer_costs c = costs_of(name, n, given);
    BOOST_TEST(c.parameters.at(variables_of(c, n, C)) == published(n, R) + n * C);
  };
  for (const std::size_t n : {2u, 4u, 6u}) {
    check("mhc-flat", n, n * n);
    check("mhc-lite", n, factorial(n));
    for (const std::size_t s : {1u, 2u, 3u}) check("go-mhc", n, n * s * (n * s - 1) / 2, {{"s", std::to_string(s)}});
  }
  check("kromhc", 4, 4);
  check("kromhc", 8, 6);
  check("kromhc", 6, 2 + 6, {{"factors", "2x3"}});
  // the 18 tensors of DeepSeek-V4-Flash at three layers, of four bytes a number
  const mixer_costs v4 = costs_of("mhc-v4", 4);
  BOOST_TEST(6 * 4 * v4.parameters.at({{"n", 4}, {"d", 4096}}) == 9437832u);
}

// d^3 against d!: making H of a rotation is cubic in the number of streams, of all permutations factorial.
BOOST_AUTO_TEST_CASE(cubic_against_factorial) {
  const auto making_H = [](const char* name, std::size_t n, const std::map<std::string, std::string>& given) {
    const mixer_costs c = costs_of(name, n, given);
    return c.mix.all().at(variables_of(c, n, 1));
  };
  BOOST_TEST(costs_of("go-mhc", 4, {{"s", "1"}}).mix.multiplications.text() == "n^3 + 2 n^2 - n");
  BOOST_TEST(costs_of("go-mhc", 4).mix.multiplications.text() == "8 n^3 + 8 n^2 - 2 n");
  BOOST_TEST(costs_of("mhc-lite", 4).mix.additions.text() == "n n! - n^2 + n! - 1");
  BOOST_TEST(making_H("mhc-lite", 3, {}) < making_H("go-mhc", 3, {{"s", "2"}}));
  BOOST_TEST(making_H("mhc-lite", 4, {}) < making_H("go-mhc", 4, {{"s", "2"}}));
  BOOST_TEST(making_H("mhc-lite", 6, {}) > making_H("go-mhc", 6, {{"s", "2"}}));
}

// The numbers that a token of n = 4 streams moves: 21 d + 24 read and 13 d + 24 written, against 2 d and d of a
// residual of one stream (arXiv 2512.24880).
BOOST_AUTO_TEST_CASE(memory_traffic) {
  for (const std::string& name : mixcert::mixer_names()) {
    if (name == "balanced" || name == "cayley" || name == "static") continue;
    const mixer_costs c = costs_of(name, 4);
    for (const std::size_t d : {1u, 64u, 7168u}) {
      const sizes variables{{"n", 4}, {"d", d}};
      BOOST_TEST(c.stepwise.reads.at(variables) == 21 * d + 24);
      BOOST_TEST(c.stepwise.writes.at(variables) == 13 * d + 24);
      BOOST_TEST(c.fused.reads.at(variables) == 4 * d + (4 + 1) * d + 16 + 4);
      BOOST_TEST(c.fused.writes.at(variables) == d + 16 + 4 + 4 * d);
    }
  }
  const mixer_costs constant = costs_of("static", 4), rotation = costs_of("cayley", 3);
  BOOST_TEST(constant.stepwise.reads.at({{"n", 4}, {"d", 64}}) == 17u * 64 + 24);
  BOOST_TEST(constant.stepwise.writes.at({{"n", 4}, {"d", 64}}) == 13u * 64);
  BOOST_TEST(constant.fused.reads.at({{"n", 4}, {"d", 64}}) == 9u * 64 + 24);
  BOOST_TEST(constant.fused.writes.at({{"n", 4}, {"d", 64}}) == 5u * 64);
  BOOST_TEST(rotation.stepwise.reads.at({{"n", 3}, {"d", 64}}) == 6u * 64 + 9);
  BOOST_TEST(rotation.stepwise.writes.at({{"n", 3}, {"d", 64}}) == 3u * 64 + 9);
  BOOST_TEST(rotation.fused.reads.at({{"n", 3}, {"d", 64}}) == 3u * 64);
}

BOOST_AUTO_TEST_SUITE_END()
