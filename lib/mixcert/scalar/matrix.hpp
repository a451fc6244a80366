// A small dense matrix over any scalar. Eigen holds binary64 guesses only; everything else lives here.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace mixcert {

/// rows x cols values in row-major order; either count may be zero. Indices are not checked.
template <class T> class matrix {
 public:
  matrix() = default;
  /// Every entry the same.
  matrix(std::size_t rows, std::size_t cols, const T& fill) : rows_(rows), cols_(cols), values_(rows * cols, fill) {}
  /// Requires rows * cols values.
  matrix(std::size_t rows, std::size_t cols, std::vector<T> values)
      : rows_(rows), cols_(cols), values_(std::move(values)) {}
  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  T& operator()(std::size_t i, std::size_t j) { return values_[i * cols_ + j]; }
  const T& operator()(std::size_t i, std::size_t j) const { return values_[i * cols_ + j]; }
  const std::vector<T>& values() const { return values_; }
  std::vector<T>& values() { return values_; }

 private:
  std::size_t rows_ = 0, cols_ = 0;
  std::vector<T> values_;
};

/// Entry by entry, with the type f returns.
template <class T, class F> auto map(const matrix<T>& a, F f) {
  std::vector<decltype(f(a.values().front()))> values;
  values.reserve(a.values().size());
  for (const T& x : a.values()) values.push_back(f(x));
  return matrix(a.rows(), a.cols(), std::move(values));
}

/// Rows become columns.
template <class T> matrix<T> transpose(const matrix<T>& a) {
  std::vector<T> values;
  values.reserve(a.values().size());
  for (std::size_t j = 0; j < a.cols(); ++j)
    for (std::size_t i = 0; i < a.rows(); ++i) values.push_back(a(i, j));
  return {a.cols(), a.rows(), std::move(values)};
}

} // namespace mixcert
