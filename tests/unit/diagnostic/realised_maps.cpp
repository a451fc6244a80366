// What is measured on a realised mixing map, against values worked out by hand.
#include "hand_checked.hpp"

#include "mixcert/diagnostic/gain.hpp"
#include "mixcert/diagnostic/identity_deviation.hpp"
#include "mixcert/diagnostic/map_intervention.hpp"
#include "mixcert/diagnostic/preservation.hpp"
#include "mixcert/diagnostic/structure.hpp"

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

BOOST_AUTO_TEST_CASE(convex_combinations) {
  check_by_hand(fraction(1, 4), hull_of, two_streams());
  check_by_hand(fraction(1, 2), hull_of, three_streams());
  check_by_hand(fraction(0), hull_of, matrix<rational>(3, 3, fraction(1, 3)));
}

BOOST_AUTO_TEST_CASE(outputs_beyond_the_ranges_of_the_streams) {
  // H X = [[9/4, 1], [7/2, -7/4]]; the ranges are [1, 3] and [-1, 2].
  check_by_hand(fraction(3, 4), excess, two_streams(), state_of_two_streams());
  check_by_hand(fraction(0), excess, matrix<rational>(2, 2, fraction(1, 2)), state_of_two_streams());
}

BOOST_AUTO_TEST_CASE(change_of_the_mean_of_the_streams) {
  const auto of_feature = [](std::size_t c) {
    return [c](const auto& numbers, const auto& H, const auto& X) { return change_of_mean(numbers, H, X)[c]; };
  };
  check_by_hand(fraction(7, 8), of_feature(0), two_streams(), state_of_two_streams());
  check_by_hand(fraction(-7, 8), of_feature(1), two_streams(), state_of_two_streams());
  check_by_hand(fraction(0), of_feature(1), matrix<rational>(2, 2, fraction(1, 2)), state_of_two_streams());
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
