// Texts of numbers, and binary64 numbers, as fractions.
#include "mixcert/certificate/checker/number.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace checker = mixcert::checker;
using checker::rational;

BOOST_AUTO_TEST_SUITE(number)

BOOST_AUTO_TEST_CASE(decimals) {
  BOOST_TEST(checker::parse_decimal("0") == 0);
  BOOST_TEST(checker::parse_decimal("-0.0") == 0);
  BOOST_TEST(checker::parse_decimal("17") == 17);
  BOOST_TEST(checker::parse_decimal("+007") == 7);
  BOOST_TEST(checker::parse_decimal("-1.25e-3") == rational(-1, 800));
  BOOST_TEST(checker::parse_decimal("1E2") == 100);
  BOOST_TEST(checker::parse_decimal("12.50e+1") == 125);
  const rational tiny = checker::parse_decimal("1e-400");
  BOOST_TEST(rational(tiny * checker::parse_decimal("1e400")) == 1);
}

BOOST_AUTO_TEST_CASE(hexadecimals) {
  BOOST_TEST(checker::parse_hexadecimal("0x0p+0") == 0);
  BOOST_TEST(checker::parse_hexadecimal("0x1.8p-3") == rational(3, 16));
  BOOST_TEST(checker::parse_hexadecimal("-0xAp1") == -20);
  BOOST_TEST(checker::parse_hexadecimal("0x0.8") == rational(1, 2));
  BOOST_TEST(checker::parse_hexadecimal("0x1.fffffffffffffp+1023") ==
             checker::exact(std::numeric_limits<double>::max()));
  BOOST_TEST(checker::parse_hexadecimal("0x0.0000000000001p-1022") ==
             checker::exact(std::numeric_limits<double>::denorm_min()));
}

BOOST_AUTO_TEST_CASE(other_texts_are_malformed) {
  for (const char* text : {"",         "-",  ".",  ".5",  "5.",  "1.2.3", "1e",  "1e+", "e5",  "1e1.5", "1e1234567",
                           "1e100001", " 1", "1 ", "0x1", "1,5", "nan",   "inf", "--1", "+-1", "1e--1", "1p3"})
    BOOST_CHECK_THROW(checker::parse_decimal(text), checker::malformed);
  for (const char* text : {"", "0x", "1", "0x.8", "0x1.", "0x1p", "0x1p+", "0x1e+3", "0x1p1.0", "x1p0", "0x1p100001",
                           "0xg", "0x1.8p-3 ", "0x-1p0", "nan", "inf"})
    BOOST_CHECK_THROW(checker::parse_hexadecimal(text), checker::malformed);
}

BOOST_AUTO_TEST_CASE(powers_of_two) {
  BOOST_TEST(checker::power_of_two(0) == 1);
  BOOST_TEST(checker::power_of_two(10) == 1024);
  BOOST_TEST(checker::power_of_two(-3) == rational(1, 8));
  BOOST_TEST(rational(checker::power_of_two(5000) * checker::power_of_two(-5000)) == 1);
}

BOOST_AUTO_TEST_CASE(binary64_numbers) {
  BOOST_TEST(checker::exact(0.0) == 0);
  BOOST_TEST(checker::exact(-0.0) == 0);
  BOOST_TEST(checker::exact(-0.375) == rational(-3, 8));
  BOOST_TEST(checker::exact(0.1) != rational(1, 10));
  BOOST_TEST(checker::exact(std::ldexp(1.0, -1074)) == checker::power_of_two(-1074));
  BOOST_TEST(checker::exact(-std::ldexp(1.0, 1023)) == -checker::power_of_two(1023));
  BOOST_CHECK_THROW(checker::exact(std::numeric_limits<double>::infinity()), std::invalid_argument);
  BOOST_CHECK_THROW(checker::exact(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
