// What the parts of the model compute with: rows of numbers, a row a token.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/matrix_product.hpp"
#include "mixcert/scalar/pi.hpp"
#include "mixcert/scalar/scalar.hpp"

#include <cstddef>
#include <vector>

namespace mixcert::cotangents {

/// A scalar in which the exact GELU can be evaluated: float64, interval, mp_interval.
template <class S>
concept model_scalar = scalar<S> && requires(const S a, const context<S> make) {
  { erf(a) } -> std::same_as<S>;
  { pi(make) } -> std::same_as<S>;
};

template <class S> matrix<S> zeros(const context<S>& context, std::size_t rows, std::size_t cols) {
  return matrix<S>(rows, cols, context.exact(0));
}

/// Rows x to rows W x, for W given as it is stored: outputs x inputs.
template <class S> matrix<S> linear(const context<S>& context, const matrix<S>& W, const matrix<S>& x) {
  return multiply(x, transpose(W), context.exact(0));
}

/// Cotangents of W x to those of x: W^T y.
template <class S> matrix<S> linear_adjoint(const context<S>& context, const matrix<S>& W, const matrix<S>& y) {
  return multiply(y, W, context.exact(0));
}

template <class S> void add(matrix<S>& sum, const matrix<S>& x) {
  for (std::size_t i = 0; i < sum.values().size(); ++i) sum.values()[i] += x.values()[i];
}

/// <x, y> of row i of x and row k of y.
template <class S>
S row_product(const context<S>& context, const matrix<S>& x, std::size_t i, const matrix<S>& y, std::size_t k) {
  S sum = context.exact(0);
  for (std::size_t c = 0; c < x.cols(); ++c) add_product(sum, x(i, c), y(k, c));
  return sum;
}

} // namespace mixcert::cotangents
