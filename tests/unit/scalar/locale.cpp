#include "mixcert/scalar/decimal.hpp"

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

struct german : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

// Sets the C++ locale, and with it the C locale where it has a name; both are restored at the end.
class global_locale {
 public:
  explicit global_locale(const std::locale& locale)
      : c_(std::setlocale(LC_ALL, nullptr)), cpp_(std::locale::global(locale)) {}
  ~global_locale() {
    std::locale::global(cpp_);
    std::setlocale(LC_ALL, c_.c_str());
  }
  global_locale(const global_locale&) = delete;
  global_locale& operator=(const global_locale&) = delete;

 private:
  std::string c_;
  std::locale cpp_;
};

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
    const global_locale comma(std::locale(std::locale::classic(), new german));
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
    const global_locale comma(std::locale("de_DE.UTF-8"));
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
