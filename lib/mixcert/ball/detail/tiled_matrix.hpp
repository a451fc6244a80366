// The left factor of a product as it is read.
#pragma once

#include "mixcert/scalar/matrix.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace mixcert::detail {

/// A matrix in the order in which tiles of it are multiplied: `depth` columns of some rows at a time, column by column,
/// zeros below the last row.
class tiled_matrix {
 public:
  static constexpr std::size_t depth = 256;

  tiled_matrix(const matrix<double>& A, std::size_t rows) : heights_((A.rows() + rows - 1) / rows * rows) {
    values_.resize(heights_ * A.cols(), 0.0);
    for (std::size_t first = 0; first < A.cols(); first += depth) {
      const std::size_t count = std::min(depth, A.cols() - first);
      for (std::size_t i = 0; i < A.rows(); ++i) {
        double* to = values_.data() + (tile(first, count, i / rows * rows) - values_.data()) + i % rows;
        for (std::size_t c = 0; c < count; ++c) to[c * rows] = A(i, first + c);
      }
    }
  }

  /// Of the rows from i on, which begin a tile, and of `count` columns from `first` on.
  const double* tile(std::size_t first, std::size_t count, std::size_t i) const {
    return values_.data() + first * heights_ + i * count;
  }

 private:
  std::size_t heights_;
  std::vector<double> values_;
};

} // namespace mixcert::detail
