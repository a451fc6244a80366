#include "mixcert/certificate/checker/mixers/rotation.hpp"

#include "mixcert/certificate/checker/interval_matrix.hpp"

namespace mixcert::checker {
namespace {

/// By elimination without pivots, which are at least 1 in a matrix whose symmetric part is I.
interval_matrix inverse(interval_matrix M, mpfr_prec_t bits) {
  const std::size_t k = M.rows;
  interval_matrix N(k, k, bits);
  for (std::size_t i = 0; i < k; ++i) N(i, i) = interval(1, bits);
  for (std::size_t p = 0; p < k; ++p) {
    const interval pivot = M(p, p);
    for (std::size_t j = 0; j < k; ++j) {
      M(p, j) = M(p, j) / pivot;
      N(p, j) = N(p, j) / pivot;
    }
    for (std::size_t i = 0; i < k; ++i) {
      const interval factor = -M(i, p);
      if (i == p || is_zero(factor)) continue;
      for (std::size_t j = 0; j < k; ++j) {
        add_product(M(i, j), factor, M(p, j));
        add_product(N(i, j), factor, N(p, j));
      }
    }
  }
  return N;
}

} // namespace

skew_places places_above(std::size_t k, bool by_rows) {
  skew_places r;
  for (std::size_t outer = 0; outer < k; ++outer)
    for (std::size_t inner = by_rows ? outer + 1 : 0; inner < (by_rows ? k : outer); ++inner)
      r.emplace_back(by_rows ? outer : inner, by_rows ? inner : outer);
  return r;
}

skew_places places_below(std::size_t k, bool by_rows) {
  skew_places r = places_above(k, !by_rows);
  for (auto& [i, j] : r) std::swap(i, j);
  return r;
}

std::vector<dual> cayley_transform(const std::vector<dual>& numbers, const skew_places& places, std::size_t k,
                                   mpfr_prec_t bits) {
  interval_matrix M(k, k, bits);
  for (std::size_t i = 0; i < k; ++i) M(i, i) = interval(1, bits);
  for (std::size_t l = 0; l < places.size(); ++l) {
    const auto [i, j] = places[l];
    M(i, j) = numbers[l].value;
    M(j, i) = -numbers[l].value;
  }
  const interval_matrix N = inverse(std::move(M), bits);
  interval_matrix slope(k, k, bits); // 2 N A' (-N), as (N)' = -N A' N
  for (std::size_t l = 0; l < places.size(); ++l) {
    if (is_zero(numbers[l].slope)) continue;
    const auto [u, v] = places[l];
    const interval twice = numbers[l].slope * -2;
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t j = 0; j < k; ++j) add_product(slope(i, j), twice, N(i, u) * N(v, j) - N(i, v) * N(u, j));
  }
  std::vector<dual> Q;
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < k; ++j) Q.push_back({N(i, j) * 2 - (i == j ? 1 : 0), slope(i, j)});
  return Q;
}

std::vector<dual> iterated_cayley_transform(const std::vector<dual>& numbers, const skew_places& places, std::size_t k,
                                            const interval& alpha, long iterations) {
  const dual zero{interval(alpha.bits()), interval(alpha.bits())};
  std::vector<dual> half(k * k, zero), Y; // alpha S / 2
  for (std::size_t l = 0; l < places.size(); ++l) {
    const auto [i, j] = places[l];
    half[i * k + j] = numbers[l] * alpha / interval(2, alpha.bits());
    half[j * k + i] = -half[i * k + j];
  }
  const auto plus_identity = [k](std::vector<dual> A) {
    for (std::size_t i = 0; i < k; ++i) A[i * k + i] = A[i * k + i] + 1;
    return A;
  };
  for (const dual& s : half) Y.push_back(s * 2);
  Y = plus_identity(std::move(Y));
  for (long iteration = 0; iteration < iterations; ++iteration) {
    const std::vector<dual> sum = plus_identity(std::move(Y));
    Y.assign(k * k, zero);
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t j = 0; j < k; ++j)
        for (std::size_t l = 0; l < k; ++l) Y[i * k + j] += half[i * k + l] * sum[l * k + j];
    Y = plus_identity(std::move(Y));
  }
  return Y;
}

} // namespace mixcert::checker
