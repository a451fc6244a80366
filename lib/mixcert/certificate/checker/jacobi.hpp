// Guesses of singular vectors by one-sided Jacobi rotations. Nothing is known of them.
#pragma once

#include "mixcert/certificate/checker/fixed_matrix.hpp"
#include "mixcert/certificate/checker/real.hpp"

#include <cstddef>
#include <vector>

namespace mixcert::checker {

/// Row i of U and of V belongs to the i-th value, the largest first.
struct guessed_vectors {
  std::vector<std::vector<real>> U, V;
};

/// Of a square matrix with columns of numbers of one precision, to about as many places relative to its norm.
guessed_vectors guess_vectors(std::vector<std::vector<real>> columns);

struct fixed_vectors {
  fixed_matrix U, V;
};

/// Of a square matrix with ||A||_F < 1, to about 2^-55.
fixed_vectors guess_vectors(const fixed_matrix& A);

} // namespace mixcert::checker
