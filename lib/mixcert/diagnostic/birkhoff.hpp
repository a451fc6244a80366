// Doubly stochastic matrices as convex combinations of permutation matrices.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/scalar/rational.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {

/// weight * P with P_ij = 1 for j = column_of_row[i], else 0.
struct permutation_term {
  rational weight;                        ///< of the permutation
  std::vector<std::size_t> column_of_row; ///< where the one is in each row
};

/// Positive weights with the sum 1, in descending order, and permutations that combine to S exactly; at most
/// (n - 1)^2 + 1 of them (theorem T17). Throws input_error, naming a row, column or entry, unless S is square with
/// n >= 1 and exactly doubly stochastic.
std::vector<permutation_term> birkhoff_decomposition(const matrix<rational>& S);

/// sum_k weight_k P_k, n x n.
matrix<rational> combination(const std::vector<permutation_term>& terms, std::size_t n);

/// A doubly stochastic matrix of multiples of 2^-bits near the midpoint of H: negative entries are made 0, sums above 1
/// scaled down, and what is missing added in few entries. It is the midpoint itself if that is such a matrix. Requires
/// a square H with n >= 1, else input_error; throws not_certified when an entry is unbounded.
matrix<rational> doubly_stochastic_near(const matrix<mp_interval>& H, mpfr_prec_t bits);

/// A convex combination of permutation matrices, and its distance from every member of H.
struct enclosed_birkhoff {
  std::vector<permutation_term> terms; ///< weights and permutations
  mp_interval largest_residual;        ///< encloses max_ij |(H - sum_k weight_k P_k)_ij|
  mp_interval frobenius_residual;      ///< encloses ||H - sum_k weight_k P_k||_F
};

/// The decomposition of doubly_stochastic_near(H, bits), with dyadic weights; at most (n - 1)^2 + 1 terms. The
/// residuals are small only if H is nearly doubly stochastic, but hold for any H. Errors as there.
enclosed_birkhoff birkhoff_decomposition(const matrix<mp_interval>& H, mpfr_prec_t bits);

} // namespace mixcert
