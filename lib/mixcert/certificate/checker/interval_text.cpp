#include "mixcert/certificate/checker/interval.hpp"

#include <array>
#include <clocale>

namespace mixcert::checker {
namespace {

/// With a point, whatever the locale has.
std::string number(const char* format, mpfr_srcptr x) {
  std::array<char, 64> buffer{};
  mpfr_snprintf(buffer.data(), buffer.size(), format, x);
  std::string r = buffer.data();
  const std::string mark = std::localeconv()->decimal_point;
  if (const std::size_t at = r.find(mark); at != std::string::npos) r.replace(at, mark.size(), ".");
  return r;
}

} // namespace

std::string text(const interval& x) {
  return '[' + number("%.17RDg", x.lower()) + ", " + number("%.17RUg", x.upper()) + ']';
}

} // namespace mixcert::checker
