// How far a realised mixer is from doubly stochastic, from orthogonal and from singular.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/scalar/precision.hpp"
#include "mixcert/scalar/scalar.hpp"

#include <cstddef>
#include <optional>

namespace mixcert {

/// In mp_interval each encloses the quantity for every member of H.
template <class S> struct stochastic_defects {
  S row_sum_error;     ///< max_i |sum_j H_ij - 1|
  S column_sum_error;  ///< max_j |sum_i H_ij - 1|
  S least_entry;       ///< min_ij H_ij
  S doubly_stochastic; ///< max(row_sum_error, column_sum_error, -least_entry), or 0 if that is negative
};

/// Of a matrix of any shape with at least one entry, else input_error. What an unbounded entry takes part in is
/// unbounded or NaN.
template <field S> stochastic_defects<S> stochastic_defects_of(const context<S>& numbers, const matrix<S>& H);

/// An enclosure of ||H^T H - I||_F for every member of H; [0, 0] for a matrix without columns.
mp_interval orthogonality_defect(const matrix<mp_interval>& H);

/// Every member has rank at_least or more, for its singular value of that index lies in `sigma`, which is positive.
struct certified_rank {
  std::size_t at_least = 0;         ///< proved
  std::optional<mp_interval> sigma; ///< of all members; absent if at_least is 0
};

/// The largest rank that the enclosures of the singular values prove (theorem T6 b, with the distance of H from its
/// midpoint in the Frobenius norm); a matrix of any shape. Throws not_certified when an entry is unbounded or the
/// decomposition could not be verified.
certified_rank rank_from_below(const matrix<mp_interval>& H, const precision& places);

} // namespace mixcert
