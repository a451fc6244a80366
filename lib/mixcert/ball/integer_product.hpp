// Products of matrices of integers, exactly.
#pragma once

#include "mixcert/ball/lane_width.hpp"
#include "mixcert/scalar/matrix.hpp"

namespace mixcert {

/// C <- C + A B for A m x k, B k x n, C m x n. Exact when every entry is an integer and |C| + |A| |B| nowhere exceeds
/// 2^53: every partial sum is then an integer of binary64, in any order. Throws std::invalid_argument for lanes that
/// this processor does not have.
void add_integer_product(matrix<double>& C, const matrix<double>& A, const matrix<double>& B,
                         lane_width lanes = widest_lanes());

/// The same for the entries on and above the diagonal of C; others may be added to or not.
void add_upper_integer_product(matrix<double>& C, const matrix<double>& A, const matrix<double>& B,
                               lane_width lanes = widest_lanes());

} // namespace mixcert
