// Complex binary floating point of any precision, rounded to nearest: guesses, never an enclosure by itself.
#pragma once

#include "mixcert/scalar/mp_float.hpp"

namespace mixcert {

/// re + i im. An operation returns the precision of its more precise operand.
struct complex_float {
  mp_float re, im; ///< real and imaginary part
};

/// Rounded to nearest in each part, not as one.
complex_float operator+(const complex_float& a, const complex_float& b);
complex_float operator-(const complex_float& a, const complex_float& b);
complex_float operator*(const complex_float& a, const complex_float& b);
/// NaN when b is zero.
complex_float operator/(const complex_float& a, const complex_float& b);
/// Exact.
complex_float operator-(const complex_float& a);

/// Exact.
complex_float conj(const complex_float& a);
/// The absolute value: a guess.
mp_float modulus(const complex_float& a);
/// The root with a real part that is not negative.
complex_float sqrt(const complex_float& a);

} // namespace mixcert
