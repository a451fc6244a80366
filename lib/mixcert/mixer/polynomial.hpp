// Polynomials in the sizes of a mixer: counts as functions.
#pragma once

#include "mixcert/scalar/rational.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace mixcert {

/// A polynomial in named variables with rational coefficients, like terms collected.
class polynomial {
 public:
  /// A constant.
  polynomial(long value = 0);                          // NOLINT(google-explicit-constructor): a constant is one
  static polynomial variable(const std::string& name); ///< the variable of that name

  polynomial& operator+=(const polynomial& other);                       ///< exact
  friend polynomial operator*(const polynomial& a, const polynomial& b); ///< exact
  friend polynomial operator/(const polynomial& a, long divisor);        ///< requires a divisor other than 0

  /// Terms of higher degree first, then in the order of the names: `2 d n^2 + 1/2 n - 3`.
  std::string text() const;
  /// The value at whole numbers. Throws std::invalid_argument, naming the polynomial, when a variable is missing or the
  /// value is not a whole number from 0 to 2^64 - 1.
  std::uint64_t at(const std::map<std::string, std::size_t>& variables) const;

 private:
  std::map<std::map<std::string, unsigned>, rational> terms_; ///< coefficients, none zero, by the exponents > 0
};

/// Exact.
inline polynomial operator+(polynomial a, const polynomial& b) { return a += b; }
inline polynomial operator-(polynomial a, const polynomial& b) { return a += polynomial(-1) * b; }

} // namespace mixcert
