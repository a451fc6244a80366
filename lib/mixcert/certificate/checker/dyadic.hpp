// Matrices of binary fractions with one common exponent, computed with exactly.
#pragma once

#include "mixcert/certificate/checker/interval.hpp"
#include "mixcert/certificate/checker/number.hpp"

#include <cstddef>
#include <vector>

namespace mixcert::checker {

/// entries (row by row) times 2^exp2.
struct dyadic_matrix {
  std::size_t rows = 0, cols = 0;
  long exp2 = 0;
  std::vector<integer> entries;

  const integer& operator()(std::size_t i, std::size_t j) const { return entries[i * cols + j]; }
  integer& operator()(std::size_t i, std::size_t j) { return entries[i * cols + j]; }
  rational value(std::size_t i, std::size_t j) const { return rational((*this)(i, j)) * power_of_two(exp2); }
};

dyadic_matrix zeros(std::size_t rows, std::size_t cols, long exp2);
/// Row by row. Requires rows * cols finite numbers.
dyadic_matrix exact_matrix(const std::vector<double>& values, std::size_t rows, std::size_t cols);
dyadic_matrix transpose(const dyadic_matrix& a);
dyadic_matrix product(const dyadic_matrix& a, const dyadic_matrix& b);
/// A diag(d), for d with one column.
dyadic_matrix scaled_columns(dyadic_matrix a, const dyadic_matrix& d);
dyadic_matrix difference(const dyadic_matrix& a, const dyadic_matrix& b);
/// Adds x to the first entries of the diagonal that there are.
dyadic_matrix plus_on_diagonal(dyadic_matrix a, const std::vector<rational>& x);
/// A^T A - I
dyadic_matrix orthogonality_defect(const dyadic_matrix& a);
/// The columns from `first` on.
dyadic_matrix columns(const dyadic_matrix& a, std::size_t first, std::size_t count);
dyadic_matrix scaled(dyadic_matrix a, long exponent);

/// The sum of the squares of all entries.
rational squared_frobenius(const dyadic_matrix& a);

/// Entry (i, j) as an interval of that many places or more, exactly.
interval entry(const dyadic_matrix& a, std::size_t i, std::size_t j, mpfr_prec_t bits);

} // namespace mixcert::checker
