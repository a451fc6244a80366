// What mixers declare: invariants against the matrices their equations give, features against their derivatives, and
// the bounds that follow against certificates.
#include "support/mixer_cases.hpp"
#include "support/mixer_examples.hpp"

#include "mixcert/certificate/certify.hpp"
#include "mixcert/diagnostic/structure.hpp"
#include "mixcert/error.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <set>

using mixcert::core_method;
using mixcert::feature_group;
using mixcert::find_mixer;
using mixcert::matrix;
using mixcert::mixer;
using mixcert::mixer_input;
using mixcert::mixer_invariants;
using mixcert::mp_interval;
using mixcert::state_rank;

namespace {

const mixcert::context<mp_interval> numbers{400};
constexpr double exact = 1e-100;

struct named_invariant {
  const char* name;
  bool mixer_invariants::*declared;
  /// 0 if and only if it holds.
  std::function<mp_interval(const matrix<mp_interval>& H)> violation;
};

const std::vector<named_invariant>& invariants() {
  using mixcert::stochastic_defects_of;
  static const std::vector<named_invariant> all = {
      {"rows sum to one", &mixer_invariants::rows_sum_to_one,
       [](const auto& H) { return stochastic_defects_of(numbers, H).row_sum_error; }},
      {"columns sum to one", &mixer_invariants::columns_sum_to_one,
       [](const auto& H) { return stochastic_defects_of(numbers, H).column_sum_error; }},
      {"nonnegative", &mixer_invariants::nonnegative,
       [](const auto& H) { return max(numbers.exact(0), -stochastic_defects_of(numbers, H).least_entry); }},
      {"orthogonal", &mixer_invariants::orthogonal, [](const auto& H) { return mixcert::orthogonality_defect(H); }}};
  return all;
}

bool holds(const named_invariant& invariant, const matrix<mp_interval>& H) {
  return magnitude_up(invariant.violation(H)) < exact;
}

bool is_violated(const named_invariant& invariant, const matrix<mp_interval>& H) {
  return certainly_less(numbers.exact(exact), invariant.violation(H));
}

/// How many of the features of DH are of this kind, and used.
template <class Evaluation> std::size_t used_features(const Evaluation& e, feature_group::kind kind) {
  std::size_t used = 0;
  if (kind == feature_group::array) {
    for (std::size_t a = 0; a < e.arrays.size(); ++a) {
      bool in_H = false;
      for (std::size_t entry = 0; entry < e.dH_arrays.rows(); ++entry)
        in_H = in_H || !is_exact_zero(e.dH_arrays(entry, a));
      used += in_H ? 1 : 0;
    }
    return used;
  }
  for (std::size_t g = 0; g < e.generators.size(); ++g) {
    bool in_H = false, in_state = false;
    for (std::size_t s = 0; s < e.state.rows(); ++s) in_state = in_state || !is_exact_zero(e.state(s, g));
    for (const auto& D : e.dH)
      for (std::size_t s = 0; s < D.rows(); ++s) in_H = in_H || !is_exact_zero(D(s, g));
    used += in_H && !in_state ? 1 : 0;
  }
  return used;
}

std::size_t declared_features(const mixcert::state_dependence& dependence, feature_group::kind kind) {
  std::size_t count = 0;
  for (const feature_group& group : dependence.features) count += group.what == kind ? group.count : 0;
  return count;
}

void check_bounds(const mixer& m, const mixer_input& input) {
  const std::size_t n = input.state.rows(), d = input.state.cols();
  const auto e = m.evaluate(mixcert::context<double>{}, input);
  const state_rank rank = state_rank_of(e.state, d);
  const mixcert::core_bound bound = bound_core(m, {n, d}, rank, input.convention);
  const mixcert::certificate own = certify(m, input, {});
  BOOST_TEST(own.core.dimension <= n * bound.per_stream);
  BOOST_TEST(own.quantities.rank_at_least <= m.feedback_rank(n, rank, input.convention).at_most);
  const mixcert::certificate common = certify(m, input, {}, {.core = core_method::common});
  BOOST_TEST(common.core.dimension <= n * bound.common);
}

} // namespace

BOOST_AUTO_TEST_SUITE(declarations)

