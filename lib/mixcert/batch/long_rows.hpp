// Rows of numbers of twice the places of binary64, and their inner products.
#pragma once

#include "mixcert/batch/kernels.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {

/// Rows r_k of `length` real numbers, each within `error` of high + low in the Euclidean norm, |low| <= 2^-53 |high|.
struct long_rows {
  std::size_t length = 0;                ///< numbers of a row
  std::vector<detail::chunked_row> high; ///< the rows in pieces
  std::vector<const double*> low;        ///< empty where all of them are zero
  std::vector<double> norm;              ///< at least those of r_k, of high and of high + low; 0 for zeros alone
  std::vector<double> error;             ///< bounds, one for each row

  std::size_t count() const { return high.size(); } ///< how many rows
};

/// How many norms of chunks a row has.
std::size_t chunk_count(const detail::batch_kernels& kernels, std::size_t length);

/// Rows with the memory for them.
class owned_rows {
 public:
  /// Real numbers within these balls, rows of so many, one after the other.
  /// Of these numbers.
  owned_rows(const detail::batch_kernels& kernels, std::size_t length, const std::vector<dd_ball>& numbers);
  owned_rows(const owned_rows&) = delete;
  owned_rows(owned_rows&&) = default;
  owned_rows& operator=(const owned_rows&) = delete;
  owned_rows& operator=(owned_rows&&) = default;
  ~owned_rows() = default;

  const long_rows& rows() const { return rows_; } ///< without a copy

 private:
  std::vector<double> high_, low_, chunks_;
  long_rows rows_;
};

/// products[k - first] = <r_j, s_k> for first <= k < end, with radii for the rounding of the two parts' sum alone.
void multiply_midpoints(const detail::batch_kernels& kernels, const long_rows& r, std::size_t j, const long_rows& s,
                        std::size_t first, std::size_t end, dd_ball* products);

/// What is to be added to the radius of <r_j, s_k>: theorem T28 (a).
double product_radius(const detail::batch_kernels& kernels, const long_rows& r, std::size_t j, const long_rows& s,
                      std::size_t k);

/// products[k] holds <r_j, s_k>, for all k.
void multiply(const detail::batch_kernels& kernels, const long_rows& r, std::size_t j, const long_rows& s,
              dd_ball* products);

/// <r_j, r_k> at j count + k.
std::vector<dd_ball> gram_matrix(const detail::batch_kernels& kernels, const long_rows& r);

/// A bound for `norm` of row j, whose inner product with itself is `square` as computed: inf where underflow may have
/// taken part.
double norm_from_square(const detail::batch_kernels& kernels, const long_rows& rows, std::size_t j, double square);

} // namespace mixcert
