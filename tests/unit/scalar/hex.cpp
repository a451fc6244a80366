#include "mixcert/scalar/decimal.hpp"

#include "exact.hpp"
#include "mixcert/error.hpp"
#include "number_source.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <stdexcept>
#include <string>

BOOST_AUTO_TEST_SUITE(hexadecimal)

BOOST_AUTO_TEST_CASE(known_forms) {
  BOOST_TEST(mixcert::hex(1.5) == "0x1.8p+0");
  BOOST_TEST(mixcert::hex(-2) == "-0x1p+1");
  BOOST_TEST(mixcert::hex(0.1) == "0x1.999999999999ap-4");
  BOOST_TEST(mixcert::hex(exact::largest) == "0x1.fffffffffffffp+1023");
  BOOST_TEST(mixcert::hex(exact::smallest) == "0x1p-1074");
  BOOST_TEST(mixcert::hex(3 * exact::smallest) == "0x1.8p-1073");
  BOOST_TEST(mixcert::hex(0.0) == "0x0p+0");
  BOOST_TEST(mixcert::hex(-0.0) == "0x0p+0");
}

BOOST_AUTO_TEST_CASE(only_finite_numbers) {
  BOOST_CHECK_THROW(mixcert::hex(exact::infinity), std::invalid_argument);
  BOOST_CHECK_THROW(mixcert::hex(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(round_trips) {
  number_source source(10);
  for (int i = 0; i < 50'000; ++i) {
    const double x = source.any();
    const std::string text = mixcert::hex(x);
    BOOST_TEST_REQUIRE(mixcert::parse_hex(text) == x);
    BOOST_TEST_REQUIRE(std::strtod(text.c_str(), nullptr) == x);
  }
}

BOOST_AUTO_TEST_CASE(other_spellings_of_a_number) {
  BOOST_TEST(mixcert::parse_hex("0X1.8P+0") == 1.5);
  BOOST_TEST(mixcert::parse_hex("+0x3p-1") == 1.5);
  BOOST_TEST(mixcert::parse_hex("0x0001.80000000000000000000p0") == 1.5);
  BOOST_TEST(mixcert::parse_hex("0xABCp4") == 0xABC0);
  BOOST_TEST(mixcert::parse_hex("0x0.0000000000001p-1022") == exact::smallest);
  BOOST_TEST(mixcert::parse_hex("0x0." + std::string(1000, '0') + "1p+4004") == 1);
  BOOST_TEST(mixcert::parse_hex("0x1" + std::string(1000, '0') + "p-4000") == 1);
  BOOST_TEST(mixcert::parse_hex("0x3.ffffffffffffep+1022") == exact::largest);
  BOOST_TEST(!std::signbit(mixcert::parse_hex("-0x0.0p+99999999999999999999")));
}

BOOST_AUTO_TEST_CASE(what_is_not_exact_is_refused) {
  for (const char* text : {"0x1.00000000000008p+0", "0x1.fffffffffffff8p+1023", "0x1p+1024", "0x1p-1075", "0x1.8p-1074",
                           "0x1p+99999999999999999999", "0x1p-99999999999999999999", "0x1.0000000000000000000000001p+0",
                           "-0x20000000000001p+0"})
    BOOST_CHECK_EXCEPTION(mixcert::parse_hex(text), mixcert::input_error, [&](const mixcert::input_error& refusal) {
      return std::string(refusal.what()).find(text) != std::string::npos;
    });
}

BOOST_AUTO_TEST_CASE(what_is_malformed_is_refused) {
  for (const char* text :
       {"",      "1.8p+0",  "0x",      "0xp+0",    "0x1", "0x1.8", "0x1.p+0", "0x.8p+0",  "0x1p",    "0x1p+",
        "0x1pa", " 0x1p+0", "0x1p+0 ", "0x1,8p+0", "inf", "nan",   "0x1e5",   "--0x1p+0", "0x1p0x1", "0xg p0"})
    BOOST_CHECK_EXCEPTION(mixcert::parse_hex(text), mixcert::input_error, [&](const mixcert::input_error& refusal) {
      return std::string(refusal.what()).find("\"" + std::string(text) + "\"") != std::string::npos;
    });
}

BOOST_AUTO_TEST_SUITE_END()
