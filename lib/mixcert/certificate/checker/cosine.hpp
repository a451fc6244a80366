// Cosines of the angles between the rows of an exact matrix.
#pragma once

#include "mixcert/certificate/checker/dyadic.hpp"

#include <cstddef>

namespace mixcert::checker {

/// c_ij = q_ij / sqrt(q_ii q_jj) for the exact Q = X X^T. Unbounded where a row is zero.
class pair_cosines {
 public:
  pair_cosines(const dyadic_matrix& X, mpfr_prec_t bits);

  interval operator()(std::size_t i, std::size_t j) const;
  /// Over all pairs i < j. Cosines whose quotient is rational are added as such, so that a mean is exactly zero where
  /// it is: square roots of which no two have a rational quotient are linearly independent over the rationals.
  interval mean() const;

 private:
  dyadic_matrix gram_;
  mpfr_prec_t bits_;
};

} // namespace mixcert::checker
