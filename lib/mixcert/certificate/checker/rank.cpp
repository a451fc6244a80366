#include "mixcert/certificate/checker/rank.hpp"

#include <algorithm>

namespace mixcert::checker {
namespace {

/// Of a square matrix, by elimination in fractions.
std::size_t rank_of(const dyadic_matrix& gram) {
  const std::size_t n = gram.rows;
  std::vector<rational> a;
  for (const integer& x : gram.entries) a.emplace_back(x);
  std::size_t rank = 0;
  for (std::size_t column = 0; column < n; ++column) {
    std::size_t pivot = rank;
    while (pivot < n && a[pivot * n + column] == 0) ++pivot;
    if (pivot == n) continue;
    for (std::size_t j = 0; j < n; ++j) std::swap(a[pivot * n + j], a[rank * n + j]);
    for (std::size_t i = rank + 1; i < n; ++i) {
      const rational factor = a[i * n + column] / a[rank * n + column];
      for (std::size_t j = column; j < n; ++j) a[i * n + j] -= factor * a[rank * n + j];
    }
    ++rank;
  }
  return rank;
}

std::size_t rank_of_rows(const dyadic_matrix& X) { return rank_of(product(X, transpose(X))); }

dyadic_matrix less_the_mean(const dyadic_matrix& X) {
  dyadic_matrix r = X;
  for (std::size_t c = 0; c < X.cols; ++c) {
    integer sum;
    for (std::size_t s = 0; s < X.rows; ++s) sum += X(s, c);
    for (std::size_t s = 0; s < X.rows; ++s) r(s, c) = X(s, c) * X.rows - sum;
  }
  return r;
}

/// The dimension of the skew k x k matrices.
std::size_t skew(std::size_t k) { return k * (k - 1) / 2; }

} // namespace

std::size_t rank_of_state(const site& where) { return rank_of_rows(exact_matrix(where.state, where.n, where.d)); }

std::size_t rank_of_feedback(const invariants& holds, const site& where, const std::optional<std::vector<double>>& y) {
  const std::size_t n = where.n, r = rank_of_state(where);
  const std::size_t q = rank_of_rows(less_the_mean(exact_matrix(where.state, n, where.d)));
  const std::size_t rows = holds.columns_sum_to_one ? n - 1 : n;
  std::size_t bound = std::min(holds.numbers, rows * (holds.rows_sum_to_one ? q : r));
  if (holds.orthogonal) bound = std::min(bound, skew(n) - (n > r ? skew(n - r) : 0));
  if (holds.orthogonal && holds.rows_sum_to_one)
    bound = std::min(bound, skew(n - 1) - (n - 1 > q ? skew(n - 1 - q) : 0));
  const bool writes = y && std::ranges::any_of(*y, [](double x) { return x != 0; });
  return bound + (writes ? n : 0);
}

} // namespace mixcert::checker
