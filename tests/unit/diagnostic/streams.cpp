// How gates use the streams and how alike these are, against values worked out by hand.
#include "hand_checked.hpp"

#include "mixcert/diagnostic/load.hpp"
#include "mixcert/diagnostic/map_intervention.hpp"
#include "mixcert/diagnostic/measures.hpp"
#include "mixcert/diagnostic/similarity.hpp"

#include <limits>
#include <stdexcept>

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;
using namespace mixcert::test;

using gates = std::vector<rational>;

const auto share = [](std::size_t j) {
  return [j](const auto& numbers, const auto& h) { return routing_load(numbers, h)[j]; };
};
const auto effective = [](const auto& numbers, const auto& h) {
  return effective_streams(numbers, routing_load(numbers, h));
};

/// The loads of these tokens, in all arithmetics.
template <class S> std::vector<std::vector<S>> loads(const context<S>& numbers, const std::vector<gates>& tokens) {
  std::vector<std::vector<S>> r;
  for (const gates& h : tokens) r.push_back(routing_load(numbers, in(numbers, h)));
  return r;
}

void check_winners(const winner_count& wanted, const std::vector<gates>& tokens) {
  BOOST_CHECK(count_winners(loads(context<rational>{}, tokens)) == wanted);
  BOOST_CHECK(count_winners(loads(context<float64>{}, tokens)) == wanted);
  BOOST_CHECK(count_winners(loads(hand_numbers, tokens)) == wanted);
}

} // namespace

BOOST_AUTO_TEST_SUITE(streams)

BOOST_AUTO_TEST_CASE(loads_of_gates) {
  check_by_hand(fraction(3, 4), share(0), whole({3, 1}));
  check_by_hand(fraction(8, 5), effective, whole({3, 1}));
  check_by_hand(fraction(1, 4), share(2), whole({2, 1, 1}));
  check_by_hand(fraction(8, 3), effective, whole({2, 1, 1}));
  check_by_hand(fraction(1, 2), share(0), whole({-2, 1, 1})); // sizes count where gates have a sign
  check_by_hand(fraction(1), effective, whole({0, 5, 0}));
  check_by_hand(fraction(3), effective, whole({7, 7, 7}));
}

BOOST_AUTO_TEST_CASE(loads_of_gates_that_may_all_be_zero) {
  BOOST_CHECK(!is_finite(routing_load(hand_numbers, in(hand_numbers, whole({0, 0})))[0]));
  BOOST_CHECK_THROW(routing_load(context<rational>{}, whole({0, 0})), std::domain_error);
}

BOOST_AUTO_TEST_CASE(mean_of_loads) {
  const auto mean = [](std::size_t j) {
    return [j](const auto& numbers, const auto& a, const auto& b) { return mean_load(numbers, std::vector{a, b})[j]; };
  };
  const gates first{fraction(1, 2), fraction(1, 4), fraction(1, 4)},
      second{fraction(0), fraction(1, 2), fraction(1, 2)};
  check_by_hand(fraction(1, 4), mean(0), first, second);
  check_by_hand(fraction(3, 8), mean(1), first, second);
  check_by_hand(
      fraction(32, 11), // 1 / (4/64 + 9/64 + 9/64): not the mean of 8/3 and 2
      [](const auto& numbers, const auto& a, const auto& b) {
        return effective_streams(numbers, mean_load(numbers, std::vector{a, b}));
      },
      first, second);
}

BOOST_AUTO_TEST_CASE(highest_and_lowest) {
  const auto check = [](std::optional<std::size_t> highest, std::optional<std::size_t> lowest, const gates& h) {
    BOOST_CHECK(highest_stream(h) == highest && lowest_stream(h) == lowest);
    BOOST_CHECK(highest_stream(in(hand_numbers, h)) == highest && lowest_stream(in(hand_numbers, h)) == lowest);
    BOOST_CHECK(highest_stream(in(context<float64>{}, h)) == highest);
  };
  check(1, 0, whole({1, 3, 2}));
  check(std::nullopt, 1, whole({3, 1, 3}));
  check(0, std::nullopt, whole({3, 1, 1}));
  check(0, 0, whole({5}));
}

BOOST_AUTO_TEST_CASE(overlapping_enclosures_have_no_winner) {
  const auto around = [](double middle, double radius) {
    return hand_numbers.exact(middle) + hull(hand_numbers.exact(-radius), hand_numbers.exact(radius));
  };
  BOOST_CHECK(highest_stream(std::vector{around(2, 0.4), around(1, 0.4)}) == 0);
  BOOST_CHECK(!highest_stream(std::vector{around(2, 0.5), around(1, 0.5)}));
  const mp_interval unknown(std::numeric_limits<double>::quiet_NaN(), 256);
  BOOST_CHECK(!highest_stream(std::vector{around(2, 0), unknown}) &&
              !lowest_stream(std::vector{around(2, 0), unknown}));
  BOOST_CHECK((count_winners(std::vector{std::vector{around(2, 0.5), around(1, 0.5)},
                                         std::vector{around(2, 0), unknown}}) == winner_count{0, 2, 2, {}}));
}

BOOST_AUTO_TEST_CASE(winners_of_a_sequence) {
  check_winners({2, 2, 3, 0}, {whole({3, 1}), whole({3, 1}), whole({1, 3})});
  check_winners({1, 2, 3, {}}, {whole({3, 1}), whole({1, 3}), whole({1, 1})});
  check_winners({2, 3, 3, 1}, {whole({1, 3, 2}), whole({0, 3, 2}), whole({3, 3, 1})});
  check_winners({0, 1, 1, {}}, {whole({2, 2, 1})});
  check_winners({1, 1, 1, 0}, {whole({2})});
}

