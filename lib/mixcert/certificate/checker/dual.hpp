// A number with its derivative in one direction.
#pragma once

#include "mixcert/certificate/checker/interval.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace mixcert::checker {

/// Enclosures of a value and of its derivative.
struct dual {
  interval value, slope;
};

inline dual operator+(const dual& a, const dual& b) { return {a.value + b.value, a.slope + b.slope}; }
inline dual operator-(const dual& a, const dual& b) { return {a.value - b.value, a.slope - b.slope}; }
inline dual operator-(const dual& a) { return {-a.value, -a.slope}; }
inline dual operator*(const dual& a, const dual& b) {
  return {a.value * b.value, a.slope * b.value + a.value * b.slope};
}
inline dual operator/(const dual& a, const dual& b) {
  interval quotient = a.value / b.value;
  interval slope = (a.slope - quotient * b.slope) / b.value;
  return {std::move(quotient), std::move(slope)};
}
inline dual operator+(const dual& a, const interval& b) { return {a.value + b, a.slope}; }
inline dual operator-(const dual& a, const interval& b) { return {a.value - b, a.slope}; }
inline dual operator*(const dual& a, const interval& b) { return {a.value * b, a.slope * b}; }
inline dual operator/(const dual& a, const interval& b) { return {a.value / b, a.slope / b}; }
inline dual operator+(const dual& a, long b) { return {a.value + b, a.slope}; }
inline dual operator*(const dual& a, long b) { return {a.value * b, a.slope * b}; }
inline dual operator/(long a, const dual& b) { return dual{interval(a, b.value.bits()), interval(b.value.bits())} / b; }
inline dual& operator+=(dual& a, const dual& b) { return a = a + b; }
inline dual& operator-=(dual& a, const dual& b) { return a = a - b; }

inline dual exp(const dual& a) {
  interval e = exp(a.value);
  return {e, e * a.slope};
}
/// With the derivative 4 e / (1 + e)^2, e = exp(-2 |a|), which keeps its relative accuracy where tanh is near 1.
inline dual tanh(const dual& a) {
  const interval e = exp(a.value * (is_positive(a.value) ? -2 : 2));
  return {tanh(a.value), e * 4 / square(e + 1) * a.slope};
}
inline dual sqrt(const dual& a) {
  interval root = sqrt(a.value);
  interval slope = a.slope / (root * 2);
  return {std::move(root), std::move(slope)};
}
/// 1 / (1 + exp(-a)), of an exponential that is at most 1 where a's sign is known: it does not overflow.
inline dual sigmoid(const dual& a) {
  const bool is_negative = !is_positive(a.value);
  const interval e = exp(is_negative ? a.value : -a.value), sum = e + 1;
  return {is_negative ? e / sum : 1 / sum, e / sum / sum * a.slope};
}

/// exp(z_k) / sum_l exp(z_l), whose derivative p_k sum_l p_l (z'_k - z'_l) keeps its relative accuracy where p_k is
/// near 1.
std::vector<dual> softmax(const std::vector<dual>& z);

} // namespace mixcert::checker
