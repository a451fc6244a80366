// Enclosures of rational matrices, and what they hold.
#pragma once

#include "mixcert/scalar/mp_interval.hpp"
#include "support/exact.hpp"

namespace mixcert::test {

constexpr mpfr_prec_t bits = 256;

/// The smallest enclosure.
inline mp_interval as_interval(const mpq_class& x) {
  mp_float lower(bits), upper(bits);
  mpfr_set_q(lower.get(), x.get_mpq_t(), MPFR_RNDD);
  mpfr_set_q(upper.get(), x.get_mpq_t(), MPFR_RNDU);
  return {lower, upper, bits};
}

inline mp_interval as_interval(const mpq_class& low, const mpq_class& high) {
  return hull(as_interval(low), as_interval(high));
}

/// Encloses every entry.
inline matrix<mp_interval> as_intervals(const rational_matrix& a) {
  return map(a, [](const mpq_class& x) { return as_interval(x); });
}

inline bool holds(const mp_interval& x, const mpq_class& value) {
  return rational(x.lower()) <= value && value <= rational(x.upper());
}

/// Whether x holds the value and is no wider than 2^-200 (1 + |value|).
inline bool is_tight(const mp_interval& x, const mpq_class& value) {
  return holds(x, value) && rational(x.upper()) - rational(x.lower()) <= power_of_two(-200) * (1 + abs(value));
}

} // namespace mixcert::test
