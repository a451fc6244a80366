// Binary64 numbers next to fractions, made of their bits.
#include "mixcert/certificate/checker/neighbours.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

using namespace mixcert::checker;

namespace {

constexpr double largest = std::numeric_limits<double>::max(), smallest = std::numeric_limits<double>::denorm_min();

} // namespace

BOOST_AUTO_TEST_SUITE(neighbours)

BOOST_AUTO_TEST_CASE(numbers_are_their_own) {
  for (const double x : {0.0, 1.0, -1.0, 0.1, -0.1, smallest, -smallest, 0x1p-1022, 0x1.fffffffffffffp-1023, largest,
                         -largest, 0x1.fffffffffffffp+3, -0x1.fffffffffffffp+3, 3.0})
    BOOST_TEST(binary64_below(exact(x)) == x);
}

BOOST_AUTO_TEST_CASE(fractions_lie_between_neighbours) {
  std::mt19937_64 source(11);
  std::uniform_int_distribution<int> exponent(-1080, 1022);
  std::uniform_real_distribution<double> mantissa(-2, 2);
  for (int k = 0; k < 2000; ++k) {
    const rational x = exact(mantissa(source)) * power_of_two(exponent(source)) + power_of_two(-1200) / 3;
    const double below = binary64_below(x);
    BOOST_TEST((exact(below) <= x && exact(std::nextafter(below, largest)) > x));
  }
}

BOOST_AUTO_TEST_CASE(beyond_all) {
  BOOST_TEST(binary64_below(power_of_two(1024)) == largest);
  BOOST_TEST(binary64_below(power_of_two(4000)) == largest);
  BOOST_CHECK_THROW(binary64_below(-power_of_two(1024)), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(states_stay_within_the_radii) {
  const rational third(1, 3);
  const std::vector<double> state{1, -1, 0, largest, -largest, 5};
  const std::vector<rational> radius{third, third, third, third, third, 0};
  for (const bool up : {false, true}) {
    const std::vector<double> there = moved(state, radius, std::vector<bool>(state.size(), up));
    for (std::size_t k = 0; k < state.size(); ++k) {
      const rational by = exact(there[k]) - exact(state[k]);
      BOOST_TEST((abs(by) <= radius[k] && (up ? by >= 0 : by <= 0)));
    }
    BOOST_TEST(there[0] == (up ? 1.3333333333333333 : 0.66666666666666674));
    BOOST_TEST(there[5] == 5);
  }
}

BOOST_AUTO_TEST_SUITE_END()
