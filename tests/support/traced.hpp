// A number that knows how it moves, and its fraction while it has one: what templates of mixers are run in to be
// checked.
#pragma once

#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/scalar/rational.hpp"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace mixcert::test {

/// Three arithmetics side by side: an enclosure of a function's value at a point; enclosures of its derivatives along
/// directions, by the rules of differentiation alone (a derivative that is not there is zero); and its value as a
/// fraction, where only operations that lead from fractions to fractions made it. Comparisons are those of the
/// enclosures.
class traced {
 public:
  /// A constant. Where the enclosure is a point its fraction is known.
  traced(const mp_interval& value);
  traced(mp_interval value, std::optional<rational> fraction, std::vector<mp_interval> derivatives = {})
      : value_(std::move(value)), fraction_(std::move(fraction)), derivatives_(std::move(derivatives)) {}

  const mp_interval& value() const { return value_; }
  const std::optional<rational>& fraction() const { return fraction_; }
  mp_interval derivative(std::size_t direction) const;
  const std::vector<mp_interval>& derivatives() const { return derivatives_; }

  traced& operator+=(const traced& y);
  traced& operator-=(const traced& y);

 private:
  mp_interval value_;
  std::optional<rational> fraction_;
  std::vector<mp_interval> derivatives_;
};

traced operator-(const traced& x);
traced operator+(const traced& x, const traced& y);
traced operator-(const traced& x, const traced& y);
/// Zero times a number without a fraction is the fraction zero.
traced operator*(const traced& x, const traced& y);
traced operator/(const traced& x, const traced& y);
traced sqr(const traced& x);
traced fma(const traced& x, const traced& y, const traced& z);
traced pown(const traced& x, int n);
/// A fraction where it is that of a square.
traced sqrt(const traced& x);
/// Fractions at 0 (exp, tanh, sech, sigmoid) and at 1 (log) only.
traced exp(const traced& x);
traced log(const traced& x);
traced tanh(const traced& x);
traced sech(const traced& x);
traced sigmoid(const traced& x);
/// Throws std::domain_error where the sign of a number that moves is not known.
traced abs(const traced& x);
/// x unless the other is known to be less (greater).
traced min(const traced& x, const traced& y);
traced max(const traced& x, const traced& y);

inline bool certainly_less(const traced& x, const traced& y) { return certainly_less(x.value(), y.value()); }
inline bool certainly_less_equal(const traced& x, const traced& y) {
  return certainly_less_equal(x.value(), y.value());
}
inline bool possibly_less(const traced& x, const traced& y) { return possibly_less(x.value(), y.value()); }
inline bool possibly_less_equal(const traced& x, const traced& y) { return possibly_less_equal(x.value(), y.value()); }
/// To first order.
bool is_exact_zero(const traced& x);
/// A number near x that does not move; its fraction stays.
traced point_of(const traced& x);

} // namespace mixcert::test

namespace mixcert {

/// Constants of a convention come as enclosures.
template <> struct context<test::traced> : context<mp_interval> {
  test::traced exact(double x) const { return {mp_interval(x, bits), rational(x)}; }
};

} // namespace mixcert
