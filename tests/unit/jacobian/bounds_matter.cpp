// Each bound is needed: where it is set to zero, some enclosure no longer holds its value.
#include "pipeline.hpp"

#include <boost/test/unit_test.hpp>

namespace {

constexpr mpfr_prec_t end_bits = 256;

/// With every bound the values are enclosed; without this one they are not.
void check_needed(const problem& c, const precision& places, const dropped& without) {
  exact_singular_values values(jacobian(c));
  const auto with_all = escape(values, spectrum(c, places), end_bits);
  BOOST_TEST(!with_all, with_all.value_or(""));
  BOOST_TEST(escape(values, spectrum(c, places, without), end_bits).has_value());
}

} // namespace

BOOST_AUTO_TEST_SUITE(bounds_matter)

// H is diagonal, so P and Q are exact and s is H rounded to 2^-40.
BOOST_AUTO_TEST_CASE(nu_in_the_core_and_in_the_tails) {
  problem_source source(1);
  const precision places{24, 272, 384};
  const problem c = source.generic(2, 4, 2).with_H({0.7, 0, 0, 0.3});
  const steps s = take_steps(c, places);
  BOOST_TEST(s.rotated.alpha == 0);
  BOOST_TEST(s.rotated.nu > 0);
  check_needed(c, places, {.nu = true});
  check_needed(c.without_feedback(), places, {.nu = true}); // tails alone
  // No tails, and a feedback whose core is on the grid already.
  check_needed(source.generic(2, 2, 2).with_H({0.7, 0, 0, 0.3}).with_scaled_derivative(0x1p-8), places, {.nu = true});
}

BOOST_AUTO_TEST_CASE(nu_with_generic_rotations) {
  problem_source source(2);
  for (int round = 0; round < 3; ++round) {
    const problem c = source.generic(3, 4, 2).with_scaled_derivative(0x1p-12);
    check_needed(c, {24, 272, 384}, {.nu = true, .undo = true});
  }
}

// The feedback outweighs H, so its change by factors that are not quite orthogonal outweighs nu.
BOOST_AUTO_TEST_CASE(orthogonality_of_the_rotation) {
  problem_source source(3);
  for (int round = 0; round < 3; ++round) {
    const problem c = source.generic(2, 4, 2).with_scaled_derivative(0x1p40);
    BOOST_TEST(take_steps(c, {24, 272, 384}).rotated.alpha > 0);
    check_needed(c, {24, 272, 384}, {.undo = true});
  }
}

BOOST_AUTO_TEST_CASE(basis_of_independent_generators) {
  problem_source source(4);
  for (int round = 0; round < 3; ++round) {
    const problem c = source.generic(2, 5, 2);
    const precision places{128, 48, 384};
    BOOST_TEST(take_steps(c, places).bases.at(0).phi.has_value());
    check_needed(c, places, {.basis = true});
  }
}

BOOST_AUTO_TEST_CASE(basis_of_dependent_generators) {
  problem_source source(5);
  for (int round = 0; round < 3; ++round) {
    const problem c = source.generic(2, 5, 3);
    for (const problem& dependent :
         {c.with_combined_generator(1, {2, 0, 0}, 0), c.with_combined_generator(2, {0.5, -3, 0}, 0),
          c.with_combined_generator(2, {0.5, -3, 0}, 1e-12)})
      for (const mpfr_prec_t basis : {20, 40, 64}) {
        const precision places{128, basis, 384};
        BOOST_TEST(take_steps(dependent, places).bases.at(0).t.has_value());
        check_needed(dependent, places, {.basis = true});
      }
  }
}

// The same where each stream has a space of its own.
BOOST_AUTO_TEST_CASE(bases_of_spaces_of_streams) {
  problem_source source(8);
  for (int round = 0; round < 3; ++round) {
    const problem c = source.whole_state(2, 6, 1, 2), dependent = c.with_combined_array(1, {-3, 0}, 0);
    const precision few{128, 48, 384};
    const steps s = take_steps(c, few), t = take_steps(dependent, few);
    BOOST_TEST_REQUIRE((s.bases.size() == 2 && t.bases.size() == 2));
    BOOST_TEST((s.bases[0].phi && s.bases[1].phi && t.bases[0].t && t.bases[1].t));
    check_needed(c, few, {.basis = true});
    check_needed(dependent, few, {.basis = true});
  }
}

// J = I + distance e_0 e_1^T, written with the generators e_0 and e_0 + distance e_1. The small pivot is dropped, so
// the core is I; its values are 1, those of J are 1 +- distance / 2 to first order, and t is about distance^2.
BOOST_AUTO_TEST_CASE(the_root_in_the_trace_form) {
  constexpr double distance = 0x1p-22;
  const auto number = [](double x) { return mp_interval(x, exact_bits); };
  problem c = problem_source(6).generic(1, 4, 2).with_H({1});
  c.e.generators[0].row = {number(1), number(0), number(0), number(0)};
  c.e.generators[1].row = {number(1), number(distance), number(0), number(0)};
  c.e.state = {1, 2, {number(1), number(0)}};
  c.e.dH[0] = {1, 2, {number(-1), number(1)}};
  const precision places{40, 272, 384};
  steps s = take_steps(c, places);
  BOOST_REQUIRE(s.bases.at(0).t.has_value());
  exact_singular_values values(jacobian(c));
  BOOST_TEST(!escape(values, spectrum(c, s), end_bits));
  s.bases[0].t = *s.bases[0].t * *s.bases[0].t; // t in place of its root
  s.core = assemble_core(s.spans, s.bases, s.rotated, places);
  BOOST_TEST(escape(values, spectrum(c, s), end_bits).has_value());
}

// Standard basis, H diagonal and on the grid: the core's rounding is the only error.
BOOST_AUTO_TEST_CASE(rounding_of_the_core) {
  problem_source source(7);
  for (int round = 0; round < 3; ++round) {
    const problem c = source.generic(2, 2, 3).with_H({1, 0, 0, 0.5}).with_scaled_derivative(1e-3);
    const precision places{24, 272, 384};
    const steps s = take_steps(c, places);
    BOOST_TEST(s.rotated.nu == 0);
    BOOST_TEST(s.rotated.alpha == 0);
    BOOST_TEST(*s.bases.at(0).phi == 0);
    BOOST_TEST(s.core.epsilon > 0);
    check_needed(c, places, {.rounding = true});
  }
}

BOOST_AUTO_TEST_SUITE_END()
