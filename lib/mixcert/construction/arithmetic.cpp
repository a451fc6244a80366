#include "mixcert/construction/arithmetic.hpp"

#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"

#include <charconv>
#include <cstdlib>

namespace mixcert {

arithmetic parse_arithmetic(std::string_view text) {
  using enum arithmetic::kind;
  for (const auto in : {binary64_interval, exact, binary128, binary64})
    if (text == to_string(arithmetic{in})) return {in};
  constexpr long least = 64, most = 2048;
  constexpr std::string_view prefix = "mp:";
  long bits = 0;
  if (text.starts_with(prefix))
    if (const auto [rest, error] = std::from_chars(text.data() + prefix.size(), text.data() + text.size(), bits);
        error == std::errc() && rest == text.data() + text.size() && bits >= least && bits <= most)
      return {mp, bits};
  throw input_error("the arithmetic '" + printable(text) +
                    "' is unknown; it must be interval, mp:BITS with BITS from " + std::to_string(least) + " to " +
                    std::to_string(most) + ", rational, quad or float64");
}

std::string to_string(const arithmetic& arithmetic) {
  switch (arithmetic.in) {
  case arithmetic::kind::binary64_interval:
    return "interval";
  case arithmetic::kind::mp:
    return "mp:" + std::to_string(arithmetic.bits);
  case arithmetic::kind::exact:
    return "rational";
  case arithmetic::kind::binary128:
    return "quad";
  case arithmetic::kind::binary64:
    return "float64";
  }
  std::abort(); // all kinds are above
}

} // namespace mixcert
