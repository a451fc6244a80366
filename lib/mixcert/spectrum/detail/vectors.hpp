// Vectors and matrices of binary64 numbers, for guesses.
#pragma once

#include "mixcert/scalar/matrix.hpp"

#include <cstddef>
#include <vector>

namespace mixcert::detail {

inline double inner(const double* x, const double* y, std::size_t count) {
  double parts[8] = {};
  std::size_t c = 0;
  for (; c + 8 <= count; c += 8)
    for (std::size_t h = 0; h < 8; ++h) parts[h] += x[c + h] * y[c + h];
  for (; c < count; ++c) parts[0] += x[c] * y[c];
  return ((parts[0] + parts[4]) + (parts[1] + parts[5])) + ((parts[2] + parts[6]) + (parts[3] + parts[7]));
}

inline void add_multiple(double* sum, double factor, const double* x, std::size_t count) {
  for (std::size_t c = 0; c < count; ++c) sum[c] += factor * x[c];
}

inline const double* row(const matrix<double>& a, std::size_t i) { return a.values().data() + i * a.cols(); }

/// A x and A^T y.
inline std::vector<double> times(const matrix<double>& A, const std::vector<double>& x) {
  std::vector<double> r(A.rows());
  for (std::size_t i = 0; i < A.rows(); ++i) r[i] = inner(row(A, i), x.data(), A.cols());
  return r;
}

inline std::vector<double> transposed_times(const matrix<double>& A, const std::vector<double>& y) {
  std::vector<double> r(A.cols(), 0.0);
  for (std::size_t i = 0; i < A.rows(); ++i) add_multiple(r.data(), y[i], row(A, i), A.cols());
  return r;
}

} // namespace mixcert::detail
