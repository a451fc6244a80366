// Turning the singular vectors of values that lie close together within the space that they span. Guesses.
#pragma once

#include "mixcert/ball/sliced_matrix.hpp"

#include <cstddef>

namespace mixcert {

struct value_cluster {
  std::size_t first, count;
  bool holds_zero; ///< then left and right vectors turn independently
};

struct cluster_rotation {
  matrix<double> U, V; ///< count x count, orthogonal as far as binary64 goes
};

/// That makes the block of T = U^T A V diagonal, given the defects R = I - U^T U and S = I - V^T V.
cluster_rotation rotation_within(const sliced_matrix& T, const matrix<double>& R, const matrix<double>& S,
                                 const value_cluster& cluster);

/// Columns first ... first + count - 1 of U times the rotation.
void rotate_columns(matrix<double>& U, const value_cluster& cluster, const matrix<double>& rotation);

} // namespace mixcert
