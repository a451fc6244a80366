// Square matrices in fixed point of two limbs.
#pragma once

#include "mixcert/certificate/checker/fixed_point.hpp"

#include <cstddef>
#include <vector>

namespace mixcert::checker {

struct fixed_matrix {
  static constexpr int limbs = 2;
  using entry = fixed<limbs>;

  std::size_t order = 0;
  std::vector<entry> entries; ///< row by row

  explicit fixed_matrix(std::size_t n = 0) : order(n), entries(n * n) {}
  const entry& operator()(std::size_t i, std::size_t j) const { return entries[i * order + j]; }
  entry& operator()(std::size_t i, std::size_t j) { return entries[i * order + j]; }
  const entry* row(std::size_t i) const { return entries.data() + i * order; }
  entry* row(std::size_t i) { return entries.data() + i * order; }
};

/// A B^T, each entry within one last place. Requires one order, at most product_sum::most_terms.
fixed_matrix times_transposed(const fixed_matrix& A, const fixed_matrix& B);
/// A A^T, each entry within one last place.
fixed_matrix gram(const fixed_matrix& A);
fixed_matrix transpose(const fixed_matrix& A);
/// Exactly. Throws not_established where an entry grows to 2.
void add(fixed_matrix& A, const fixed_matrix& B);

/// ||A - shift I||_F, or without what stands on the diagonal.
interval distance_from_scalar(const fixed_matrix& A, long shift, mpfr_prec_t bits);
interval norm_off_diagonal(const fixed_matrix& A, mpfr_prec_t bits);

} // namespace mixcert::checker
