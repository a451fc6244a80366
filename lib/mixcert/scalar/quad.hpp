// binary128 as a scalar, for guesses of 34 digits.
#pragma once

#include "mixcert/scalar/context.hpp"
#include "mixcert/scalar/mp_float.hpp"

namespace mixcert {

/// IEEE binary128, 113 places, in the same templates as the enclosures. As with float64, what comes out is a guess with
/// no bound of any kind: + - * / sqrt fma are rounded to nearest, the elementary functions are those of libquadmath. No
/// claim may rest on it.
class quad {
 public:
  __extension__ using binary128 = __float128; ///< the compiler's

  explicit quad(double x) : value_(x) {}    ///< exactly
  explicit quad(binary128 x) : value_(x) {} ///< as it is

  binary128 value() const { return value_; } ///< as the compiler has it

  /// Rounded to nearest.
  quad& operator+=(const quad& y) {
    value_ += y.value_;
    return *this;
  }
  /// Rounded to nearest.
  quad& operator-=(const quad& y) {
    value_ -= y.value_;
    return *this;
  }

 private:
  binary128 value_;
};

/// Rounded to nearest.
inline quad operator-(const quad& x) { return quad(-x.value()); }
inline quad operator+(const quad& x, const quad& y) { return quad(x.value() + y.value()); }
inline quad operator-(const quad& x, const quad& y) { return quad(x.value() - y.value()); }
inline quad operator*(const quad& x, const quad& y) { return quad(x.value() * y.value()); }
inline quad operator/(const quad& x, const quad& y) { return quad(x.value() / y.value()); }

/// Rounded to nearest; sum + x y in two roundings.
inline quad sqr(const quad& x) { return x * x; }
inline void add_product(quad& sum, const quad& x, const quad& y) { sum += x * y; }
/// 2^-113
inline double unit_roundoff(const quad&) { return 0x1p-113; }
/// The number, in the same arithmetic as the first argument.
inline quad constant_like(const quad&, int value) { return quad(static_cast<double>(value)); }
/// x 2^exponent.
quad scaled(const quad& x, long exponent);
/// The least e with |x| < 2^e; 0 for zero. Requires finite x.
long exponent_of(const quad& x);
/// Neither infinite nor NaN.
bool is_finite(const quad& x);
/// As the platform's library rounds: guesses.
quad fma(const quad& x, const quad& y, const quad& z);
quad pown(const quad& x, int n);
quad sqrt(const quad& x);
quad exp(const quad& x);
quad log(const quad& x);
quad tanh(const quad& x);
/// 1/cosh(x), without the overflow of cosh.
quad sech(const quad& x);
/// 1 / (1 + e^-x), without overflow.
quad sigmoid(const quad& x);

/// |x|; the smaller, the larger.
inline quad abs(const quad& x) { return x.value() < 0 ? -x : x; }
inline quad min(const quad& x, const quad& y) { return y.value() < x.value() ? y : x; }
inline quad max(const quad& x, const quad& y) { return x.value() < y.value() ? y : x; }

/// The comparisons of the enclosures, here of the guesses themselves: nothing is certain but the names.
inline bool certainly_less(const quad& x, const quad& y) { return x.value() < y.value(); }
inline bool certainly_less_equal(const quad& x, const quad& y) { return x.value() <= y.value(); }
inline bool possibly_less(const quad& x, const quad& y) { return x.value() < y.value(); }
inline bool possibly_less_equal(const quad& x, const quad& y) { return x.value() <= y.value(); }
inline bool is_exact_zero(const quad& x) { return x.value() == 0; }

/// The nearest binary64 number.
inline double to_double(const quad& x) { return static_cast<double>(x.value()); }
/// The nearest binary128 number, infinite beyond their range; of those below it, one of the two nearest.
quad to_quad(const mp_float& x);
/// x itself, with 113 places.
mp_float to_mp_float(const quad& x);

/// Makes binary128 numbers of exact data.
template <> struct context<quad> {
  quad exact(double x) const { return quad(x); } ///< x
};

} // namespace mixcert
