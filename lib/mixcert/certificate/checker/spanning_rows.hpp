// Nearly orthonormal rows of which given rows are nearly combinations.
#pragma once

#include "mixcert/certificate/checker/interval_matrix.hpp"
#include "mixcert/certificate/checker/real.hpp"

#include <cstddef>
#include <vector>

namespace mixcert::checker {

/// A guess: nothing is known of the rows found.
class spanning_rows {
 public:
  explicit spanning_rows(mpfr_prec_t bits) : bits_(bits) {}

  /// Each row of A, cut into parts of this width.
  void add(const interval_matrix& A, std::size_t width);
  interval_matrix enclosed(std::size_t width) const;

 private:
  void add(std::vector<real> x);

  mpfr_prec_t bits_;
  std::vector<std::vector<real>> rows_;
};

/// ||Q Q^T - I||_F. Throws not_established unless it is below 1.
interval defect_of_rows(const interval_matrix& Q, mpfr_prec_t bits);

/// The rows of A, cut into parts of the width of Q: their coordinates A Q^T, and what these leave out.
struct coordinates {
  interval_matrix parts;   ///< a row for each part
  interval norm, left_out; ///< ||A||_F, ||A - A Q^T Q||_F
};

coordinates in_coordinates(const interval_matrix& A, const interval_matrix& Q, mpfr_prec_t bits);

} // namespace mixcert::checker
