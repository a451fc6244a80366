// What is measured on a realised mixing map, against values worked out by hand.
#include "hand_checked.hpp"

#include "mixcert/diagnostic/gain.hpp"
#include "mixcert/diagnostic/identity_deviation.hpp"
#include "mixcert/diagnostic/map_intervention.hpp"
#include "mixcert/diagnostic/measures.hpp"
#include "mixcert/diagnostic/preservation.hpp"
#include "mixcert/diagnostic/structure.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;
using namespace mixcert::test;

const auto forward = [](const auto& numbers, const auto& M) { return forward_gain(numbers, M); };
const auto backward = [](const auto& numbers, const auto& M) { return backward_gain(numbers, M); };
const auto row_error = [](const auto& numbers, const auto& H) {
  return stochastic_defects_of(numbers, H).row_sum_error;
};
const auto column_error = [](const auto& numbers, const auto& H) {
  return stochastic_defects_of(numbers, H).column_sum_error;
};
const auto least = [](const auto& numbers, const auto& H) { return stochastic_defects_of(numbers, H).least_entry; };
const auto deviation = [](const auto& numbers, const auto& H) { return identity_deviation(numbers, H); };
const auto distance = [](const auto& numbers, const auto& H) { return squared_identity_distance(numbers, H); };
const auto hull_of = [](const auto& numbers, const auto& H) { return hull_defect(numbers, H); };
const auto excess = [](const auto& numbers, const auto& H, const auto& X) { return range_excess(numbers, H, X); };

/// [[0, 1, 0], [0, 0, 1], [1, 0, 0]].
matrix<rational> turn() { return {3, 3, whole({0, 1, 0, 0, 0, 1, 1, 0, 0})}; }

/// Each end of each entry moved outward by 1/64.
matrix<mp_interval> widened(const matrix<rational>& H) {
  return map(in(hand_numbers, H),
             [](const mp_interval& x) { return x + hull(hand_numbers.exact(-0x1p-6), hand_numbers.exact(0x1p-6)); });
}

} // namespace

BOOST_AUTO_TEST_SUITE(realised_maps)

BOOST_AUTO_TEST_CASE(gains) {
  check_by_hand(fraction(3, 2), forward, two_streams());
  check_by_hand(fraction(7, 4), backward, two_streams());
  check_by_hand(fraction(3, 2), forward, three_streams());
  check_by_hand(fraction(19, 12), backward, three_streams());
  check_by_hand(fraction(0), forward, matrix<rational>());
}

BOOST_AUTO_TEST_CASE(gains_of_members_are_held_up_to_the_ends) {
  const mp_interval f = forward_gain(hand_numbers, widened(two_streams()));
  BOOST_CHECK(holds(f, fraction(3, 2) + fraction(1, 32)) && holds(f, fraction(3, 2) - fraction(1, 32)));
  BOOST_CHECK(!holds(f, fraction(3, 2) + fraction(1, 31)) && !holds(f, fraction(3, 2) - fraction(1, 31)));
}

BOOST_AUTO_TEST_CASE(sums_and_least_entry) {
  check_by_hand(fraction(1, 4), row_error, two_streams());
  check_by_hand(fraction(3, 4), column_error, two_streams());
  check_by_hand(fraction(-1, 4), least, two_streams());
  check_by_hand(fraction(1, 6), row_error, three_streams());
  check_by_hand(fraction(3, 4), column_error, three_streams());
  check_by_hand(fraction(-1, 3), least, three_streams());
}

BOOST_AUTO_TEST_CASE(deviation_from_the_identity) {
  check_by_hand(fraction(5, 16), deviation, two_streams());
  check_by_hand(fraction(7, 16), distance, two_streams());
  check_by_hand(fraction(17, 54), deviation, three_streams());
  check_by_hand(fraction(85, 72), distance, three_streams());
  check_by_hand(fraction(0), deviation, matrix<rational>(1, 1, fraction(1)));
}

