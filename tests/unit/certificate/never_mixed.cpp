// The note on residuals that were never mixed: where it belongs, and only there.
#include "certified.hpp"

#include <boost/test/unit_test.hpp>

using mixcert::certificate;

namespace {

bool noted(const certificate& c) {
  for (const std::string& note : c.notes)
    if (note.find("never mixed") != std::string::npos) return true;
  return false;
}

} // namespace

BOOST_AUTO_TEST_SUITE(never_mixed)

BOOST_AUTO_TEST_CASE(all_values_are_one) {
  for (const auto& [n, d] : {std::pair<std::size_t, std::size_t>{1, 1}, {2, 3}, {4, 8}}) {
    const certificate c = certified(never_mixed_input(n, d));
    BOOST_TEST(noted(c));
    BOOST_TEST(c.core.dimension == 0u);
    BOOST_TEST(c.core.radius == 0);
    BOOST_TEST(c.core.tails.size() == n);
    std::size_t count = 0;
    for (const auto& entry : c.spectrum) {
      // One, with nothing but the slack that lets others confirm it.
      BOOST_TEST(entry.value.lower() == 1 - 0x1p-53);
      BOOST_TEST(entry.value.upper() == 1 + 0x1p-52);
      count += entry.multiplicity;
    }
    BOOST_TEST(count == n * d);
    BOOST_TEST(c.quantities.rank_at_least == 0u);
    BOOST_TEST(c.quantities.rank_at_most == 0u);
    BOOST_TEST(contains(*c.quantities.norm_ratio, 1));
    BOOST_TEST(is_exact_zero(c.forward.row_sum_error));
  }
}

BOOST_AUTO_TEST_CASE(a_router_of_scale_zero) {
  mixcert::mixer_input input = never_mixed_input(3, 4);
  input.parameters["dynamic_alpha_fn"] = small_hc_input(6, 3, 4).parameters["dynamic_alpha_fn"];
  input.parameters["dynamic_alpha_scale"] = {0};
  BOOST_TEST(noted(certified(input)));
}

// At the zero state every gate has its static value, but a moment later it does not.
BOOST_AUTO_TEST_CASE(a_zero_state_is_no_proof) {
  mixcert::mixer_input input = never_mixed_input(3, 4);
  input.parameters["dynamic_alpha_fn"] = small_hc_input(6, 3, 4).parameters["dynamic_alpha_fn"];
  for (double& x : input.state.values()) x = 0;
  const certificate c = certified(input);
  BOOST_TEST(c.core.dimension == 0u);
  BOOST_TEST(!noted(c));
}

// Orthogonal to its weights a state is mixed by the identity, too.
BOOST_AUTO_TEST_CASE(the_identity_by_chance_is_no_proof) {
  mixcert::mixer_input input = never_mixed_input(1, 2);
  input.parameters["norm.gamma"] = {0, 0};
  input.parameters["dynamic_alpha_fn"] = {1, 1, 1, -1};
  input.state = {1, 2, {2, 2}};
  const certificate c = certified(input);
  BOOST_TEST(c.forward.H(0, 0).lower() == 1 - 0x1p-53);
  BOOST_TEST(!noted(c));
  BOOST_TEST(c.quantities.norm.lower() > 1);
}

BOOST_AUTO_TEST_CASE(a_constant_mixer_that_mixes) {
  mixcert::mixer_input input = never_mixed_input(2, 3);
  input.parameters["static_alpha"][1] = 0.5;
  const certificate c = certified(input);
  BOOST_TEST(c.core.dimension == 0u);
  BOOST_TEST(!noted(c));
}

BOOST_AUTO_TEST_SUITE_END()
