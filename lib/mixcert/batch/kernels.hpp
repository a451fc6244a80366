// What the fast paths compute in lanes of states: plain arrays of numbers in, plain arrays out.
#pragma once

#include "mixcert/ball/lane_width.hpp"
#include "mixcert/scalar/dd_ball.hpp"
#include "mixcert/scalar/double_double.hpp"

#include <cstddef>
#include <vector>

namespace mixcert::detail {

/// Balls in arrays: number `at` of lane l at `at * lanes + l`.
struct lane_balls {
  double *high, *low, *radius;
};

/// P diag(s) Q^T, near H n x n: s in no order, and the bounds of theorem T3 (d).
struct lane_rotations {
  lane_balls s;
  double *alpha, *beta, *nu;
};

/// What the parameters of an `hc` site come to: weights w_t = v_t + sum_{u < t} c_tu v_u.
struct hc_constants {
  static constexpr std::size_t most_generators = 16;
  std::size_t streams;
  std::vector<dd_ball> weight_gram;        ///< n x n, inner products of the rows v_t
  std::vector<double> weight_coefficients; ///< n x n, c_tu at t n + u
  dd_ball root_of_width;
  double scale;
  std::vector<double> offset; ///< n x n, of H_ts at s n + t
};

/// A lane of states. `gram`: inner products of the generators y_0, ..., y_{n-1}, v_1, ..., v_n, of the first n with all
/// after them, (2n)^2 places; x_s = y_s + sum_{j < s} c_sj y_j, with `coefficients` c_sj at s n + j.
struct hc_lanes {
  lane_balls gram;
  lane_rotations frozen;
  double* coefficients;
  lane_balls mixing;            ///< H_ts at t n + s
  double *core_high, *core_low; ///< n^2 rows: row i < n of block t at t n + i; the core's other rows are those of H I
  double* core_squares;         ///< of the radii of the core's entries, summed and rounded
  double* least_square;         ///< below all |x_s|^2
};

/// What the parameters of an `mhc-v4` site come to. Its arrays are the differences of weights comb[i,l] - comb[i,0],
/// l > 0, at i (n - 1) + l - 1; row s of an array is for stream s.
struct mhc_constants {
  static constexpr std::size_t most_streams = 4;
  std::size_t streams, iterations;
  dd_ball inverse_size, norm_eps, hc_eps; ///< 1 / (n d)
  double scale;
  std::vector<double> base;        ///< n x n
  std::vector<dd_ball> array_gram; ///< of row s of array a at a n + s
};

/// A lane of states: inner products of the generators y_j, with one another (at i n + j, i <= j) and with the rows of
/// arrays (at (a n + s) n + j); of x_s with row s of the weights comb[i,0] (at i n + s). x_s = y_s + sum_{j < s} c_sj
/// y_j, with `coefficients` c_sj at s n + j.
struct mhc_lanes {
  lane_balls state_gram, array_products, first_products;
  double* coefficients;
  lane_rotations frozen;
  double *core_high, *core_low; ///< n^2 rows: row c < n of block k at k n + c; the core's other rows are those of s I
  double* core_squares;         ///< of the radii of these entries, summed and rounded
};

/// Numbers, and upper bounds of the norms of their chunks.
struct chunked_row {
  const double *numbers, *norms;
};

struct batch_kernels {
  std::size_t lanes, row_lanes; ///< of states, and of features
  /// norms[n]: at least that of chunk n of the row, for chunks of 16 row_lanes places.
  void (*bound_chunks)(std::size_t length, const double* row, double* norms);
  /// products[k] = sum_c a[c] rows[k][c], within product_radius(row_product_error(length, row_lanes), |a|, |row|).
  void (*multiply_rows)(std::size_t length, const chunked_row& a, std::size_t count, const chunked_row* rows,
                        double_double* products);
  /// The same with rows[k] + lows[k], |low| <= 2^-53 |high|.
  void (*multiply_long_rows)(std::size_t length, const chunked_row& a, std::size_t count, const chunked_row* rows,
                             const double* const* lows, double_double* products);
  /// from <- from - multiple of, for rows of balls; at least the sum of the radii, 0 only where all of them are.
  double (*subtract_multiple)(std::size_t length, double multiple, const lane_balls& of, const lane_balls& from);
  /// to[l * count + at] = from[at * lanes + l]; count is a multiple of the lanes.
  void (*state_by_state)(std::size_t count, const double* from, double* to);
  void (*hc_core)(const hc_constants& site, hc_lanes& io);
  void (*mhc_core)(const mhc_constants& site, mhc_lanes& io);
};

/// For as many states at once as there are lanes, or, `single`, for one with the same instructions.
batch_kernels batch_kernels_of(lane_width lanes, bool single);

/// Of an inner product, relative to the norms of the two rows: theorem T28 (a).
double row_product_error(std::size_t length, std::size_t row_lanes);

/// An upper bound of the error of an inner product of rows of at most these norms, 0 being that of zeros alone.
double product_radius(double error, double norm, double other);

} // namespace mixcert::detail