BOOST_AUTO_TEST_CASE(product_over_depth_is_in_forward_order) {
  const matrix<rational> first(2, 2, {fraction(1), fraction(1), fraction(0), fraction(1)});
  const matrix<rational> second(2, 2, {fraction(1), fraction(0), fraction(2), fraction(1)});
  const auto entry = [](std::size_t k) {
    return [k](const auto& numbers, const auto& a, const auto& b) {
      return composite(numbers, std::vector{a, b}).values()[k];
    };
  };
  const long wanted[] = {1, 1, 2, 3}; // second first = [[1, 1], [2, 3]]; the other way round [[3, 1], [2, 1]]
  for (std::size_t k = 0; k < 4; ++k) check_by_hand(fraction(wanted[k]), entry(k), first, second);
  check_by_hand(
      fraction(1, 3), [](const auto& numbers, const auto& a) { return composite(numbers, std::vector{a}).values()[4]; },
      three_streams());
}

// The rows of `turn` A are those of A from row 1 on, and `shear` adds row 1 twice to row 0.
BOOST_AUTO_TEST_CASE(product_of_three_maps_of_three_streams) {
  const auto shear = matrix<rational>(3, 3, whole({1, 2, 0, 0, 1, 0, 0, 0, 1}));
  const auto product = [](std::size_t k) {
    return [k](const auto& numbers, const auto& a, const auto& b, const auto& c) {
      return composite(numbers, std::vector{a, b, c}).values()[k];
    };
  };
  const rational wanted[] = {fraction(2, 3), fraction(-1, 3), fraction(7, 3), fraction(1, 6), fraction(-1, 3),
                             fraction(1),    fraction(1, 2),  fraction(1, 4), fraction(1, 4)};
  for (std::size_t k = 0; k < 9; ++k) check_by_hand(wanted[k], product(k), three_streams(), turn(), shear);
}

BOOST_AUTO_TEST_CASE(singular_values_of_three_streams) {
  const auto check = [](const rational& largest, const rational& second, const rational& smallest,
                        const matrix<rational>& H) {
    const std::vector<measure> found = measures_of_map(in(hand_numbers, H), {});
    const auto holds_narrowly = [&](const char* name, const rational& wanted) {
      const auto m = std::ranges::find(found, name, &measure::name);
      return m != found.end() && holds(m->value, wanted) && magnitude_up(m->value - m->value) < 1e-30;
    };
    BOOST_TEST(holds_narrowly("largest_singular_value", largest));
    BOOST_TEST(holds_narrowly("second_singular_value", second));
    BOOST_TEST(holds_narrowly("smallest_singular_value", smallest));
  };
  const auto half = fraction(1, 2);
  // a permutation times diag(1, 2, 1/2)
  check(
      fraction(2), fraction(1), half,
      {3,
       3,
       {fraction(0), fraction(2), fraction(0), fraction(1), fraction(0), fraction(0), fraction(0), fraction(0), half}});
  // (I - 2/3 1 1^T) diag(3, 2, 1/2)
  check(fraction(3), fraction(2), half,
        {3,
         3,
         {fraction(1), fraction(-4, 3), fraction(-1, 3), fraction(-2), fraction(2, 3), fraction(-1, 3), fraction(-2),
          fraction(-4, 3), fraction(1, 6)}});
  // of a circulant with c = (8, 3, 0): 8 + 3, and twice the root of 8^2 + 3^2 - 8 3
  check(fraction(11), fraction(7), fraction(7), {3, 3, whole({8, 3, 0, 0, 8, 3, 3, 0, 8})});
}

BOOST_AUTO_TEST_CASE(convex_combinations) {
  check_by_hand(fraction(1, 4), hull_of, two_streams());
  check_by_hand(fraction(1, 2), hull_of, three_streams());
  check_by_hand(fraction(0), hull_of, matrix<rational>(3, 3, fraction(1, 3)));
}

BOOST_AUTO_TEST_CASE(outputs_beyond_the_ranges_of_the_streams) {
  // H X = [[9/4, 1], [7/2, -7/4]]; the ranges are [1, 3] and [-1, 2].
  check_by_hand(fraction(3, 4), excess, two_streams(), state_of_two_streams());
  check_by_hand(fraction(0), excess, matrix<rational>(2, 2, fraction(1, 2)), state_of_two_streams());
  // H X = [[3/4, 3/4], [2/3, 1/3], [-17/6, 2/3]]; the ranges are [-2, 3] and [-1, 2], and with -X turned round.
  check_by_hand(fraction(5, 6), excess, three_streams(), state_of_three_streams());
  check_by_hand(fraction(5, 6), excess, three_streams(), map(state_of_three_streams(), std::negate<>()));
  check_by_hand(fraction(0), excess, turn(), state_of_three_streams());
}

