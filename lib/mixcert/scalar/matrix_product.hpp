// The plain matrix product, each multiplication and each addition rounded once: what theorem T7 bounds.
#pragma once

#include "mixcert/scalar/float64.hpp"
#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_float.hpp"

namespace mixcert {

/// A B, summed left to right in the format of `zero`, which is 0 and what every entry is when A has no columns.
/// Requires A.cols() == B.rows().
template <class T> matrix<T> multiply(const matrix<T>& a, const matrix<T>& b, const T& zero) {
  matrix<T> c(a.rows(), b.cols(), zero);
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t k = 0; k < a.cols(); ++k)
      for (std::size_t j = 0; j < b.cols(); ++j) add_product(c(i, j), a(i, k), b(k, j));
  return c;
}

/// The same in the format of A's first entry. Requires A.cols() == B.rows() >= 1 or an empty result.
template <class T> matrix<T> multiply(const matrix<T>& a, const matrix<T>& b) {
  if (a.rows() == 0 || b.cols() == 0) return {a.rows(), b.cols(), std::vector<T>{}};
  return multiply(a, b, constant_like(a(0, 0), 0));
}

} // namespace mixcert