BOOST_AUTO_TEST_CASE(what_is_declared_holds) {
  for (const mixer_example& x : mixer_examples()) BOOST_TEST_CONTEXT(x) {
      const mixer_input input = input_of(x);
      const mixer_invariants declared = find_mixer(x.mixer).invariants(input.convention);
      const auto H = find_mixer(x.mixer).evaluate(numbers, input).H;
      for (const named_invariant& invariant : invariants())
        if (declared.*invariant.declared) BOOST_TEST(holds(invariant, H), invariant.name);
    }
}

// What is not declared fails: sums and orthogonality wherever there are two streams, signs at one of the examples.
BOOST_AUTO_TEST_CASE(what_is_not_declared_fails) {
  const auto is_exempt = [](const mixer_example& x, const std::string& invariant) {
    const std::string name = x.mixer;
    return (name == "lucid-mhc" && invariant == "columns sum to one") || // not clamped here, but elsewhere
           (name == "circulant" && invariant == "orthogonal" && x.convention.contains("gamma") &&
            x.convention.at("gamma") == "0"); // the identity
  };
  std::set<std::string> negative, nonnegative;
  for (const mixer_example& x : mixer_examples()) BOOST_TEST_CONTEXT(x) {
      if (x.n == 1) continue;
      const mixer_input input = input_of(x);
      const mixer_invariants declared = find_mixer(x.mixer).invariants(input.convention);
      const auto H = find_mixer(x.mixer).evaluate(numbers, input).H;
      for (const named_invariant& invariant : invariants()) {
        if (declared.*invariant.declared || is_exempt(x, invariant.name)) continue;
        if (invariant.declared == &mixer_invariants::nonnegative)
          (is_violated(invariant, H) ? negative : nonnegative).insert(x.mixer);
        else
          BOOST_TEST(is_violated(invariant, H), invariant.name);
      }
    }
  for (const std::string& name : nonnegative) BOOST_TEST(negative.contains(name), name);
}

// Far apart, the logits of lucid-mhc end in a division by the clamp, and its columns do not sum to one; hence none are
// declared, but without a clamp.
BOOST_AUTO_TEST_CASE(columns_of_lucid_mhc) {
  const mixer_example x{"lucid-mhc", 3, 4, {{"sinkhorn_clamp", "0.999"}, {"iterations", "6"}}};
  const auto H = find_mixer("lucid-mhc").evaluate(numbers, input_of(x)).H;
  BOOST_TEST(is_violated(invariants()[1], H));
  const auto declared = [](const char* clamp) {
    const mixer& m = find_mixer("lucid-mhc");
    return m.invariants(convention_of(m, {{"sinkhorn_clamp", clamp}})).columns_sum_to_one;
  };
  BOOST_TEST(!declared("1e-12"));
  BOOST_TEST(!declared("1e-9999"));
  BOOST_TEST(declared("0"));
}

// From the tables of docs/reference/mixers.md and of the literature: the rank of a state in general position, and cores
// for n = 4, stream-adapted and common.
BOOST_AUTO_TEST_CASE(bounds_of_four_streams) {
  struct row {
    const char* mixer;
    std::size_t rank, core, common;
    std::map<std::string, std::string> given = {};
  };
  for (const row& r : {row{"hc", 16, 32, 32},
                       {"hc-paper", 16, 36, 36},
                       {"lucid-mhc", 12, 32, 32},
                       {"mhc-flat", 12, 64, 208},
                       {"mhc-v4", 12, 64, 208},
                       {"mhc-lite", 9, 52, 160},
                       {"kromhc", 2, 24, 48},
                       {"go-mhc", 6, 40, 112, {{"s", "1"}}},
                       {"go-mhc", 9, 52, 160},
                       {"krom-go", 2, 24, 48},
                       {"ohc", 6, 40, 112},
                       {"shc", 9, 52, 160},
                       {"jpmhc", 6, 40, 112},
                       {"circulant", 3, 28, 64},
                       {"static", 0, 0, 0}}) {
    const mixer& m = find_mixer(r.mixer);
    const mixcert::mixer_convention convention = convention_of(m, r.given);
    const mixcert::state_size size{4, 1024};
    const mixcert::core_bound core = bound_core(m, size, generic_rank(size), convention);
    BOOST_TEST(m.feedback_rank(4, generic_rank(size), convention).at_most == r.rank, r.mixer);
    BOOST_TEST(4 * core.per_stream == r.core, r.mixer);
    BOOST_TEST(4 * core.common == r.common, r.mixer);
    BOOST_TEST(core.by_rank == std::min<std::size_t>(4, r.rank) + r.rank, r.mixer);
    const mixcert::state_size narrow{4, 3};
    BOOST_TEST(bound_core(m, narrow, generic_rank(narrow), convention).per_stream <= 3u, r.mixer);
  }
}

