// A quantity held to the value worked out by hand: in rational arithmetic exactly, in the enclosures within 2^-200, in
// binary64 to rounding.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/rational_value.hpp"
#include "mixcert/scalar/scalar.hpp"

#include <initializer_list>
#include <vector>

#include <boost/test/unit_test.hpp>

namespace mixcert::test {

inline const context<mp_interval> hand_numbers{256};

inline rational fraction(long numerator, long denominator = 1) { return {numerator, denominator}; }

inline std::vector<rational> whole(std::initializer_list<long> values) {
  std::vector<rational> r;
  for (const long x : values) r.push_back(fraction(x));
  return r;
}

template <class S> S in(const context<S>& numbers, const rational& x) { return value(numbers, x); }
template <class S> matrix<S> in(const context<S>& numbers, const matrix<rational>& a) {
  return map(a, [&](const rational& x) { return value(numbers, x); });
}
template <class S> std::vector<S> in(const context<S>& numbers, const std::vector<rational>& a) {
  std::vector<S> r;
  for (const rational& x : a) r.push_back(value(numbers, x));
  return r;
}

inline bool is(const rational& x, const rational& wanted) { return is_exact_zero(x - wanted); }
inline bool is(double x, const rational& wanted) {
  return std::abs(x - value(context<float64>{}, wanted)) <= 1e-13 * (1 + std::abs(x));
}
inline bool holds(const mp_interval& x, const rational& value) {
  return mpfr_cmp_q(x.lower(), value.get()) <= 0 && mpfr_cmp_q(x.upper(), value.get()) >= 0;
}
inline bool is(const mp_interval& x, const rational& wanted) {
  mp_float width(256);
  mpfr_sub(width.get(), x.upper(), x.lower(), MPFR_RNDU);
  return holds(x, wanted) && mpfr_cmp_d(width.get(), 0x1p-200) <= 0;
}

/// quantity(numbers, data of these numbers...) in all three arithmetics.
template <class Quantity, class... Data>
void check_by_hand(const rational& wanted, Quantity quantity, const Data&... data) {
  const auto in_arithmetic = [&](const auto& numbers) {
    const auto found = quantity(numbers, in(numbers, data)...);
    BOOST_CHECK_MESSAGE(is(found, wanted), "not " << to_string(wanted));
    BOOST_CHECK(!is(found, wanted + rational(1, 1000))); // the comparison can fail
  };
  in_arithmetic(context<rational>{});
  in_arithmetic(context<float64>{});
  in_arithmetic(hand_numbers);
}

/// [[3/4, 1/2], [-1/4, 5/4]] and [[1/2, 1/4, 1/4], [1/3, 1/3, 1/3], [1/6, -1/3, 1]].
inline matrix<rational> two_streams() {
  return {2, 2, {fraction(3, 4), fraction(1, 2), fraction(-1, 4), fraction(5, 4)}};
}
inline matrix<rational> three_streams() {
  return {3,
          3,
          {fraction(1, 2), fraction(1, 4), fraction(1, 4), fraction(1, 3), fraction(1, 3), fraction(1, 3),
           fraction(1, 6), fraction(-1, 3), fraction(1)}};
}
/// [[1, 2], [3, -1]].
inline matrix<rational> state_of_two_streams() { return {2, 2, {fraction(1), fraction(2), fraction(3), fraction(-1)}}; }
/// [[1, 2], [3, -1], [-2, 0]].
inline matrix<rational> state_of_three_streams() {
  return {3, 2, {fraction(1), fraction(2), fraction(3), fraction(-1), fraction(-2), fraction(0)}};
}

} // namespace mixcert::test
