#include "mixcert/io/number_ball.hpp"

#include <cmath>
#include <gmpxx.h>
#include <random>
#include <string>

#include <boost/test/unit_test.hpp>

#include "support/refusal.hpp"

using mixcert::number_ball;
using mixcert::parse_number_ball;
using mixcert::test::check_refused;

namespace {

/// digits * 10^exponent
mpq_class value_of(const std::string& digits, long exponent) {
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::abs(exponent)));
  const mpz_class integer(digits, 10);
  mpq_class value = exponent < 0 ? mpq_class(integer, power) : mpq_class(integer * power);
  value.canonicalize();
  return value;
}

mpq_class magnitude(mpq_class x) { return x < 0 ? mpq_class(-x) : x; }

/// The midpoint is one of the two nearest, and the radius a bound, and not much more than one.
void check_encloses(const std::string& text, const mpq_class& value) {
  BOOST_TEST_CONTEXT(text) {
    const number_ball ball = parse_number_ball(text);
    const mpq_class distance = magnitude(value - mpq_class(ball.midpoint));
    const mpq_class radius(ball.radius);
    BOOST_CHECK(distance <= radius);
    BOOST_CHECK((distance == 0) == (radius == 0));
    BOOST_CHECK(radius <=
                distance * (1 + mpq_class(0x1p-50)) + magnitude(value) * mpq_class(0x1p-119) + mpq_class(0x1p-1074));
    for (const double direction : {-HUGE_VAL, HUGE_VAL}) {
      const double neighbour = std::nextafter(ball.midpoint, direction);
      if (std::isfinite(neighbour))
        BOOST_CHECK(distance <= magnitude(value - mpq_class(neighbour)) + magnitude(value) * mpq_class(0x1p-119));
    }
  }
}

void check_exact(const std::string& text, double value) {
  const number_ball ball = parse_number_ball(text);
  BOOST_TEST(ball.midpoint == value, text);
  BOOST_TEST(ball.radius == 0, text);
}

} // namespace

BOOST_AUTO_TEST_SUITE(number_ball_)

BOOST_AUTO_TEST_CASE(numbers_that_are_binary64) {
  check_exact("0", 0);
  check_exact("-0.0e5", 0);
  BOOST_TEST(!std::signbit(parse_number_ball("-0").midpoint));
  check_exact("1", 1);
  check_exact("+1.50", 1.5);
  check_exact("-2.5e-1", -0.25);
  check_exact("9007199254740992", 0x1p53);
  check_exact("1e22", 1e22);
  check_exact("0x1.8p+0", 1.5);
  check_exact("-0X1P-1074", -0x1p-1074);
  check_exact("0.1000000000000000055511151231257827021181583404541015625", 0.1);
}

BOOST_AUTO_TEST_CASE(digits_on_one_side_of_the_point) {
  check_exact(".5", 0.5);
  check_exact("-.5", -0.5);
  check_exact("5.", 5);
  check_exact("+5.e-1", 0.5);
  check_exact(".25E1", 2.5);
}

BOOST_AUTO_TEST_CASE(numbers_that_are_not) {
  check_encloses("0.1", value_of("1", -1));
  check_encloses("-.1", value_of("-1", -1));
  check_encloses("9007199254740993", value_of("9007199254740993", 0)); // halfway
  check_encloses("9007199254740992.00000000000000000000000000000000000000001",
                 value_of("900719925474099200000000000000000000000000000000000000001", -41));
  check_encloses("1e-400", value_of("1", -400));
  check_encloses("-1e-400", value_of("-1", -400));
  check_encloses("3e-324", value_of("3", -324));
  check_encloses("1.7976931348623157e308", value_of("17976931348623157", 292));
  check_encloses("2.2250738585072011e-308", value_of("22250738585072011", -324));
  const std::string many = "1" + std::string(2000, '3');
  check_encloses("0." + many, value_of(many, -2001));
  check_encloses("0." + std::string(5000, '0') + "1e5001", 1);
  const number_ball tiny = parse_number_ball("1e-999999999999999999999999");
  BOOST_TEST(tiny.midpoint == 0);
  BOOST_TEST(tiny.radius == 0x1p-1074);
}

BOOST_AUTO_TEST_CASE(at_random) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 5000; ++i) {
    std::string digits = random() % 2 == 0 ? "-" : "";
    digits += static_cast<char>('1' + random() % 9);
    for (std::size_t more = random() % 40; more > 0; --more) digits += static_cast<char>('0' + random() % 10);
    const long exponent = static_cast<long>(random() % 600) - 330;
    if (exponent + static_cast<long>(digits.size()) > 308) continue;
    check_encloses(digits + "e" + std::to_string(exponent), value_of(digits, exponent));
  }
}

BOOST_AUTO_TEST_CASE(no_numbers) {
  for (const char* text :
       {"",      " ",   ".",   "-.",  "+",   "-",   "e5",   ".e5", "1e", "1e+", "1e.5", "1e5.", "1..5",
        "1.5.2", "1,5", "1d5", "1_0", "nan", "inf", "-Inf", "1 ",  " 1", "--1", "1/3",  "$1"})
    check_refused([&] { (void)parse_number_ball(text); }, {'\'' + std::string(text) + "' is not a number", "write"});
  for (const char* text : {"0x", "0x1", "0x.8p0", "0x1p", "-0x1.p0", "0x1.00000000000001p0", "0x1p1024", "0x1p-1075"})
    check_refused([&] { (void)parse_number_ball(text); }, {text, "decimal"});
  for (const char* text : {"1.8e308", "-1e400", "1e999999999999999999999"})
    check_refused([&] { (void)parse_number_ball(text); }, {text, "beyond the largest", "scale"});
}

BOOST_AUTO_TEST_SUITE_END()
