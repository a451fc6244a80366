// Exact rational values of binary64 numbers, and whether a bound is one and the best one.
#pragma once

#include <cmath>
#include <gmpxx.h>
#include <limits>

namespace exact {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();
constexpr double smallest = std::numeric_limits<double>::denorm_min();

inline mpq_class rational(double x) { return mpq_class(x); }

inline bool at_most(double bound, const mpq_class& value) {
  if (std::isinf(bound)) return bound < 0;
  return !std::isnan(bound) && rational(bound) <= value;
}

inline bool at_least(double bound, const mpq_class& value) { return at_most(-bound, -value); }

/// Whether `bound` is the largest binary64 number that is at most `value`.
inline bool is_down(double bound, const mpq_class& value) {
  return at_most(bound, value) && !at_most(std::nextafter(bound, infinity), value);
}

/// Whether `bound` is the smallest binary64 number that is at least `value`.
inline bool is_up(double bound, const mpq_class& value) { return is_down(-bound, -value); }

} // namespace exact
