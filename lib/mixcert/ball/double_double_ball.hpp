// Matrices of double_double numbers with a Frobenius-norm radius, as ball_matrix for a format of its own.
#pragma once

#include "mixcert/ball/double_double_matrix.hpp"
#include "mixcert/scalar/mp_interval.hpp"

#include <cstddef>

namespace mixcert {

/// Every real matrix M with ||M - midpoint||_F <= radius.
struct double_double_ball {
  double_double_matrix midpoint; ///< the centre
  double radius = 0;             ///< in the Frobenius norm
};

/// Exact.
double_double_ball transpose(const double_double_ball& a);
/// {A N^T}: A in a, N in b, exact up to 2^-80 or so of the sizes of their largest entries, or with `fine` 2^-100.
double_double_ball multiply_transposed(const double_double_ball& a, const double_double_ball& b, bool fine = false);
/// With `fine`, and as to entries on and above the diagonal.
double_double_ball multiply_transposed_above(const double_double_ball& a, const double_double_ball& b);
/// {S symmetric: on and above the diagonal it is in a}.
double_double_ball mirrored(double_double_ball a);
/// {A + N}, {A - N}.
double_double_ball sum(const double_double_ball& a, const double_double_ball& b);
double_double_ball difference(const double_double_ball& a, const double_double_ball& b);

/// Around the middles of enclosures.
double_double_ball ball_around(const matrix<mp_interval>& a);
double_double_ball exact_ball(matrix<double> a);

/// Blocks of `rows / n` rows each: block i becomes sum_j K_ij block_j, for K n x n. `rows` is a multiple of n.
double_double_ball combine_blocks(const double_double_ball& K, const double_double_ball& a);

/// A bound of the Frobenius norm of every member.
double frobenius_up(const double_double_ball& a);

} // namespace mixcert
