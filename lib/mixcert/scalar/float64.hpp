// binary64 as a scalar, for guesses.
#pragma once

#include "mixcert/scalar/context.hpp"

#include <cmath>

namespace mixcert {

/// Binary64 in the same templates as the enclosures. What comes out is a guess with no bound of any kind: rounding is
/// ignored and the elementary functions are the platform's. No claim may rest on it.
using float64 = double;

/// Makes plain binary64 numbers of exact data.
template <> struct context<float64> {
  float64 exact(double x) const { return x; } ///< x
};

using std::abs;
using std::erf;
using std::exp;
using std::fma;
using std::log;
using std::sqrt;
using std::tanh;

/// As the platform rounds: guesses, which claim nothing.
inline float64 sqr(float64 x) { return x * x; }

/// 1/cosh(x), without the overflow of cosh.
inline float64 sech(float64 x) {
  const float64 t = std::exp(-std::abs(x));
  return 2 * t / (1 + t * t);
}

/// 1 / (1 + e^-x), without overflow.
inline float64 sigmoid(float64 x) {
  const float64 t = std::exp(-std::abs(x));
  return (x < 0 ? t : 1) / (1 + t);
}

/// sum + x y, in two roundings.
inline void add_product(float64& sum, float64 x, float64 y) { sum += x * y; }

/// x 2^exponent.
inline float64 scaled(float64 x, long exponent) { return std::ldexp(x, static_cast<int>(exponent)); }
/// The least e with |x| < 2^e; 0 for zero. Requires finite x.
inline long exponent_of(float64 x) {
  int e = 0;
  std::frexp(x, &e);
  return e;
}
inline bool is_finite(float64 x) { return std::isfinite(x); }

/// As the platform rounds: guesses.
inline float64 pown(float64 x, int n) { return std::pow(x, n); }

/// The smaller, the larger; whether x is 0; |x|.
inline float64 min(float64 x, float64 y) { return y < x ? y : x; }
inline float64 max(float64 x, float64 y) { return x < y ? y : x; }
inline bool is_exact_zero(float64 x) { return x == 0; }
inline float64 magnitude(float64 x) { return std::abs(x); }

/// The comparisons of the enclosures, here of the guesses themselves: nothing is certain but the names.
inline bool certainly_less(float64 x, float64 y) { return x < y; }
inline bool certainly_less_equal(float64 x, float64 y) { return x <= y; }
inline bool possibly_less(float64 x, float64 y) { return x < y; }
inline bool possibly_less_equal(float64 x, float64 y) { return x <= y; }

} // namespace mixcert
