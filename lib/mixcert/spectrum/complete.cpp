#include "mixcert/spectrum/complete.hpp"

#include <cstddef>

namespace mixcert {
namespace {

/// Column `last` of A made orthogonal to the columns before it.
template <class T> void orthogonalise(matrix<T>& A, std::size_t last) {
  for (std::size_t j = 0; j < last; ++j) {
    T along = constant_like(A(0, 0), 0);
    for (std::size_t i = 0; i < A.rows(); ++i) add_product(along, A(i, j), A(i, last));
    for (std::size_t i = 0; i < A.rows(); ++i) add_product(A(i, last), -along, A(i, j));
  }
}

/// The row whose unit vector has least of its length in the first `count` columns.
template <class T> std::size_t least_covered_row(const matrix<T>& A, std::size_t count) {
  const auto covered = [&](std::size_t i) {
    T sum = constant_like(A(0, 0), 0);
    for (std::size_t j = 0; j < count; ++j) add_product(sum, A(i, j), A(i, j));
    return to_double(sum);
  };
  std::size_t least = 0;
  for (std::size_t i = 1; i < A.rows(); ++i)
    if (covered(i) < covered(least)) least = i;
  return least;
}

} // namespace

template <class T> matrix<T> completed(const matrix<T>& V) {
  const std::size_t n = V.rows(), q = V.cols();
  if (q == n) return V;
  const T zero = constant_like(V(0, 0), 0);
  matrix<T> A(n, n, zero);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < q; ++j) A(i, j) = V(i, j);
  for (std::size_t last = q; last < n; ++last) {
    A(least_covered_row(A, last), last) = constant_like(zero, 1);
    orthogonalise(A, last);
    orthogonalise(A, last);
    T square = zero;
    for (std::size_t i = 0; i < n; ++i) add_product(square, A(i, last), A(i, last));
    const T length = sqrt(square);
    for (std::size_t i = 0; i < n; ++i) A(i, last) = A(i, last) / length;
  }
  return A;
}

template matrix<double> completed(const matrix<double>&);
template matrix<quad> completed(const matrix<quad>&);
template matrix<mp_float> completed(const matrix<mp_float>&);

} // namespace mixcert
