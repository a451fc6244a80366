#include "mixcert/scalar/decimal.hpp"

#include "exact.hpp"
#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"
#include "number_source.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

namespace {

using exact::infinity;
using exact::largest;
using exact::smallest;
using mixcert::parse_decimal_down;
using mixcert::parse_decimal_up;

bool parses(const std::string& text, double down, double up) {
  return parse_decimal_down(text) == down && parse_decimal_up(text) == up;
}

// digits * 10^exponent
mpq_class value_of(const std::string& digits, long exponent) {
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::abs(exponent)));
  const mpz_class integer(digits, 10);
  mpq_class value = exponent < 0 ? mpq_class(integer, power) : mpq_class(integer * power);
  value.canonicalize();
  return value;
}

const std::vector<std::string> no_decimals = {"",
                                              " ",
                                              "inf",
                                              "-inf",
                                              "nan",
                                              "NaN",
                                              "infinity",
                                              "0x10",
                                              "0x1p0",
                                              " 1",
                                              "1 ",
                                              "1\n",
                                              "1,5",
                                              "1.5.2",
                                              "1e",
                                              "1e+",
                                              "e5",
                                              ".",
                                              ".5",
                                              "5.",
                                              "-",
                                              "+",
                                              "--1",
                                              "+-1",
                                              "1e5.",
                                              "1e5 ",
                                              "1_0",
                                              "1'000",
                                              "1f",
                                              "1d5",
                                              "1e1e1",
                                              "1@5",
                                              "\xd9\xa1",
                                              "1p3",
                                              "-.5e-3",
                                              "1.e5",
                                              "\xef\xbb\xbf\x31"};

} // namespace

BOOST_AUTO_TEST_SUITE(decimal_parsing)

BOOST_AUTO_TEST_CASE(known_values) {
  BOOST_TEST(parses("0.5", 0.5, 0.5));
  BOOST_TEST(parses("+1.25e1", 12.5, 12.5));
  BOOST_TEST(parses("-125E-1", -12.5, -12.5));
  BOOST_TEST(parses("0.1", std::nextafter(0.1, 0), 0.1));
  BOOST_TEST(parses("-0.1", -0.1, -std::nextafter(0.1, 0)));
  BOOST_TEST(parses("000123.4500e00", std::nextafter(123.45, 0), 123.45));
  BOOST_TEST(parses("9007199254740993", 9007199254740992, 9007199254740994));
}

BOOST_AUTO_TEST_CASE(ends_of_the_range) {
  BOOST_TEST(parses("1e400", largest, infinity));
  BOOST_TEST(parses("-1e400", -infinity, -largest));
  BOOST_TEST(parses("1e309", largest, infinity));
  BOOST_TEST(parses("1.7976931348623157e308", std::nextafter(largest, 0), largest));
  BOOST_TEST(parses("1.7976931348623158e308", largest, infinity));
  BOOST_TEST(parses("1e-400", 0, smallest));
  BOOST_TEST(parses("-1e-400", -smallest, 0));
  BOOST_TEST(parses("4.9e-324", 0, smallest));
  BOOST_TEST(parses("5e-324", smallest, 2 * smallest));
}

BOOST_AUTO_TEST_CASE(exponents_beyond_any_integer_type) {
  const std::string nines(200, '9'), zeros(1000, '0');
  BOOST_TEST(parses("1e" + nines, largest, infinity));
  BOOST_TEST(parses("-1e" + nines, -infinity, -largest));
  BOOST_TEST(parses("1e-" + nines, 0, smallest));
  BOOST_TEST(parses("0e" + nines, 0, 0));
  BOOST_TEST(parses("1e9223372036854775807", largest, infinity));
  BOOST_TEST(parses("1e-9223372036854775808", 0, smallest));
  BOOST_TEST(parses("1e" + zeros + "2", 100, 100));
  for (std::size_t length = 3; length < 60; ++length) {
    BOOST_TEST_REQUIRE(parses("1e" + std::string(length, '9'), largest, infinity));
    BOOST_TEST_REQUIRE(parses("-1e-" + std::string(length, '9'), -smallest, 0));
  }
  BOOST_TEST(parses("0." + zeros + "1e1001", 1, 1));
  BOOST_TEST(parses("1" + zeros + "e-1000", 1, 1));
  BOOST_TEST(parses(zeros + "1" + zeros + "." + zeros + "e-1001", std::nextafter(0.1, 0), 0.1));
}

