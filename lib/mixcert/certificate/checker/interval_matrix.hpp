// Matrices of intervals.
#pragma once

#include "mixcert/certificate/checker/dyadic.hpp"

#include <cstddef>
#include <vector>

namespace mixcert::checker {

struct interval_matrix {
  std::size_t rows = 0, cols = 0;
  std::vector<interval> entries; ///< row by row

  interval_matrix() = default;
  interval_matrix(std::size_t row_count, std::size_t col_count, mpfr_prec_t bits)
      : rows(row_count), cols(col_count), entries(row_count * col_count, interval(bits)) {}
  const interval& operator()(std::size_t i, std::size_t j) const { return entries[i * cols + j]; }
  interval& operator()(std::size_t i, std::size_t j) { return entries[i * cols + j]; }
};

interval_matrix enclose(const dyadic_matrix& a, mpfr_prec_t bits);
interval_matrix transpose(const interval_matrix& a);
interval_matrix product(const interval_matrix& a, const interval_matrix& b, mpfr_prec_t bits);
interval_matrix difference(interval_matrix a, const interval_matrix& b);
interval frobenius(const interval_matrix& a, mpfr_prec_t bits);
/// R^-T A for an upper triangular R.
interval_matrix solve_transposed(const interval_matrix& R, interval_matrix A);

} // namespace mixcert::checker
