#include "mixcert/expression/agreement.hpp"

#include "forms.hpp"
#include "mixcert/scalar/directed.hpp"
#include "support/refusal.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <ostream>

namespace mixcert {

std::ostream& operator<<(std::ostream& out, agreement x) {
  return out << (x == agreement::yes ? "yes" : x == agreement::no ? "no" : "undecided");
}

} // namespace mixcert

namespace mixcert::test {
namespace {

const expression exceptional = pown(abs(1 + K), "L");
const parameters chain{{"K", rational(1, 10)}, {"L", rational(64, 1)}};
constexpr double infinity = std::numeric_limits<double>::infinity();

} // namespace

BOOST_AUTO_TEST_SUITE(agreement_with_enclosures)

BOOST_AUTO_TEST_CASE(a_right_form_agrees_and_wrong_ones_do_not) {
  const interval tight = evaluate(context<interval>{}, pown(fraction(11, 10), 64));
  BOOST_TEST(width_up(tight) < 1e-11);
  BOOST_TEST(agrees(tight, exceptional, chain) == agreement::yes);
  BOOST_TEST(agrees(tight, pown(abs(1 - K), "L"), chain) == agreement::no);
  BOOST_TEST(agrees(tight, exceptional + fraction(1, 1000000000), chain) == agreement::no);
  parameters perturbed = chain;
  perturbed["K"] = rational(1, 10) + rational(1, 1000000000);
  BOOST_TEST(agrees(tight, exceptional, perturbed) == agreement::no);
}

/// The binary64 neighbours of an irrational number differ from it by less than any fixed precision tells.
BOOST_AUTO_TEST_CASE(the_last_place_decides) {
  const double below = sqrt_down(2), above = sqrt_up(2);
  const expression root = sqrt(expression(2));
  BOOST_TEST(agrees(interval(below, above), root) == agreement::yes);
  BOOST_TEST(agrees(interval(below), root) == agreement::no);
  BOOST_TEST(agrees(interval(above), root) == agreement::no);
  BOOST_TEST(agrees(interval(next_down(below), below), root) == agreement::no);
  BOOST_TEST(agrees(interval(above, next_up(above)), root) == agreement::no);
}

/// 1 + 10^-1000 is decided by 3322 bits, 1 + 10^-6000 by more than are tried.
BOOST_AUTO_TEST_CASE(precision_rises) {
  const expression near_one = 1 + pown(expression(10), "m");
  BOOST_TEST(agrees(interval(1), near_one, {{"m", rational(-1000, 1)}}) == agreement::no);
  BOOST_TEST(agrees(interval(1, 2), near_one, {{"m", rational(-1000, 1)}}) == agreement::yes);
  BOOST_TEST(agrees(interval(1), near_one, {{"m", rational(-6000, 1)}}) == agreement::undecided);
}

BOOST_AUTO_TEST_CASE(ends_that_are_the_value) {
  BOOST_TEST(agrees(interval(1), exceptional, {{"K", rational(-2, 1)}, {"L", rational(7, 1)}}) == agreement::yes);
  BOOST_TEST(agrees(interval(0), exceptional, {{"K", rational(-1, 1)}, {"L", rational(7, 1)}}) == agreement::yes);
  BOOST_TEST(agrees(interval(1, 2), 3 * K, {{"K", rational(1, 3)}}) == agreement::yes);
  const expression one = sqrt(K) * sqrt(K) / K; // the value is an end, and no enclosure of it a point
  BOOST_TEST(agrees(interval(1, 2), one, {{"K", rational(3, 1)}}) == agreement::yes);
  BOOST_TEST(agrees(interval(1, 2), sqrt(expression(2) + sqrt(K)) / sqrt(expression(2) + sqrt(K)),
                    {{"K", rational(2, 1)}}) == agreement::undecided);
}

BOOST_AUTO_TEST_CASE(beyond_binary64) {
  const parameters long_chain{{"K", rational(10, 1)}, {"L", rational(10000, 1)}};
  const mp_interval found = evaluate(context<mp_interval>{300}, exceptional, long_chain);
  BOOST_TEST(agrees(found, exceptional, long_chain) == agreement::yes);
  BOOST_TEST(agrees(found, exceptional + 1, long_chain) == agreement::yes); // 1 is below the last place
  BOOST_TEST(agrees(found, 2 * exceptional, long_chain) == agreement::no);
  BOOST_TEST(agrees(interval(1, infinity), exceptional, long_chain) == agreement::yes);
  BOOST_TEST(agrees(interval(1, std::numeric_limits<double>::max()), exceptional, long_chain) == agreement::no);
}

BOOST_AUTO_TEST_CASE(what_has_no_value) {
  mp_interval unknown(0.0, 64);
  mpfr_set_nan(&unknown.get()->left);
  BOOST_TEST(agrees(unknown, expression(0)) == agreement::undecided);
  check_refused([] { agrees(interval(1), 1 / K, {{"K", rational(0.0)}}); }, {"'0' is zero in '1 / 0'"});
  check_refused([] { agrees(interval(1), 1 / K); }, {"parameter K has no value"});
  const expression zero = sqrt(expression(2)) + sqrt(expression(3)) - sqrt(5 + 2 * sqrt(expression(6)));
  BOOST_TEST(agrees(interval(1), 1 / zero) == agreement::undecided);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
