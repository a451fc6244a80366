// Exact integers and fractions, and the texts that stand for them in a certificate.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <string_view>

namespace mixcert::checker {

using integer = mpz_class;
using rational = mpq_class;

/// Of a fraction in lowest terms, the denominator being positive.
inline integer numerator(const rational& x) { return x.get_num(); }
inline integer denominator(const rational& x) { return x.get_den(); }

/// 2^exponent.
rational power_of_two(long exponent);

/// mantissa 2^exponent
struct binary64 {
  long mantissa, exponent;
};

/// A finite binary64 number, by its bits. Throws std::invalid_argument for another.
binary64 take_apart(double x);
rational exact(double x);

/// A decimal number such as `-1.25e-3`, and a hexadecimal one such as `0x1.8p-3`. Throws malformed for any other text,
/// and for exponents beyond 32768 or more than 1024 digits, which no document of this format needs.
rational parse_decimal(std::string_view text);
rational parse_hexadecimal(std::string_view text);

} // namespace mixcert::checker
