// Exact rational numbers.
#pragma once

#include "mixcert/scalar/context.hpp"
#include "mixcert/scalar/interval.hpp"

#include <gmp.h>

#include <optional>
#include <string>

namespace mixcert {

/// A rational number in lowest terms. Arithmetic is exact, and its cost grows with the digits; the elementary functions
/// do not exist. Division by zero throws std::domain_error.
class rational {
 public:
  /// Zero.
  rational() { mpq_init(value_); }
  /// The binary64 number itself: 0.1 is not 1/10. Throws std::invalid_argument unless x is finite.
  explicit rational(double x);
  /// Throws std::domain_error when the denominator is 0.
  rational(long numerator, long denominator);
  rational(const rational& other) : rational() { mpq_set(value_, other.value_); }
  rational(rational&& other) noexcept : rational() { mpq_swap(value_, other.value_); }
  rational& operator=(const rational& other) {
    mpq_set(value_, other.value_);
    return *this;
  }
  rational& operator=(rational&& other) noexcept {
    mpq_swap(value_, other.value_);
    return *this;
  }
  ~rational() { mpq_clear(value_); }

  mpq_srcptr get() const { return value_; } ///< as GMP's functions take it
  mpq_ptr get() { return value_; }          ///< as GMP's functions take it

  rational& operator+=(const rational& y); ///< exact
  rational& operator-=(const rational& y); ///< exact

 private:
  mpq_t value_;
};

/// Exact. Division by zero throws std::domain_error.
rational operator-(const rational& x);
rational operator+(const rational& x, const rational& y);
rational operator-(const rational& x, const rational& y);
rational operator*(const rational& x, const rational& y);
rational operator/(const rational& x, const rational& y);

/// Exact.
rational sqr(const rational& x);
/// x y + z.
rational fma(const rational& x, const rational& y, const rational& z);
/// x to the power n; 0^0 = 1.
rational pown(const rational& x, int n);
/// The root of x where it is a rational number.
std::optional<rational> exact_sqrt(const rational& x);
rational abs(const rational& x);
rational min(const rational& x, const rational& y);
rational max(const rational& x, const rational& y);

/// With exact numbers what is possible is certain.
inline bool certainly_less(const rational& x, const rational& y) { return mpq_cmp(x.get(), y.get()) < 0; }
inline bool certainly_less_equal(const rational& x, const rational& y) { return mpq_cmp(x.get(), y.get()) <= 0; }
inline bool possibly_less(const rational& x, const rational& y) { return certainly_less(x, y); }
inline bool possibly_less_equal(const rational& x, const rational& y) { return certainly_less_equal(x, y); }
inline bool is_exact_zero(const rational& x) { return mpq_sgn(x.get()) == 0; }

/// The smallest interval that holds x.
interval enclose(const rational& x);
/// Whether the number `value` is a member of x.
bool contains(const interval& x, const rational& value);
/// "p/q" in lowest terms, "p" for an integer.
std::string to_string(const rational& x);

/// Makes fractions of exact data.
template <> struct context<rational> {
  rational exact(double x) const { return rational(x); } ///< x
};

} // namespace mixcert
