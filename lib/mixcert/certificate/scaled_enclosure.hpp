// Enclosures beyond the range of binary64: ends times a power of two.
#pragma once

#include "mixcert/certificate/enclosure.hpp"
#include "mixcert/scalar/mp_interval.hpp"

namespace mixcert {

/// [ends] 2^exp2.
struct scaled_enclosure {
  enclosure ends;
  long exp2 = 0;
};

/// 0 where the values up to `largest` are in the range of binary64 with much to spare, else about its exponent. Throws
/// not_certified when it is not finite.
long exp2_for(const mp_interval& largest);

/// As stored_enclosure of x / 2^exp2.
scaled_enclosure stored_enclosure(const mp_interval& x, long exp2, int digits);

mp_interval lift(const scaled_enclosure& x, mpfr_prec_t bits);

} // namespace mixcert
