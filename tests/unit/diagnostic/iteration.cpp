// Defects against the number of iterations.
#include "hand_checked.hpp"

#include "mixcert/diagnostic/iteration.hpp"
#include "support/mixer_examples.hpp"
#include "support/refusal.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr double nothing = 1e-60;

std::vector<stochastic_defects<mp_interval>> defects(const char* mixer, std::size_t most) {
  return defects_by_iterations(hand_numbers, find_mixer(mixer), input_of({mixer, 4, 8}), most);
}

} // namespace

BOOST_AUTO_TEST_SUITE(iterations)

BOOST_AUTO_TEST_CASE(one_sum_is_exact_and_the_other_comes_nearer) {
  for (const char* mixer : {"lucid-mhc", "mhc-flat"}) {
    const auto found = defects(mixer, 6);
    BOOST_REQUIRE(found.size() == 6);
    for (std::size_t k = 0; k < 6; ++k) {
      const mp_interval& column = found[k].column_sum_error;
      const mp_interval& row = found[k].row_sum_error;
      BOOST_CHECK(magnitude_up(column) < nothing);
      if (k > 0) BOOST_CHECK(certainly_less(row, found[k - 1].row_sum_error));
    }
  }
}

BOOST_AUTO_TEST_CASE(each_is_that_of_the_convention) {
  mixer_input input = input_of({"mhc-v4", 4, 8});
  const mixer& v4 = find_mixer("mhc-v4");
  const auto found = defects_by_iterations(hand_numbers, v4, input, 3);
  input.convention.at("iterations") = exact_constant(3.0);
  const auto third = stochastic_defects_of(hand_numbers, v4.evaluate(hand_numbers, input).H);
  BOOST_CHECK(mpfr_equal_p(found[2].column_sum_error.upper(), third.column_sum_error.upper()) != 0);
  BOOST_CHECK(certainly_less(third.column_sum_error, found[1].column_sum_error));
  const auto guessed = defects_by_iterations(context<float64>{}, v4, input, 3);
  BOOST_CHECK_SMALL(guessed[2].column_sum_error - to_interval(third.column_sum_error).lower(), 1e-13);
}

BOOST_AUTO_TEST_CASE(mixers_that_iterate_nothing) {
  check_refused([] { defects("hc", 3); }, {"'hc' iterates nothing"});
}

BOOST_AUTO_TEST_SUITE_END()
