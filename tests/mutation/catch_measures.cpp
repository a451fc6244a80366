// The cases of what is measured on realised maps: by hand, and where enclosures overlap.
#define BOOST_TEST_MODULE mutation of measures
#include "mixcert/diagnostic/gain.hpp"
#include "mixcert/diagnostic/load.hpp"
#include "mixcert/diagnostic/map_intervention.hpp"
#include "mixcert/diagnostic/preservation.hpp"
#include "unit/diagnostic/hand_checked.hpp"

#include <boost/test/unit_test.hpp>

namespace mixcert::test {
namespace {

const context<rational> exact;

/// [middle - radius, middle + radius].
mp_interval around(double middle, double radius) {
  return hull(hand_numbers.exact(middle - radius), hand_numbers.exact(middle + radius));
}

} // namespace

BOOST_AUTO_TEST_SUITE(measures)

// The second row is -1/4, 5/4: without absolute values the first, 5/4, would be the larger.
BOOST_AUTO_TEST_CASE(gain_of_signed_rows) { BOOST_CHECK(is(forward_gain(exact, two_streams()), fraction(3, 2))); }

BOOST_AUTO_TEST_CASE(gain_of_columns) { BOOST_CHECK(is(backward_gain(exact, two_streams()), fraction(7, 4))); }

// [[0, 0], [1, 0]] after [[0, 1], [0, 0]] is [[0, 0], [0, 1]]; the other way round the 1 is in the other corner.
BOOST_AUTO_TEST_CASE(order_of_depth) {
  const rational zero, one(1.0);
  const matrix<rational> first(2, 2, {zero, one, zero, zero}), second(2, 2, {zero, zero, one, zero});
  BOOST_CHECK(is(composite(exact, std::vector{first, second})(1, 1), one));
}

// A row (-1, 2) sums to one and is no convex combination.
BOOST_AUTO_TEST_CASE(negative_weights) {
  const matrix<rational> H(1, 2, {fraction(-1), fraction(2)});
  BOOST_CHECK(is(hull_defect(exact, H), fraction(1)));
}

// Outputs 1 and -1 of the streams 1 and 0: only the lower end of the range is left.
BOOST_AUTO_TEST_CASE(below_the_range) {
  const matrix<rational> H(2, 2, {fraction(1), fraction(0), fraction(-1), fraction(0)});
  const matrix<rational> X(2, 1, {fraction(1), fraction(0)});
  BOOST_CHECK(is(range_excess(exact, H, X), fraction(1)));
}

// Rows sum to one, columns to 2 and 0: the mean of the streams 1 and 0 becomes 1.
BOOST_AUTO_TEST_CASE(mean_of_copies) {
  const matrix<rational> H(2, 2, {fraction(1), fraction(0), fraction(1), fraction(0)});
  const matrix<rational> X(2, 1, {fraction(1), fraction(0)});
  BOOST_CHECK(is(change_of_mean(exact, H, X)[0], fraction(1, 2)));
}

// [1, 3] and [2, 4] have no winner; as one of them may be it, each may have both of two such tokens.
BOOST_AUTO_TEST_CASE(winners_that_overlap) {
  BOOST_CHECK(!highest_stream(std::vector{around(2, 1), around(3, 1)}));
  BOOST_CHECK(!lowest_stream(std::vector{around(2, 1), around(3, 1)}));
  const std::vector<std::vector<mp_interval>> tokens(2, {around(2, 1), around(3, 1)});
  BOOST_CHECK_EQUAL(count_winners(tokens).at_least, 0U);
  BOOST_CHECK_EQUAL(count_winners(tokens).at_most, 2U);
}

// Two of three tokens are won by stream 0, the third perhaps: 3 possible, 2 certain, and no other can have as many.
BOOST_AUTO_TEST_CASE(winners_that_are_certain) {
  const std::vector<mp_interval> won{around(3, 0), around(1, 0)}, open{around(3, 1), around(2, 1)};
  const winner_count count = count_winners(std::vector{won, won, open});
  BOOST_CHECK_EQUAL(count.at_least, 2U);
  BOOST_CHECK_EQUAL(count.at_most, 3U);
  BOOST_CHECK(count.winner == 0U);
}

// With one certain token against one that is open stream 1 may have as many.
BOOST_AUTO_TEST_CASE(most_frequent_winner_that_is_open) {
  const std::vector<mp_interval> won{around(3, 0), around(1, 0)}, lost{around(1, 0), around(3, 0)};
  BOOST_CHECK(!count_winners(std::vector{won, lost}).winner);
}

BOOST_AUTO_TEST_CASE(largest_gates_that_overlap) {
  BOOST_CHECK(!top_k(hand_numbers, std::vector{around(5, 0), around(2, 1), around(3, 1)}, 2));
}

// Of 3 and 1 the first is kept: 4/3 of it are as much as both.
BOOST_AUTO_TEST_CASE(scale_of_kept_gates) {
  BOOST_CHECK(is(top_k(exact, std::vector{fraction(3), fraction(1)}, 1)->gates[0], fraction(4)));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
