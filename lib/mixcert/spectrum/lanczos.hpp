// The first singular values of a large matrix by Lanczos' method: guesses.
#pragma once

#include "mixcert/spectrum/linear_map.hpp"

#include <vector>

namespace mixcert {

/// About the two largest singular values (0 for the second of a matrix of order 1), and a vector of length about 1 near
/// to a first right singular vector.
struct leading_guess {
  double first, second;      ///< the largest value and the next, guessed
  std::vector<double> right; ///< a vector near the first right one
};

/// Of a square matrix, not of order 0. Throws not_certified when a number is not finite.
leading_guess guess_leading(const linear_map<double>& map);

} // namespace mixcert
