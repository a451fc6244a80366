// The largest singular value of a product of Jacobians of any order, in thin factors (theorem T29).
#pragma once

#include "mixcert/certificate/checker/product_chain.hpp"

#include <optional>
#include <string>

namespace mixcert::checker {

/// What was found out about ||P||.
struct largest_value {
  interval at_least;                    ///< a number that ||P|| is not below
  std::optional<std::string> open = {}; ///< why ||P|| <= bound is not known; nothing where it is
};

/// ||J_L ... J_1|| against an upper bound of it, which is not 0. `frozen` is H_L ... H_1. Nothing of order n d x n d is
/// formed; work grows with the square of the number of rows b_ij that are not 0, times n d.
largest_value bound_largest(const std::function<jacobian_factors(std::size_t)>& factors, const chain_shape& shape,
                            const interval_matrix& frozen, const interval& bound, mpfr_prec_t bits);

} // namespace mixcert::checker
