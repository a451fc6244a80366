#include "mixcert/scalar/decimal.hpp"

#include "exact.hpp"
#include "number_source.hpp"

#include <boost/test/unit_test.hpp>
#include <stdexcept>
#include <string>
#include <utility>

namespace {

using exact::infinity;

mpq_class power_of_ten(long exponent) {
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::abs(exponent)));
  return exponent < 0 ? mpq_class(1) / power : mpq_class(power);
}

struct printed {
  mpq_class value;
  long exponent;
};

// Reads [-]d[.ddd]e[+-]dd with `digits` digits, by hand.
printed read(std::string text, int digits) {
  const bool negative = text.front() == '-';
  if (negative) text.erase(0, 1);
  const std::size_t e = text.find('e');
  std::string significand = text.substr(0, e);
  const long exponent = std::stol(text.substr(e + 1));
  if (digits > 1) {
    BOOST_TEST_REQUIRE(significand.at(1) == '.');
    significand.erase(1, 1);
  }
  BOOST_TEST_REQUIRE(significand.size() == static_cast<std::size_t>(digits));
  BOOST_TEST_REQUIRE(significand.front() != '0');
  const mpq_class magnitude = mpq_class(mpz_class(significand, 10)) * power_of_ten(exponent - digits + 1);
  return {negative ? mpq_class(-magnitude) : magnitude, exponent};
}

// Whether down and up hold the value between them and are equal or neighbours among numbers of that many digits.
bool brackets(const std::string& down, const std::string& up, const mpq_class& value, int digits) {
  const printed below = read(down, digits), above = read(up, digits);
  if (below.value == above.value) return below.value == value;
  const long inner = sgn(value) > 0 ? below.exponent : above.exponent;
  return below.value < value && value < above.value && above.value - below.value == power_of_ten(inner - digits + 1);
}

} // namespace

BOOST_AUTO_TEST_SUITE(decimal_printing)

BOOST_AUTO_TEST_CASE(known_forms) {
  BOOST_TEST(mixcert::decimal_down(1.8352, 17) == "1.8351999999999999e+00");
  BOOST_TEST(mixcert::decimal_up(1.8352, 17) == "1.8352000000000000e+00");
  BOOST_TEST(mixcert::decimal_down(1.5, 3) == "1.50e+00");
  BOOST_TEST(mixcert::decimal_up(1.5, 3) == "1.50e+00");
  BOOST_TEST(mixcert::decimal_up(9.99, 1) == "1e+01");
  BOOST_TEST(mixcert::decimal_down(-9.99, 2) == "-1.0e+01");
  BOOST_TEST(mixcert::decimal_up(1e-300, 2) == "1.1e-300");
  BOOST_TEST(mixcert::decimal_down(1e-9, 1) == "1e-09");
  BOOST_TEST(mixcert::decimal_up(exact::smallest, 3) == "4.95e-324");
}

BOOST_AUTO_TEST_CASE(one_and_the_next_number) {
  const double next = std::nextafter(1, 2);
  BOOST_TEST(mixcert::decimal_down(next, 5) == "1.0000e+00");
  BOOST_TEST(mixcert::decimal_up(next, 5) == "1.0001e+00");
}

BOOST_AUTO_TEST_CASE(zeros_and_infinities) {
  for (const double zero : {0.0, -0.0}) {
    BOOST_TEST(mixcert::decimal_down(zero, 5) == "0");
    BOOST_TEST(mixcert::decimal_up(zero, 5) == "0");
  }
  BOOST_TEST(mixcert::decimal_up(infinity, 5) == "inf");
  BOOST_TEST(mixcert::decimal_down(-infinity, 5) == "-inf");
}

BOOST_AUTO_TEST_CASE(no_bound_is_refused) {
  BOOST_CHECK_THROW(mixcert::decimal_down(std::numeric_limits<double>::quiet_NaN(), 5), std::invalid_argument);
  BOOST_CHECK_THROW(mixcert::decimal_up(1.0, 0), std::invalid_argument);
  BOOST_CHECK_THROW(mixcert::decimal_up(0.0, -1), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(doubles_are_bracketed_tightly) {
  number_source source(3);
  for (int i = 0; i < 4000; ++i) {
    const double x = source.any();
    if (x == 0) continue;
    for (const int digits : {1, 2, 6, 17, 40})
      BOOST_TEST_REQUIRE(
          brackets(mixcert::decimal_down(x, digits), mixcert::decimal_up(x, digits), mpq_class(x), digits));
  }
}

BOOST_AUTO_TEST_CASE(the_check_rejects_nearest_printing) {
  BOOST_TEST(!brackets("3.3333e-01", "3.3333e-01", mpq_class(1, 3), 5));
  BOOST_TEST(brackets("3.3333e-01", "3.3334e-01", mpq_class(1, 3), 5));
  BOOST_TEST(!brackets("3.3332e-01", "3.3334e-01", mpq_class(1, 3), 5));
}

BOOST_AUTO_TEST_CASE(enough_digits_are_exact) {
  number_source source(4);
  for (int i = 0; i < 300; ++i) {
    const double x = source.any();
    if (x == 0) continue;
    const std::string text = mixcert::decimal_down(x, 800);
    BOOST_TEST_REQUIRE(text == mixcert::decimal_up(x, 800));
    BOOST_TEST_REQUIRE((read(text, 800).value == mpq_class(x)));
  }
}

BOOST_AUTO_TEST_CASE(long_numbers_are_bracketed_tightly) {
  mpfr_t x;
  mpfr_init2(x, 300);
  mpq_class value;
  for (const long exponent : {-5000L, -3L, 0L, 1L, 7000L}) {
    for (const int sign : {1, -1}) {
      mpfr_set_si(x, sign, MPFR_RNDN);
      mpfr_div_ui(x, x, 3, MPFR_RNDN);
      mpfr_mul_2si(x, x, exponent, MPFR_RNDN);
      mpfr_get_q(value.get_mpq_t(), x);
      for (const int digits : {1, 20, 80, 120})
        BOOST_TEST(brackets(mixcert::decimal_down(x, digits), mixcert::decimal_up(x, digits), value, digits));
    }
  }
  mpfr_set_zero(x, -1);
  BOOST_TEST(mixcert::decimal_up(x, 30) == "0");
  mpfr_set_inf(x, -1);
  BOOST_TEST(mixcert::decimal_up(x, 30) == "-inf");
  mpfr_set_nan(x);
  BOOST_CHECK_THROW(mixcert::decimal_up(x, 30), std::invalid_argument);
  mpfr_clear(x);
}

BOOST_AUTO_TEST_CASE(exponents_left_out) {
  using mixcert::plain_decimal;
  for (const auto& [text, plain] : {std::pair{"1.835e+02", "183.5"},
                                    {"6.7e+01", "67"},
                                    {"-6.7e+00", "-6.7"},
                                    {"-1.25e-01", "-0.125"},
                                    {"9.9e-03", "0.0099"},
                                    {"5e-02", "0.05"},
                                    {"1e+00", "1"},
                                    {"0", "0"},
                                    {"inf", "inf"}})
    BOOST_TEST(plain_decimal(text) == plain);
  for (const char* const text : {"1.2e+02", "1e+01", "9.9e-04", "1.2e+300"}) BOOST_TEST(plain_decimal(text) == text);
}

BOOST_AUTO_TEST_SUITE_END()
