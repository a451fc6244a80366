// Rows that may nearly depend on one another, in terms of rows that do not.
#pragma once

#include "mixcert/batch/long_rows.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {

/// Rows x_s as x_s = y_s + sum_{j < s} coefficient(s, j) y_j: theorem T28 (b). Where no x_s is near the span of those
/// before it, y_s = x_s. Else the y_s are nearly orthogonal, and no digits are lost when the x_s are combinations of
/// fewer rows but for the rounding of what they were stored in.
class independent_rows {
 public:
  /// None yet; room for `count` rows of `length` numbers.
  independent_rows(const detail::batch_kernels& kernels, std::size_t count, std::size_t length);
  independent_rows(const independent_rows&) = delete;
  independent_rows(independent_rows&&) = default;
  independent_rows& operator=(const independent_rows&) = delete;
  independent_rows& operator=(independent_rows&&) = default;
  ~independent_rows() = default;

  /// The numbers at X, row by row, which have to stay there.
  void read(const double* X);

  /// y_s.
  const long_rows& rows() const { return rows_; }
  /// <y_s, y_j>.
  const dd_ball& product(std::size_t s, std::size_t j) const { return products_[s * count_ + j]; }
  double coefficient(std::size_t s, std::size_t j) const { return coefficients_[s * count_ + j]; }
  /// Place c of y_s.
  dd_ball number(std::size_t s, std::size_t c);
  /// x_s.
  const long_rows& given() const { return given_; }

 private:
  detail::lane_balls own(std::size_t s);
  void bound_chunks(long_rows& rows, std::size_t s, const double* numbers, std::size_t place);
  void orthogonalise(std::size_t s);
  void subtract(std::size_t s, std::size_t j);
  void multiply_with_former(std::size_t s);
  void bound_products();
  bool depends(std::size_t s);

  detail::batch_kernels kernels_;
  std::size_t count_, length_;
  std::vector<double> own_;    ///< of each row its high parts, low parts and radii
  std::vector<double> chunks_; ///< norms, of the rows as given and then of the own ones
  std::vector<double> coefficients_;
  std::vector<double> triangle_; ///< of the rows' inner products, a guess
  std::vector<dd_ball> products_;
  long_rows given_, rows_;
};

} // namespace mixcert
