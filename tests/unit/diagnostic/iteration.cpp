// Defects against the number of iterations.
#include "hand_checked.hpp"

#include "mixcert/diagnostic/iteration.hpp"
#include "mixcert/mixer/detail/normalised_softmax.hpp"
#include "support/mixer_cases.hpp"
#include "support/mixer_examples.hpp"
#include "support/refusal.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr double nothing = 1e-60;

matrix<rational> ones_and_three() { return {2, 2, whole({1, 3, 1, 1})}; }

/// Of these ratios, after 1, 2, 3 iterations that end with columns, and after 1, 2 that end with rows.
const rational row_errors[] = {fraction(1, 15), fraction(1, 209), fraction(1, 2911)},
               column_errors[] = {fraction(1, 56), fraction(1, 780)};

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

// exp(L) = [1 3; 1 1]: after k iterations that end with columns P = [1/3 3/5; 2/3 2/5], [4/11 12/19; 7/11 7/19],
// [15/41 45/71; 26/41 26/71]; where the rows have been divided by their sums once more, the columns' sums are 55/56 and
// 57/56, then 779/780 and 781/780.
BOOST_AUTO_TEST_CASE(two_streams_by_hand) {
  const auto after = [](const auto& numbers, const auto& ratios, std::size_t columns, std::size_t rows) {
    const auto zero = numbers.exact(0);
    normalised_softmax P(numbers, map(ratios, [](const auto& x) { return log(x); }), {zero, zero}, "");
    for (std::size_t k = 1; k <= columns; ++k) {
      P.normalise_columns();
      if (k <= rows) P.normalise_rows();
    }
    auto H = ratios;
    for (std::size_t i = 0; i < 4; ++i) H.values()[i] = P.value(i / 2, i % 2);
    return stochastic_defects_of(numbers, H);
  };
  const auto check = [&](const auto& numbers) {
    const auto ratios = in(numbers, ones_and_three());
    for (std::size_t k = 1; k <= 3; ++k) {
      const auto columns_last = after(numbers, ratios, k, k - 1);
      BOOST_CHECK(is(columns_last.row_sum_error, row_errors[k - 1]) && is(columns_last.column_sum_error, fraction(0)));
      BOOST_CHECK(!is(columns_last.row_sum_error, row_errors[k - 1] + fraction(1, 10000)));
    }
    for (std::size_t k = 1; k <= 2; ++k) {
      const auto rows_last = after(numbers, ratios, k, k);
      BOOST_CHECK(is(rows_last.row_sum_error, fraction(0)) && is(rows_last.column_sum_error, column_errors[k - 1]));
    }
  };
  check(hand_numbers);
  check(context<float64>{});
}

// The same by the mixer, whose logits are the binary64 numbers nearest to log 3 and 0: within 1e-15.
BOOST_AUTO_TEST_CASE(two_streams_of_a_mixer_by_hand) {
  const mixer& flat = find_mixer("mhc-flat");
  for (const bool rows_first : {true, false}) {
    mixer_input input = small_input(flat, 1, 2, 1, {{"order", rows_first ? "rows-columns" : "columns-rows"}});
    input.parameters.at("a_res") = {0};
    input.parameters.at("b_res") = {0, std::log(3.0), 0, 0};
    if (!rows_first) std::swap(input.parameters.at("b_res")[1], input.parameters.at("b_res")[2]);
    const auto found = defects_by_iterations(hand_numbers, flat, input, 3);
    BOOST_REQUIRE(found.size() == 3);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& [row, column, least, all] = found[k];
      const mp_interval wanted = value(hand_numbers, row_errors[k]);
      BOOST_TEST(magnitude_up((rows_first ? row : column) - wanted) < 1e-15);
      BOOST_TEST(magnitude_up(rows_first ? column : row) < nothing);
    }
  }
}

// Equal logits and hc_eps = 1/4: all entries x are equal, 1/3 + 1/4 at first, and become x/(3 x + 1/4) with each
// division: 7/24 after one iteration, 7/27, 28/111 after two, 112/447, 448/1791 after three.
BOOST_AUTO_TEST_CASE(three_streams_by_hand) {
  const mixer& v4 = find_mixer("mhc-v4");
  mixer_input input = small_input(v4, 1, 3, 1, {{"hc_eps", "0.25"}});
  input.parameters.at("scale") = {0, 0, 0};
  std::ranges::fill(input.parameters.at("base"), 0.0);
  const rational wanted[] = {fraction(1, 8), fraction(9, 37), fraction(149, 597)};
  const auto check = [&](const auto& numbers) {
    const auto found = defects_by_iterations(numbers, v4, input, 3);
    BOOST_REQUIRE(found.size() == 3);
    for (std::size_t k = 0; k < 3; ++k) {
      BOOST_CHECK(is(found[k].row_sum_error, wanted[k]) && is(found[k].column_sum_error, wanted[k]));
      BOOST_CHECK(!is(found[k].row_sum_error, wanted[k] + fraction(1, 1000)));
    }
  };
  check(hand_numbers);
  check(context<float64>{});
}

BOOST_AUTO_TEST_CASE(mixers_that_iterate_nothing) {
  check_refused([] { defects("hc", 3); }, {"'hc' iterates nothing"});
}

BOOST_AUTO_TEST_SUITE_END()
