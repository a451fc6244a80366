#include "mixcert/scalar/decimal.hpp"
#include "support/global_locale.hpp"

#include <boost/test/unit_test.hpp>
#include <clocale>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

std::string everything() {
  std::string text;
  for (const double x : {0.1, -1234567.875, 5e-324, 1e300}) {
    text += mixcert::decimal_down(x, 17) + " " + mixcert::decimal_up(x, 3) + " " + mixcert::hex(x) + "\n";
    text += mixcert::hex(mixcert::parse_hex(mixcert::hex(x))) + "\n";
  }
  for (const char* decimal : {"0.1", "-1234567.875", "1.5e-3"})
    text +=
        mixcert::hex(mixcert::parse_decimal_down(decimal)) + mixcert::hex(mixcert::parse_decimal_up(decimal)) + "\n";
  return text + (mixcert::is_decimal("1,5") ? "comma" : "point");
}

std::string usual_print(double x) {
  std::ostringstream stream;
  stream << x;
  return stream.str();
}

} // namespace

BOOST_AUTO_TEST_SUITE(locales)

BOOST_AUTO_TEST_CASE(a_decimal_comma_changes_nothing) {
  const std::string expected = everything();
  std::string stream, actual;
  {
    const mixcert::test::global_locale comma(std::locale(std::locale::classic(), new mixcert::test::comma_and_dots));
    stream = usual_print(1.5);
    actual = everything();
  }
  BOOST_TEST(stream == "1,5");
  BOOST_TEST(actual == expected);
}

BOOST_AUTO_TEST_CASE(a_german_system_changes_nothing) {
  const std::string expected = everything();
  std::string stream, actual;
  try {
    const mixcert::test::global_locale comma(std::locale("de_DE.UTF-8"));
    BOOST_TEST(std::string(std::localeconv()->decimal_point) == ",");
    stream = usual_print(1.5);
    actual = everything();
  } catch (const std::runtime_error&) {
    BOOST_TEST_MESSAGE("SKIPPED: the locale de_DE.UTF-8 is not installed");
    return;
  }
  BOOST_TEST(stream == "1,5");
  BOOST_TEST(actual == expected);
}

BOOST_AUTO_TEST_SUITE_END()
