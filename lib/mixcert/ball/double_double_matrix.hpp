// Matrices of double_double numbers.
#pragma once

#include "mixcert/scalar/double_double.hpp"
#include "mixcert/scalar/matrix.hpp"

#include <cstddef>

namespace mixcert {

/// high + low, entry by entry a double_double number each.
struct double_double_matrix {
  matrix<double> high, low; ///< the two parts

  double_double_matrix() = default;
  double_double_matrix(std::size_t rows, std::size_t cols) : high(rows, cols, 0.0), low(rows, cols, 0.0) {} ///< zeros
  std::size_t rows() const { return high.rows(); }                                                 ///< of either part
  std::size_t cols() const { return high.cols(); }                                                 ///< of either part
  double_double operator()(std::size_t i, std::size_t j) const { return {high(i, j), low(i, j)}; } ///< an entry
};

/// Exact.
double_double_matrix transpose(const double_double_matrix& a);

/// An upper bound of the Frobenius norm; inf if an entry is not finite (theorem T22 e).
double frobenius_up(const double_double_matrix& a);

/// A 2^exponent, in place; exact unless entries become subnormal, which adds at most 2^-1074 to the error of each.
void scale(double_double_matrix& a, int exponent);

} // namespace mixcert
