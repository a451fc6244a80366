// A product of Jacobians as a dense matrix in fixed point (theorem T24 b).
#pragma once

#include "mixcert/certificate/checker/derivative.hpp"
#include "mixcert/certificate/checker/fixed_matrix.hpp"

#include <functional>
#include <vector>

namespace mixcert::checker {

/// ||P 2^-exponent - matrix|| <= radius, ||matrix||_F < 1.
struct chain_product {
  fixed_matrix matrix;
  long exponent = 0;
  interval radius;
};

struct chain_shape {
  std::size_t streams, width;
  std::vector<rational> norms; ///< ||J_l|| <= norms[l], known to hold
  long excess;                 ///< a guess: by how many powers of two their product exceeds the product's norm
};

/// The product J_L ... J_1 of order n d. With more and more limbs, until the radius is small beside the matrix. Throws
/// not_established where the enclosures of the factors are too wide for fixed point, malformed where no number of
/// limbs is enough.
chain_product multiply(const std::function<jacobian_factors(std::size_t)>& factors, const chain_shape& shape,
                       mpfr_prec_t bits);

/// The same in intervals, for products of a small order: as sharp as the places allow, whatever the norms multiply to.
interval_matrix multiply_in_intervals(const std::function<jacobian_factors(std::size_t)>& factors, std::size_t count,
                                      std::size_t order, mpfr_prec_t bits);

} // namespace mixcert::checker