// No evaluation uses more features than are declared, and no fewer where it is in general position.
BOOST_AUTO_TEST_CASE(features_of_the_derivative) {
  for (const mixer_example& x : mixer_examples()) BOOST_TEST_CONTEXT(x) {
      const mixer_input input = input_of(x);
      const mixcert::state_dependence dependence = find_mixer(x.mixer).dependence(x.n, input.convention);
      const auto e = find_mixer(x.mixer).evaluate(numbers, input);
      const bool is_constant = x.convention.contains("gamma") && x.convention.at("gamma") == "0";
      const bool is_clamped = x.convention.contains("norm_clamp");
      for (const auto kind : {feature_group::row, feature_group::array}) {
        const std::size_t used = used_features(e, kind), declared = declared_features(dependence, kind);
        BOOST_TEST(used <= declared);
        if (!is_constant && !is_clamped && x.n > 1) BOOST_TEST(used == declared);
      }
      if (dependence.numbers == 0)
        for (const auto& D : e.dH)
          BOOST_TEST(
              std::all_of(D.values().begin(), D.values().end(), [](const mp_interval& v) { return is_exact_zero(v); }));
    }
}

BOOST_AUTO_TEST_CASE(bounds_hold_for_certificates) {
  for (const mixer_example& x : mixer_examples()) BOOST_TEST_CONTEXT(x) {
      if (x.n <= 4) check_bounds(find_mixer(x.mixer), input_of(x));
    }
}

// Wide enough for the bound of the core to be reached.
BOOST_AUTO_TEST_CASE(bounds_of_cores_are_reached) {
  for (const mixer_example& x : {mixer_example{"hc", 3, 9},
                                 {"hc-paper", 2, 8},
                                 {"lucid-mhc", 3, 9},
                                 {"mhc-flat", 2, 7},
                                 {"mhc-lite", 3, 12},
                                 {"kromhc", 4, 9},
                                 {"go-mhc", 3, 12},
                                 {"ohc", 4, 12},
                                 {"shc", 3, 10},
                                 {"jpmhc", 3, 9},
                                 {"circulant", 3, 8},
                                 {"cayley", 3, 6}})
    BOOST_TEST_CONTEXT(x) {
      const mixer& m = find_mixer(x.mixer);
      const mixer_input input = input_of(x);
      const mixcert::core_bound bound = bound_core(m, {x.n, x.d}, mixcert::generic_rank({x.n, x.d}), input.convention);
      BOOST_TEST(certify(m, input, {}).core.dimension == x.n * bound.per_stream);
      BOOST_TEST(bound.per_stream < x.d);
    }
}

BOOST_AUTO_TEST_CASE(usual_sizes_are_sizes_of_the_mixer) {
  for (const std::string& name : mixcert::mixer_names()) {
    const mixer& m = find_mixer(name);
    const auto [n, d] = m.usual_size();
    BOOST_CHECK_NO_THROW(m.tensors(n, d, convention_of(m, {})));
    BOOST_TEST(!m.summary().empty());
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(declarations_at_reference_states, *boost::unit_test::precondition(mixcert::test::has_shared_data))

BOOST_AUTO_TEST_CASE(invariants_features_and_bounds) {
  for (const std::string& name : mixcert::mixer_names()) {
    if (name == "balanced" || name == "cayley" || name == "hc" || name == "mhc-v4") continue; // no such references
    std::size_t certified = 0;
    for (const mixcert::test::mixer_reference& c : mixcert::test::mixer_references(name)) BOOST_TEST_CONTEXT(c.id) {
        const auto e = c.family->evaluate(numbers, c.input);
        const mixer_invariants declared = c.family->invariants(c.input.convention);
        for (const named_invariant& invariant : invariants())
          if (declared.*invariant.declared) BOOST_TEST(magnitude_up(invariant.violation(e.H)) < 1e-60, invariant.name);
        const auto dependence = c.family->dependence(c.input.state.rows(), c.input.convention);
        for (const auto kind : {feature_group::row, feature_group::array})
          BOOST_TEST(used_features(e, kind) <= declared_features(dependence, kind));
        if (c.input.state.rows() * c.input.state.cols() <= 64 && certified < 4) {
          ++certified;
          check_bounds(*c.family, c.input);
        }
      }
  }
}

BOOST_AUTO_TEST_SUITE_END()