BOOST_AUTO_TEST_CASE(zero_has_no_sign) {
  for (const char* text : {"0", "-0", "-0.000e5", "-0e-400"}) {
    BOOST_TEST(parses(text, 0, 0));
    BOOST_TEST(!std::signbit(parse_decimal_down(text)));
    BOOST_TEST(!std::signbit(parse_decimal_up(text)));
  }
  BOOST_TEST(!std::signbit(parse_decimal_up("-1e-400")));
}

BOOST_AUTO_TEST_CASE(every_string_is_rounded_in_its_direction) {
  number_source source(8);
  for (int i = 0; i < 20'000; ++i) {
    std::string digits;
    for (auto n = source.integer(1, 40); n > 0; --n) digits += static_cast<char>('0' + source.integer(0, 9));
    const long exponent = source.integer(-380, 320);
    const bool negative = source.integer(0, 1) == 1;
    const auto point = static_cast<std::size_t>(source.integer(1, static_cast<std::int64_t>(digits.size())));
    std::string text = negative ? "-" : "";
    text.append(digits, 0, point);
    if (point < digits.size()) text.append(".").append(digits, point);
    text.append("e").append(std::to_string(exponent));
    mpq_class value = value_of(digits, exponent - static_cast<long>(digits.size() - point));
    if (negative) value = -value;
    BOOST_TEST_REQUIRE(exact::is_down(parse_decimal_down(text), value), text);
    BOOST_TEST_REQUIRE(exact::is_up(parse_decimal_up(text), value), text);
  }
}

BOOST_AUTO_TEST_CASE(halfway_and_just_beside) {
  const std::string halfway = mixcert::decimal_down(0x1p-53, 60);
  const std::string one_and_half = "1." + std::string(15, '0') + halfway.substr(0, 1) + halfway.substr(2, 52);
  const double next = std::nextafter(1, 2);
  BOOST_TEST(parses(one_and_half, 1, next));
  BOOST_TEST(parses("1." + std::string(5000, '0') + "1", 1, next));
  BOOST_TEST(parses("0." + std::string(5000, '9'), std::nextafter(1, 0), 1));
}

BOOST_AUTO_TEST_CASE(printing_and_parsing_never_move_inward) {
  number_source source(9);
  for (int i = 0; i < 5000; ++i) {
    const double x = source.any();
    const int digits = static_cast<int>(source.integer(1, 20));
    BOOST_TEST_REQUIRE(parse_decimal_down(mixcert::decimal_down(x, digits)) <= x);
    BOOST_TEST_REQUIRE(parse_decimal_up(mixcert::decimal_up(x, digits)) >= x);
    const std::string whole = mixcert::decimal_down(x, 800);
    BOOST_TEST_REQUIRE(parses(whole, x, x));
  }
}

BOOST_AUTO_TEST_CASE(anything_else_is_refused_and_quoted) {
  for (const std::string& text : no_decimals) {
    BOOST_TEST(!mixcert::is_decimal(text), text);
    for (const auto parse : {parse_decimal_down, parse_decimal_up})
      BOOST_CHECK_EXCEPTION(parse(text), mixcert::input_error, [&](const mixcert::input_error& refusal) {
        return std::string(refusal.what()).find("\"" + mixcert::printable(text) + "\"") != std::string::npos;
      });
  }
  BOOST_TEST(!mixcert::is_decimal(std::string_view("1\0", 2)));
  BOOST_TEST(mixcert::is_decimal("-12.50E+007"));
}

BOOST_AUTO_TEST_SUITE_END()
