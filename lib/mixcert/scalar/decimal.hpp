// Numbers as text and back, rounded in a stated direction and in no locale.
#pragma once

#include <mpfr.h>

#include <string>
#include <string_view>

namespace mixcert {

/// The largest decimal number with `digits` significant digits that is at most x, as `1.8352000000000001e+00`: one
/// digit, a point and the rest, a signed exponent of two digits or more. Zero is `0`; infinities are `inf` and `-inf`.
/// Throws std::invalid_argument for NaN or digits < 1.
std::string decimal_down(double x, int digits);
std::string decimal_down(mpfr_srcptr x, int digits);

/// The smallest such number that is at least x.
std::string decimal_up(double x, int digits);
std::string decimal_up(mpfr_srcptr x, int digits);

/// The nearest such number: a guess among decimals, not a bound.
std::string decimal_nearest(mpfr_srcptr x, int digits);

/// A decimal of the form above, without its exponent where the point moves among its digits or at most three zeros come
/// before them: `1.835e+02` as `183.5`, `6.7e+01` as `67`, `6.7e-02` as `0.067`; any other text as it is.
std::string plain_decimal(std::string_view decimal);

/// x exactly, in the one form `0x1.8p+0`: leading digit 1 (subnormal numbers too), no trailing zeros, lower case; both
/// zeros are `0x0p+0`. Throws std::invalid_argument unless x is finite.
std::string hex(double x);

/// The number written as [+-] 0x digits [. digits] p [+-] digits, in either case. Throws input_error, quoting the text,
/// when it is anything else or no binary64 number equals it. A zero is +0.
double parse_hex(std::string_view text);

/// Whether text is [+-] digits [. digits] [e [+-] digits], with a digit wherever digits may stand and nothing around.
bool is_decimal(std::string_view text);

/// The largest binary64 number that is at most the decimal number: `1e400` is DBL_MAX, `-1e400` is -inf, `-1e-400` is
/// -2^-1074. A zero is +0. Throws input_error, quoting the text, unless is_decimal(text).
double parse_decimal_down(std::string_view text);

/// The smallest binary64 number that is at least the decimal number: `1e400` is inf, `1e-400` is 2^-1074.
double parse_decimal_up(std::string_view text);

} // namespace mixcert