BOOST_AUTO_TEST_CASE(change_of_the_mean_of_the_streams) {
  const auto of_feature = [](std::size_t c) {
    return [c](const auto& numbers, const auto& H, const auto& X) { return change_of_mean(numbers, H, X)[c]; };
  };
  check_by_hand(fraction(7, 8), of_feature(0), two_streams(), state_of_two_streams());
  check_by_hand(fraction(-7, 8), of_feature(1), two_streams(), state_of_two_streams());
  check_by_hand(fraction(0), of_feature(1), matrix<rational>(2, 2, fraction(1, 2)), state_of_two_streams());
}

BOOST_AUTO_TEST_CASE(length_of_the_change_of_the_mean) {
  const auto check = [](const rational& wanted, const matrix<rational>& H, const matrix<rational>& X) {
    const std::vector<measure> found = measures_of_state(in(hand_numbers, H), in(hand_numbers, X));
    const auto m = std::ranges::find(found, "mean_defect", &measure::name);
    BOOST_REQUIRE(m != found.end());
    BOOST_CHECK(is(m->value, wanted) && !is(m->value, wanted + fraction(1, 1000)));
  };
  // (-1/2 x_0 + 3/4 x_1)/2 = (6, 8)/8
  check(fraction(5, 4), two_streams(), {2, 2, whole({3, -1, 4, 2})});
  // (0 x_0 - 3/4 x_1 + 7/12 x_2)/3 = (15, 20)/36
  check(fraction(25, 36), three_streams(), {3, 2, whole({5, -7, 3, -3, 6, -1})});
  check(fraction(0), turn(), state_of_three_streams());
}

BOOST_AUTO_TEST_CASE(mean_of_three_maps_of_three_streams) {
  const auto identity = matrix<rational>(3, 3, whole({1, 0, 0, 0, 1, 0, 0, 0, 1}));
  const auto entry = [](std::size_t k) {
    return [k](const auto& numbers, const auto& a, const auto& b, const auto& c) {
      return mean_map(numbers, std::vector{a, b, c}).values()[k];
    };
  };
  const rational wanted[] = {fraction(1, 2), fraction(5, 12), fraction(1, 12), fraction(1, 9), fraction(4, 9),
                             fraction(4, 9), fraction(7, 18), fraction(-1, 9), fraction(2, 3)};
  for (std::size_t k = 0; k < 9; ++k) check_by_hand(wanted[k], entry(k), three_streams(), turn(), identity);
}

BOOST_AUTO_TEST_CASE(mean_of_maps) {
  const matrix<rational> other(2, 2, {fraction(1), fraction(0), fraction(0), fraction(1)});
  const auto entry = [](std::size_t k) {
    return [k](const auto& numbers, const auto& a, const auto& b) {
      return mean_map(numbers, std::vector{a, b}).values()[k];
    };
  };
  check_by_hand(fraction(7, 8), entry(0), two_streams(), other);
  check_by_hand(fraction(-1, 8), entry(2), two_streams(), other);
}

BOOST_AUTO_TEST_CASE(what_is_not_bounded_is_not_measured) {
  for (const double bad : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    matrix<mp_interval> H = in(hand_numbers, two_streams());
    H(1, 0) = mp_interval(bad, 256);
    const matrix<mp_interval> X = in(hand_numbers, state_of_two_streams());
    BOOST_CHECK(!is_finite(forward_gain(hand_numbers, H)) && !is_finite(backward_gain(hand_numbers, H)));
    BOOST_CHECK(!is_finite(identity_deviation(hand_numbers, H)));
    BOOST_CHECK(!is_finite(squared_identity_distance(hand_numbers, H)));
    BOOST_CHECK(!is_finite(hull_defect(hand_numbers, H)) && !is_finite(range_excess(hand_numbers, H, X)));
    BOOST_CHECK(!is_finite(change_of_mean(hand_numbers, H, X)[0]));
  }
}

BOOST_AUTO_TEST_SUITE_END()
