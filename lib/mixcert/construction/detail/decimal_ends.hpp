// An enclosure as decimals that any reader of binary64 numbers can take.
#pragma once

#include "mixcert/scalar/mp_interval.hpp"

#include <string>

namespace mixcert {

/// The enclosure lies in [lo, hi] 2^exp2. exp2 is 0 unless an end is beyond the range of normal binary64 numbers.
struct decimal_ends {
  std::string lo, hi;
  long exp2;
};

/// With so many significant digits, rounded outward. Requires finite ends.
decimal_ends ends_of(const mp_interval& x, int digits);

} // namespace mixcert