BOOST_AUTO_TEST_CASE(the_only_stream_wins_where_its_gate_is_not_zero) {
  BOOST_CHECK((count_winners(loads(hand_numbers, {whole({0})})) == winner_count{0, 1, 1, {}}));
  BOOST_CHECK((count_winners(loads(hand_numbers, {whole({0}), whole({-2})})) == winner_count{1, 2, 2, 0}));
}

BOOST_AUTO_TEST_CASE(top_k_keeps_the_sum) {
  const gates h{fraction(41, 100), fraction(29, 100), fraction(21, 100), fraction(9, 100)};
  const auto scale = [](std::size_t k) {
    return [k](const auto& numbers, const auto& g) { return top_k(numbers, g, k)->scale; };
  };
  const auto gate = [](std::size_t k, std::size_t j) {
    return [k, j](const auto& numbers, const auto& g) { return top_k(numbers, g, k)->gates[j]; };
  };
  check_by_hand(fraction(100, 91), scale(3), h);
  check_by_hand(fraction(10, 7), scale(2), h);
  check_by_hand(fraction(1), scale(4), h);
  check_by_hand(fraction(41, 70), gate(2, 0), h);
  check_by_hand(fraction(0), gate(2, 2), h);
  check_by_hand(fraction(-7, 3), gate(2, 1), whole({4, -2, 1}));
}

BOOST_AUTO_TEST_CASE(top_k_that_is_not_certain) {
  BOOST_CHECK(!top_k(context<rational>{}, whole({2, 1, 1}), 2));
  BOOST_CHECK((top_k(context<rational>{}, whole({2, 1, 1}), 1)->kept == std::vector<std::size_t>{0}));
  BOOST_CHECK((top_k(context<rational>{}, whole({2, 1, 1}), 3)->kept == std::vector<std::size_t>{0, 1, 2}));
  BOOST_CHECK((top_k(context<rational>{}, whole({1, -3, 2}), 2)->kept == std::vector<std::size_t>{1, 2}));
  BOOST_CHECK(!top_k(hand_numbers, in(hand_numbers, gates{fraction(1, 3), fraction(1, 3)}), 1));
  BOOST_CHECK_THROW(top_k(context<rational>{}, whole({1}), 0), std::invalid_argument);
  BOOST_CHECK_THROW(top_k(context<rational>{}, whole({1}), 2), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(inner_products_and_cosines) {
  const matrix<rational> X(3, 3,
                           {fraction(3), fraction(4), fraction(0), fraction(4), fraction(3), fraction(0), fraction(0),
                            fraction(0), fraction(2)});
  const auto product = [](std::size_t k) {
    return [k](const auto& numbers, const auto& x) { return inner_products(numbers, x).values()[k]; };
  };
  check_by_hand(fraction(25), product(0), X);
  check_by_hand(fraction(24), product(1), X);
  check_by_hand(fraction(24), product(3), X);
  check_by_hand(fraction(4), product(8), X);
  const std::vector<mp_interval> enclosed = pairwise_cosines(inner_products(hand_numbers, in(hand_numbers, X)));
  const std::vector<float64> guessed = pairwise_cosines(inner_products({}, in(context<float64>{}, X)));
  BOOST_REQUIRE(enclosed.size() == 3 && guessed.size() == 3);
  for (std::size_t k = 0; k < 3; ++k) {
    const rational wanted = k == 0 ? fraction(24, 25) : fraction(0);
    BOOST_CHECK(is(enclosed[k], wanted) && is(guessed[k], wanted) && !holds(enclosed[k], fraction(1)));
  }
}

BOOST_AUTO_TEST_CASE(mean_of_cosines) {
  const auto check = [](const rational& wanted, const matrix<rational>& X) {
    const matrix<mp_interval> state = in(hand_numbers, X),
                              any(X.rows(), X.rows(), hand_numbers.exact(1)); // cosines are those of the state alone
    const measure mean = measures_of_state(any, state).back();
    BOOST_TEST((mean.name == "mean_cosine" && mean.streams.empty()));
    BOOST_CHECK(is(mean.value, wanted) && !is(mean.value, wanted + fraction(1, 1000)));
  };
  const auto state = [](std::initializer_list<long> rows) { return matrix<rational>(rows.size() / 2, 2, whole(rows)); };
  check(fraction(24, 25), state({3, 4, 4, 3}));
  check(fraction(-33, 65), state({5, 12, 3, -4}));
  check(fraction(59, 75), state({3, 4, 4, 3, 5, 0}));      // 24/25, 3/5, 4/5
  check(fraction(-97, 195), state({5, 12, 3, -4, -1, 0})); // -33/65, -5/13, -3/5
  check(fraction(127, 195), state({10, 24, 3, 4, 1, 0}));  // 63/65, 5/13, 3/5, whatever the lengths
}

BOOST_AUTO_TEST_CASE(cosine_of_a_zero_stream_is_not_bounded) {
  const matrix<rational> X(2, 2, {fraction(3), fraction(4), fraction(0), fraction(0)});
  BOOST_CHECK(!is_finite(pairwise_cosines(inner_products(hand_numbers, in(hand_numbers, X)))[0]));
  BOOST_CHECK(pairwise_cosines(inner_products(hand_numbers, matrix<mp_interval>())).empty());
}

BOOST_AUTO_TEST_SUITE_END()
