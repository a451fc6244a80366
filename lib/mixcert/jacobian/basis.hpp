// An orthonormal basis of a span of generators, known only through its triangular factor.
#pragma once

#include "mixcert/scalar/interval_matrix.hpp"
#include "mixcert/scalar/precision.hpp"

#include <optional>

namespace mixcert {

/// For generators G (d x p, p <= d) with Gram matrix K = G^T G: an upper triangular R for which some U with
/// orthonormal columns has G = U (I + F)^(1/2) R with ||F|| <= phi (when phi is set), or ||G - U R||_F <= sqrt(t)
/// (when K is singular or nearly so). Theorem T5.
struct triangular_basis {
  matrix<mp_float> R;        ///< p x p, multiples of 2^-basis
  std::optional<double> phi; ///< bound of ||R^-T K R^-1 - I||_F, below 1
  std::optional<double> t;   ///< bound of the trace norm of R^T R - K
};

/// K: enclosures of the Gram matrix, symmetric; generators of norm about 1. Exactly one of phi and t is set. Throws
/// not_certified when K is unbounded.
triangular_basis certify_basis(const mp_interval_matrix& K, const precision& precision);

/// The standard basis of R^d: R = I, phi = 0.
triangular_basis standard_basis(std::size_t d, const precision& precision);

} // namespace mixcert
