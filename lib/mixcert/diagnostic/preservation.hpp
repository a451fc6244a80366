// What a doubly stochastic map would keep of the streams: outputs in their convex hull, and their mean (theorem T12).
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/scalar.hpp"

#include <vector>

namespace mixcert {

/// max_i (|sum_j H_ij - 1| + sum_j max(0, -H_ij)): zero exactly where every row of H is a convex combination, so that
/// every output stream lies in the convex hull of the streams, whatever these are. Any shape; 0 without rows.
template <field S> S hull_defect(const context<S>& numbers, const matrix<S>& H);

/// How far the outputs H X leave the ranges of the streams: the largest, over outputs i and features c, of (H X)_ic
/// less the largest of the x_jc, of the least of these less (H X)_ic, and of 0. It is 0 where all outputs lie in the
/// convex hull of the streams. H is n x n, X n x d, n >= 1.
template <field S> S range_excess(const context<S>& numbers, const matrix<S>& H, const matrix<S>& X);

/// The mean of the rows of H X less that of X: sum_j (sum_i H_ij - 1) x_j / n, d numbers.
template <field S> std::vector<S> change_of_mean(const context<S>& numbers, const matrix<S>& H, const matrix<S>& X);

} // namespace mixcert
