// What is said of a computed number beside a closed form.
#include "mixcert/construction/comparison.hpp"

#include "mixcert/error.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <stdexcept>

namespace mixcert::test {
namespace {

const arithmetic mp{}, float64_arithmetic{arithmetic::kind::binary64}, quad_arithmetic{arithmetic::kind::binary128},
    exact_arithmetic{arithmetic::kind::exact};

mp_interval ends(double lo, double hi) { return {mp_float(lo, 53), mp_float(hi, 53), 200}; }
mp_float guess(double x) { return {x, 53}; }

comparison compared(const expression& form, const std::vector<computed_number>& numbers, const arithmetic& in,
                    const parameters& values = {}) {
  return compare({{"number", form, numbers.size()}}, {numbers}, values, in).front();
}

outcome result(const expression& form, const computed_number& x, const arithmetic& in = mp) {
  return compared(form, {x}, in).result;
}

double ulps(const comparison& c) { return mpfr_get_d(c.ulps.value().get(), MPFR_RNDU); }

} // namespace

BOOST_AUTO_TEST_SUITE(comparisons)

BOOST_AUTO_TEST_CASE(enclosures) {
  const expression third = rational(1, 3);
  BOOST_TEST((result(third, ends(0.333333333333, 0.333333333334)) == outcome::agrees));
  BOOST_TEST((result(third, ends(0.3333, 0.3334)) == outcome::undecided)); // it holds the value, but says little
  BOOST_TEST((result(third, ends(0.333333333334, 0.333333333335)) == outcome::disagrees));
  BOOST_TEST((result(third, ends(0.3334, 2)) == outcome::disagrees)); // wide, and it does not hold the value
  BOOST_TEST((result(-third, ends(-0.333333333334, -0.333333333333)) == outcome::agrees));
  BOOST_TEST((result(sqrt(expression(2)), ends(0x1.6a09e667f3bccp+0, 0x1.6a09e667f3bcdp+0)) == outcome::agrees));
}

// 2^22 units in the last of 53 places, for a number of [1, 2) 2^-30.
BOOST_AUTO_TEST_CASE(the_width_that_is_narrow) {
  BOOST_TEST((result(1, ends(1, 1 + 0x1p-30)) == outcome::agrees));
  BOOST_TEST((result(1, ends(1, 1 + 0x1.1p-30)) == outcome::undecided));
  BOOST_TEST((result(3, ends(3, 3 + 0x1p-29)) == outcome::agrees));
  BOOST_TEST((result(3, ends(3, 3 + 0x1.1p-29)) == outcome::undecided));
  BOOST_TEST(ulps(compared(1, {ends(1 - 0x1p-52, 1 + 0x1p-52)}, mp)) == 2);
  BOOST_TEST(ulps(compared(1, {ends(1, 1)}, mp)) == 0);
  BOOST_TEST(ulps(compared(5, {ends(5, 5 + 0x1p-50)}, mp)) == 1);
}

// Zero has no places: it is measured by the least of the others.
BOOST_AUTO_TEST_CASE(zero) {
  const std::vector<reference_value> references{{"number", 4}, {"number", 1}, {"number", 0}};
  const auto of_zero = [&](const mp_interval& x) {
    return compare(references, {{ends(4, 4)}, {ends(1, 1)}, {x}}, {}, mp).back();
  };
  BOOST_TEST((of_zero(ends(0, 0x1p-30)).result == outcome::agrees));
  BOOST_TEST((of_zero(ends(0, 0x1.1p-30)).result == outcome::undecided));
  BOOST_TEST((of_zero(ends(0x1p-1000, 0x1p-999)).result == outcome::disagrees));
  BOOST_TEST(ulps(of_zero(ends(0, 0x1p-52))) == 1);
  BOOST_TEST((result(0, ends(0, 0)) == outcome::agrees));
}

// Every one must hold the value, though their hull does.
BOOST_AUTO_TEST_CASE(several_enclosures_of_one_value) {
  const double step = 0x1p-40;
  const comparison good = compared(1, {ends(1 - step, 1), ends(1, 1 + step)}, mp);
  BOOST_TEST((good.result == outcome::agrees));
  BOOST_TEST(ulps(good) == 2 * 0x1p12);
  BOOST_TEST((compared(1, {ends(1 - step, 1), ends(1 + step, 1 + 2 * step)}, mp).result == outcome::disagrees));
  BOOST_TEST((compared(1, {ends(1, 1), ends(0, 2)}, mp).result == outcome::undecided));
}

BOOST_AUTO_TEST_CASE(guesses) {
  const comparison near = compared(1, {guess(1), guess(1 + 0x1p-51)}, float64_arithmetic);
  BOOST_TEST((near.result == outcome::agrees_uncertified));
  BOOST_TEST(ulps(near) == 2);
  BOOST_TEST(mpfr_get_d(std::get<mp_float>(near.computed.value()).get(), MPFR_RNDN) == 1 + 0x1p-51);
  BOOST_TEST((result(1, guess(1 + 0x1p-29), float64_arithmetic) == outcome::differs_uncertified));
}

// 2^23 is where binary64 begins to lose what is smaller than 2^-30 of 1.
BOOST_AUTO_TEST_CASE(guesses_beside_larger_numbers) {
  const auto of_one = [&](double largest, double x, const arithmetic& in) {
    return compare({{"number", rational(largest)}, {"number", 1}}, {{guess(largest)}, {guess(x)}}, {}, in)
        .back()
        .result;
  };
  BOOST_TEST((of_one(0x1p23, 2, float64_arithmetic) == outcome::differs_uncertified));
  BOOST_TEST((of_one(0x1p24, 2, float64_arithmetic) == outcome::not_resolved));
  BOOST_TEST((of_one(0x1p24, 1, float64_arithmetic) == outcome::agrees_uncertified));
  BOOST_TEST((of_one(0x1p83, 2, quad_arithmetic) == outcome::differs_uncertified));
  BOOST_TEST((of_one(0x1p84, 2, quad_arithmetic) == outcome::not_resolved));
}

BOOST_AUTO_TEST_CASE(exact_numbers) {
  const parameters values{{"K", rational(1, 10)}};
  const expression form = pown(1 + expression::parameter("K"), 2);
  BOOST_TEST((compared(form, {rational(121, 100)}, exact_arithmetic, values).result == outcome::agrees));
  BOOST_TEST((compared(form, {rational(1.21)}, exact_arithmetic, values).result == outcome::disagrees));
}

BOOST_AUTO_TEST_CASE(unbounded) {
  const mp_interval one(1, 53), zero(0, 53);
  BOOST_CHECK_THROW(result(1, one / zero), not_certified);
  for (const double x : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    BOOST_CHECK_THROW(result(1, guess(x), float64_arithmetic), not_certified);
}

BOOST_AUTO_TEST_CASE(values_in_order) {
  const expression K = expression::parameter("K");
  const std::vector<reference_value> references{{"number", K, 1}, {"number", 1, 3}};
  const std::vector<repeated_number> four{{ends(9, 9), 1}, {ends(5, 5), 2}, {ends(2, 2), 1}};
  const auto first = [](const std::vector<computed_number>& x) {
    return mpfr_get_d(std::get<mp_interval>(x.front()).lower(), MPFR_RNDN);
  };
  const auto large = in_order(references, four, {{"K", rational(3, 2)}});
  BOOST_TEST(first(large[0]) == 9);
  BOOST_TEST(large[1].size() == 2u); // 5, 5 and 2
  const auto small = in_order(references, four, {{"K", rational(1, 2)}});
  BOOST_TEST(first(small[0]) == 2);
  BOOST_TEST(first(small[1]) == 9);
  BOOST_CHECK_THROW(in_order({{"number", 1, 3}}, four, {}), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
