// The rows of a state as generators.
#pragma once

#include <cstddef>
#include <vector>

namespace mixcert {

/// n rows y_j of d numbers: x_j = y_j + delta_j y_0, delta_j being 1 where x_j is near x_0, so that near streams lose
/// no digits, and the differences are exact; else 0.
class state_rows {
 public:
  state_rows(std::size_t n, std::size_t d) : d_(d), rows_(n * d), delta_(n) {}
  /// X: n x d numbers, row by row.
  void read(const double* X);
  const double* row(std::size_t j) const { return rows_.data() + j * d_; }
  /// An upper bound of |y_j| from its inner product with itself, as computed with the relative error: 0 for zeros
  /// alone, inf where underflow may have taken part.
  double norm(std::size_t j, double square, double error) const;
  double delta(std::size_t j) const { return delta_[j]; }

 private:
  std::size_t d_;
  std::vector<double> rows_, delta_;
};

} // namespace mixcert
