// Numbers of twice the places of binary64, as unevaluated sums.
#pragma once

#include <cstddef>

namespace mixcert {

/// high + low, with |low| <= 2^-53 |high|.
struct double_double {
  double high = 0, low = 0; ///< the number is their sum
};

} // namespace mixcert
