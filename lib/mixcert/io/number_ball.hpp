// A number in a text file as a midpoint and a radius.
#pragma once

#include <string_view>

namespace mixcert {

/// Stands for a real number within `radius` of `midpoint`.
struct number_ball {
  double midpoint = 0; ///< the nearest binary64 number
  double radius = 0;   ///< a bound of the distance, rounded up
};

/// The number written as a decimal ([+-] digits [. digits] [e [+-] digits], where the digits on one side of the point
/// may be missing) or as a hexadecimal float (see parse_hex). The midpoint is the number itself when it is a binary64
/// number, else the nearer of the two around it (either, where the distances differ by less than 2^-120 |number|). The
/// radius is 0 exactly when the midpoint is the number, and otherwise a bound of their distance that exceeds it by less
/// than 2^-120 |number| and the rounding of the bound to binary64. Zero is +0.
///
/// Throws input_error, quoting the text, when it is anything else, a hexadecimal float that is no binary64 number, or
/// a decimal beyond the largest binary64 number.
number_ball parse_number_ball(std::string_view text);

} // namespace mixcert
