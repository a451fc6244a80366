// Small matrices of closed forms, such as J = I + K b b^T.
#pragma once

#include "mixcert/expression/evaluate.hpp"
#include "mixcert/scalar/matrix.hpp"

#include <string>

namespace mixcert {

/// An n x m matrix; transpose() and map() are those of every matrix. Each entry is simplified by itself.
using expression_matrix = matrix<expression>;

/// The n x n identity.
expression_matrix expression_identity(std::size_t n);

/// The sum, the multiple and the products of linear algebra, summed left to right; A B is 0 where A has no columns.
/// Throw std::invalid_argument when the shapes do not fit.
expression_matrix operator+(const expression_matrix& a, const expression_matrix& b);
expression_matrix operator*(const expression& factor, const expression_matrix& a);
expression_matrix operator*(const expression_matrix& a, const expression_matrix& b);
/// The Kronecker product, a(0, 0) B in the first block.
expression_matrix kronecker(const expression_matrix& a, const expression_matrix& b);

/// Entry by entry, as evaluate of an expression.
template <field S>
matrix<S> evaluate(const context<S>& context, const expression_matrix& a, const parameters& values = {}) {
  return map(a, [&](const expression& x) { return evaluate(context, x, values); });
}

/// Entry by entry, as substitute of an expression.
expression_matrix substitute(const expression_matrix& a, const parameters& values);

/// A line a row, its entries in square brackets, separated by commas and aligned: `[1 + K, K]`.
std::string to_text(const expression_matrix& a);
/// A pmatrix.
std::string to_latex(const expression_matrix& a);

} // namespace mixcert
