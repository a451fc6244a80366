#include "mixcert/spectrum/golub_kahan.hpp"

#include "mixcert/error.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace mixcert {
namespace {

using vector = std::vector<quad>;

const quad zero(0.0), one(1.0), negligible(0x1p-100);

quad inner(const vector& x, const vector& y) {
  quad sum = zero;
  for (std::size_t i = 0; i < x.size(); ++i) add_product(sum, x[i], y[i]);
  return sum;
}

void add_multiple(vector& sum, const quad& factor, const vector& x) {
  for (std::size_t i = 0; i < sum.size(); ++i) add_product(sum[i], factor, x[i]);
}

/// Makes x orthogonal to the given vectors and of length 1. Returns the length that was left, and leaves a zero as it
/// is.
quad normalise_against(vector& x, const std::vector<vector>& basis) {
  for (int pass = 0; pass < 2; ++pass)
    for (const vector& b : basis) add_multiple(x, -inner(b, x), b);
  quad length = sqrt(inner(x, x));
  if (!is_exact_zero(length))
    for (quad& value : x) value = value / length;
  return length;
}

/// Numbers between -1 and 1 in no order, the same ones at every call.
vector starting_vector(std::size_t size) {
  vector r;
  std::uint64_t state = 1;
  for (std::size_t i = 0; i < size; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    r.push_back(quad(static_cast<double>(state >> 11U) * 0x1p-52 - 1));
  }
  return r;
}

/// Upper bidiagonal, k x k: alpha on the diagonal, beta above it.
matrix<quad> bidiagonal(const vector& alpha, const vector& beta) {
  matrix<quad> B(alpha.size(), alpha.size(), zero);
  for (std::size_t i = 0; i < alpha.size(); ++i) B(i, i) = alpha[i];
  for (std::size_t i = 0; i + 1 < alpha.size(); ++i) B(i, i + 1) = beta[i];
  return B;
}

matrix<quad> combined(const std::vector<vector>& basis, const matrix<quad>& weights) {
  const std::size_t size = basis.front().size();
  vector sum(size, zero);
  for (std::size_t k = 0; k < weights.rows(); ++k) add_multiple(sum, weights(k, 0), basis[k]);
  return {size, 1, std::move(sum)};
}

/// Of a map with as many rows as columns, or more.
svd_guess<quad> of_tall(const linear_map<quad>& map, std::size_t most_steps) {
  constexpr std::size_t steps_between_checks = 8;
  const std::size_t steps = std::min(most_steps, map.columns);
  std::vector<vector> left, right{starting_vector(map.columns)};
  normalise_against(right.front(), {});
  vector alpha, beta;
  for (;;) {
    vector u = map.times(right.back());
    alpha.push_back(normalise_against(u, left));
    left.push_back(std::move(u));
    vector v = map.adjoint_times(left.back());
    beta.push_back(normalise_against(v, right));
    if (!is_finite(alpha.back()) || !is_finite(beta.back()))
      throw not_certified("a product with the map is not finite, so there is no guess of its singular vectors");
    const std::size_t k = alpha.size();
    const bool exhausted = k == steps || !certainly_less(negligible * alpha.front(), min(alpha.back(), beta.back()));
    if (exhausted || k % steps_between_checks == 0) {
      const svd_guess<quad> svd = guess_svd(bidiagonal(alpha, beta));
      if (exhausted || !certainly_less(negligible * svd.sigma.front(), beta.back() * abs(svd.U(k - 1, 0))))
        return {combined(left, svd.U), {svd.sigma.front()}, combined(right, svd.V)};
    }
    right.push_back(std::move(v));
  }
}

} // namespace

svd_guess<quad> guess_first_vectors(const linear_map<quad>& map, std::size_t most_steps) {
  if (map.rows >= map.columns) return of_tall(map, most_steps);
  svd_guess<quad> adjoint = of_tall({map.columns, map.rows, map.adjoint_times, map.times}, most_steps);
  return {std::move(adjoint.V), std::move(adjoint.sigma), std::move(adjoint.U)};
}

} // namespace mixcert
