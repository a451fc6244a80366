// Doubly stochastic mixers whose spectra are known exactly (theorem T12).
#pragma once

#include "mixcert/expression/expression_matrix.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {

/// A mixer H, a state X of width 1, and H X.
struct mixing_example {
  matrix<rational> H, X, output; ///< the mixer, the streams, and what it makes of them
};

/// The example of the go-mHC tutorial: (10, 20, 30) becomes (15, 21, 24), and the sum stays 60.
mixing_example three_stream_example();

/// The permutation that takes stream 1 to 3, 2 to 1 and 3 to 2; with `n` >= 3 streams the others stay.
matrix<rational> three_cycle(std::size_t n = 3);

/// The Kronecker product of `factors` matrices [a_k, 1 - a_k; 1 - a_k, a_k] in the parameters a_1, a_2, ...: doubly
/// stochastic for 0 <= a_k <= 1, with 2^factors streams. `factors` from 0 to 10; else std::invalid_argument.
expression_matrix binary_kronecker(std::size_t factors);

/// Its eigenvalues: for each subset S of the factors the product of 2 a_k - 1 over k in S. Number i, from 0, is that of
/// the factors at the ones of i, written with `factors` binary digits of which the first is for a_1; the entries of its
/// eigenvector are (-1)^(number of ones that i and the index have in common).
std::vector<expression> binary_kronecker_eigenvalues(std::size_t factors);

} // namespace mixcert
