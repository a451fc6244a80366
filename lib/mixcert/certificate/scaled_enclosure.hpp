// Enclosures beyond the range of binary64: ends times a power of two.
#pragma once

#include "mixcert/certificate/enclosure.hpp"
#include "mixcert/scalar/mp_interval.hpp"

#include <string>

namespace mixcert {

/// [ends] 2^exp2.
struct scaled_enclosure {
  enclosure ends; ///< to be multiplied
  long exp2 = 0;  ///< by 2^exp2
};

/// 0 where the values up to `largest` are in the range of binary64 with much to spare, else about its exponent. Throws
/// not_certified when it is not finite.
long exp2_for(const mp_interval& largest);

/// As stored_enclosure of x / 2^exp2.
scaled_enclosure stored_enclosure(const mp_interval& x, long exp2, int digits);

/// The value, at `bits` places.
mp_interval lift(const scaled_enclosure& x, mpfr_prec_t bits);

/// The digits on which both ends agree when rounded to at most `digits` significant digits, or "[lo, hi]" outward.
std::string agreed_digits(const scaled_enclosure& x, int digits);

/// A decimal as decimal_up writes it, plain from 0.0001 to below 10^10 where it has the digits for it; else as it is.
std::string everyday_decimal(const std::string& decimal);

} // namespace mixcert
