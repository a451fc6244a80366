// The constructions whose tables are computed, one file each.
#pragma once

#include "mixcert/construction/reproduction.hpp"

namespace mixcert::table {

/// Theorem T10: mixer `balanced` at (1, -1)^T.
construction two_stream();
/// Theorem T11: L layers of mixer `cayley` at its fixed state.
construction cayley();
/// Theorem T12: the example of three streams.
construction three_stream();
/// Theorem T12: the eigenvalues of a three-cycle of n streams.
construction three_cycle();
/// Theorem T12: the eigenvalues of binary Kronecker products.
construction binary_kronecker();

} // namespace mixcert::table
