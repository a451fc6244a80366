// All singular values of a small square matrix, enclosed to the last places of binary64: theorem T27.
#pragma once

#include "mixcert/ball/lane_width.hpp"
#include "mixcert/scalar/double_double.hpp"
#include "mixcert/scalar/interval.hpp"
#include "mixcert/spectrum/detail/near_diagonal.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace mixcert {

/// A matrix to be decomposed, with the memory for it: one for each thread, to be used again and again, without an
/// allocation as long as no values lie close together and none is zero.
class second_order_svd {
 public:
  /// For orders up to `largest_order`. Throws std::invalid_argument for lanes that the processor does not have.
  explicit second_order_svd(std::size_t largest_order, lane_width lanes = widest_lanes());

  /// Starts a matrix of this order, of zeros. Throws std::invalid_argument for one beyond the largest, or 0.
  void reset(std::size_t order);
  /// An entry, |low| <= 2^-53 |high|.
  void set(std::size_t i, std::size_t j, double_double x) {
    arrays_.C[i * padded_ + j] = x.high;
    arrays_.C_low[i * padded_ + j] = x.low;
  }

  /// The entries of a row from column `first` on.
  void set_row(std::size_t i, std::size_t first, std::span<const double> high, std::span<const double> low) {
    std::ranges::copy(high, arrays_.C + i * padded_ + first);
    std::ranges::copy(low, arrays_.C_low + i * padded_ + first);
  }

  /// Enclosures of the singular values of every matrix that differs from the entries by at most `radius` in the
  /// Frobenius norm, descending, index by index. Empty where nothing could be verified: a matrix that is zero, not
  /// finite or near the ends of the exponent range, a guess gone astray. Widths are one or two ulp of the value or, for
  /// values far below the largest, some 2^-60 of that, beside the radius. The span stands until the next reset.
  std::span<const interval> enclose(double radius);

 private:
  /// Orthogonal factors of the matrix leave diag(s) + N + E: bounds of |E_ij| but for a part of this norm, and of
  /// ||N||.
  struct coupling {
    double entry, second_order, norm;
    double distance(std::size_t count) const; ///< of a block of E with so many rows and columns
  };
  bool scale();
  bool rank_columns();
  bool guess_right_vectors();
  void complete(double* columns, const double* present) const;
  bool guess();
  coupling bound_coupling(const detail::near_diagonal_norms& norms) const;
  bool enclose_groups(const coupling& known, double radius);
  bool enclose_group(std::size_t first, std::size_t count, double error);

  detail::near_diagonal_kernels kernels_;
  detail::near_diagonal_arrays arrays_{};
  std::size_t largest_order_, order_ = 0, padded_ = 0;
  int exponent_ = 0;
  std::vector<double> memory_;
  std::vector<std::size_t> ranking_;
  std::vector<interval> values_;
};

} // namespace mixcert
