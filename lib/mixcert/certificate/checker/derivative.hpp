// The Jacobian of a site as a map of the whole state, from the mixer's equations (theorem T1 a, e).
#pragma once

#include "mixcert/certificate/checker/evaluated_map.hpp"

#include <cstddef>
#include <vector>

namespace mixcert::checker {

/// J = H kron I + sum_ij (e_i kron a_j) b_ij^T.
struct jacobian_factors {
  interval_matrix H;       ///< n x n
  interval_matrix sources; ///< m x d: rows a_j are those of X, and y with the write gate
  interval_matrix rows;    ///< n m x n d: row i m + j is b_ij = vec(D_ij)
};

/// Of a map from states to states.
jacobian_factors factors_of(const evaluated_map& at);

/// The same J: each source divided by a power of two about as large, and its rows multiplied by it; the rows of a
/// source that is zero are zero. Bounds that take the largest of all sources times the largest of all rows lose nothing
/// then where sources differ in size.
jacobian_factors balanced(jacobian_factors J);

/// The rows i m + j for which (e_i kron a_j) b_ij^T is not known to be 0.
std::vector<std::size_t> fed_back_rows(const jacobian_factors& J);

} // namespace mixcert::checker
