// The arrays and sums with which a spectrum is enclosed, and the functions that compute them for a width of lanes.
#pragma once

#include "mixcert/ball/lane_width.hpp"

#include <cstddef>

namespace mixcert::detail {

/// Matrices of order^2 numbers, row by row; `s`, `rows` and `columns` hold `order` numbers.
struct near_diagonal_arrays {
  double *C, *C_low, *U, *V, *W;
  double *high, *low, *high_V, *low_V, *half, *P, *F, *G, *R, *N;
  double *s, *rows, *columns;
};

/// Sums of squares of C, F = V^T V - I, G = U^T U - I, R = C V - U diag(s), Y = U^T R; and the largest square of the
/// norm of a cut column of U or V.
struct near_diagonal_norms {
  double C, F, G, R, Y, largest_square;
};

struct near_diagonal_kernels {
  /// In any order; the count is a multiple of 8, as in `scale`.
  double (*sum_of_squares)(std::size_t count, const double* x);
  void (*scale)(std::size_t count, double* x, double factor);
  /// A <- R, upper triangular, with A Pi = Q R: column j of R is column ranking[j] of A. A guess, as the next two.
  void (*triangle)(std::size_t order, double* A, std::size_t* ranking, double* squares, double* row);
  /// W <- W V', and V <- V V' unless there is none, for an orthogonal V' that makes the columns of W orthogonal; their
  /// squared norms.
  void (*rotate)(std::size_t order, double* W, double* V, double* squares);
  /// C = A B, and the squared norms of its columns.
  void (*multiply)(std::size_t order, const double* A, const double* B, double* C, double* squares);
  /// Everything from `high` on out of C, C_low, U, V, s; N = (G diag(s) - diag(s) F)/2 + U^T R, and the sums of squares
  /// of its rows and columns.
  near_diagonal_norms (*couple)(std::size_t order, near_diagonal_arrays& arrays);
};

/// Throws std::invalid_argument for lanes that the processor does not have.
near_diagonal_kernels near_diagonal_kernels_of(lane_width lanes);

} // namespace mixcert::detail
