// What people compute from all singular values of a map, from enclosures of them.
#pragma once

#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/spectrum/order_statistics.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace mixcert {

// Everywhere below, the i-th largest singular value of a map J lies in the i-th enclosure of `spectrum` (entries
// expanded by multiplicity), both ends descending (theorem T3 c), and there is at least one. What is returned encloses
// the quantity of J itself: its defining formula in interval arithmetic.

/// The natural logarithm of |det J| for a square J: the sum of those of the singular values. Absent when a value may be
/// zero or unbounded.
std::optional<mp_interval> log_abs_determinant(const std::vector<spectrum_entry<mp_interval>>& spectrum);

/// ||J||_F^2 / ||J||^2 = 1 + sum over i > 1 of (sigma_i / sigma_1)^2, at least 1. Absent when ||J|| may be zero, or
/// nothing bounds the quotients.
std::optional<mp_interval> stable_rank(const std::vector<spectrum_entry<mp_interval>>& spectrum);

/// The sum of sigma_i^2 over their number: ||J||_F^2 / min(rows, columns).
mp_interval mean_square(const std::vector<spectrum_entry<mp_interval>>& spectrum);

/// A whole number between two.
struct enclosed_count {
  std::size_t at_least, at_most; ///< it lies between them
};

/// How many singular values are x or more, whichever member x is.
enclosed_count count_at_least(const std::vector<spectrum_entry<mp_interval>>& spectrum, const mp_interval& x);

} // namespace mixcert
