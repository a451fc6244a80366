// The locale of a program that uses the library, changed for a while.
#pragma once

#include <clocale>
#include <locale>
#include <string>

namespace mixcert::test {

/// A decimal comma, and a dot after every digit where a stream groups them.
struct comma_and_dots : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\1"; }
};

/// Sets the C++ locale, and with it the C locale where it has a name; both are restored at the end.
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

} // namespace mixcert::test
