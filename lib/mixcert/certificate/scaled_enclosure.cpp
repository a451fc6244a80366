#include "mixcert/certificate/scaled_enclosure.hpp"

#include "mixcert/certificate/outward.hpp"
#include "mixcert/error.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>
#include <cstdlib>

namespace mixcert {

long exp2_for(const mp_interval& largest) {
  constexpr long ordinary = 512; // squares and ratios stay in range as well
  if (!is_finite(largest)) throw not_certified("a singular value could not be bounded");
  const long exponent = exponent_of(largest);
  return std::labs(exponent) <= ordinary ? 0 : exponent;
}

scaled_enclosure stored_enclosure(const mp_interval& x, long exp2, int digits) {
  return {stored_enclosure(scaled(x, -exp2), digits), exp2};
}

mp_interval lift(const scaled_enclosure& x, mpfr_prec_t bits) { return scaled(lift(x.ends, bits), x.exp2); }

std::string everyday_decimal(const std::string& decimal) {
  if (decimal.starts_with('-')) return '-' + everyday_decimal(decimal.substr(1));
  constexpr int smallest = -4, largest = 9;
  constexpr std::size_t longest = 4; // "e-04"
  const std::size_t e = std::min(decimal.find('e'), decimal.size());
  const bool has_one_digit_first = e == 1 || (e > 1 && decimal[1] == '.');
  if (!has_one_digit_first || e == decimal.size() || decimal.size() - e > longest) return decimal;
  const int exponent = std::stoi(decimal.substr(e + 1));
  if (exponent < smallest || exponent > largest) return decimal;
  if (exponent > smallest) return plain_decimal(decimal);
  return plain_decimal(decimal.substr(0, e) + "e-03").insert(2, "0"); // 0.00...: a zero more
}

std::string agreed_digits(const scaled_enclosure& x, int digits) {
  constexpr mpfr_prec_t bits = 512;
  const mp_interval value = lift(x, bits);
  for (int n = digits; n >= 3; --n) {
    std::string low = decimal_nearest(value.lower(), n);
    if (low == decimal_nearest(value.upper(), n)) return everyday_decimal(low);
  }
  return "[" + everyday_decimal(decimal_down(value.lower(), digits)) + ", " +
         everyday_decimal(decimal_up(value.upper(), digits)) + "]";
}

} // namespace mixcert
