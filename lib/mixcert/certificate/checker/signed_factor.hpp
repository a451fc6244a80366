// How many eigenvalues of a symmetric matrix are positive, at least (theorem T29 b).
#pragma once

#include "mixcert/certificate/checker/number.hpp"
#include "mixcert/certificate/checker/real.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace mixcert::checker {

/// The lower triangle of a symmetric or of a lower triangular matrix of integers, row by row.
struct integer_triangle {
  std::size_t order;
  std::vector<integer> entries;

  explicit integer_triangle(std::size_t n) : order(n), entries(n * (n + 1) / 2) {}
  const integer* row(std::size_t i) const { return entries.data() + i * (i + 1) / 2; }
  integer* row(std::size_t i) { return entries.data() + i * (i + 1) / 2; }
};

/// E = T D T^T + R, exactly: no number on the diagonal of T is 0, D is diagonal with 1 and -1.
struct signed_factor {
  integer_triangle T;
  std::vector<int> signs;
  integer squares; ///< ||R||_F^2

  std::size_t positive() const;
};

/// With R as small as entries of T allow that are rounded to integers. Nothing where a number on the diagonal of T
/// would be 0.
std::optional<signed_factor> factor(const integer_triangle& E);

/// A guess of the vector that T D T^T stretches least.
std::vector<real> least_stretched(const signed_factor& factor);

} // namespace mixcert::checker
