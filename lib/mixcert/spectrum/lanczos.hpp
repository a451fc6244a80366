// The first singular values of a large matrix by Lanczos' method: guesses.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace mixcert {

/// A square matrix as what it does to vectors of `order` numbers.
struct linear_map {
  std::size_t order;
  std::function<std::vector<double>(const std::vector<double>&)> times, transposed_times;
};

/// About the two largest singular values (0 for the second of a matrix of order 1), and a vector of length about 1 near
/// to a first right singular vector.
struct leading_guess {
  double first, second;
  std::vector<double> right;
};

/// Throws not_certified when a number is not finite. The order must not be 0.
leading_guess guess_leading(const linear_map& map);

} // namespace mixcert
