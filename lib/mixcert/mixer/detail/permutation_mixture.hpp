// A convex combination of all permutation matrices, with a softmax for weights.
#pragma once

#include "mixcert/mixer/detail/normalised_softmax.hpp"
#include "mixcert/mixer/detail/whole_state.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

namespace mixcert {

/// With more, a router would have thousands of logits.
constexpr std::size_t most_permuted = 6;

constexpr std::size_t factorial(std::size_t n) { return n < 2 ? 1 : n * factorial(n - 1); }

/// In lexicographic order.
inline std::vector<std::vector<std::size_t>> permutations(std::size_t n) {
  std::vector<std::size_t> p(n);
  std::iota(p.begin(), p.end(), std::size_t{0});
  std::vector<std::vector<std::size_t>> r;
  do r.push_back(p);
  while (std::next_permutation(p.begin(), p.end()));
  return r;
}

/// U = sum_r c_r P_r, c the softmax of the n! logits z and P_r the permutation matrices with
/// P_r[i, permutations(n)[r][i]] = 1. Doubly stochastic.
template <class S> class permutation_mixture {
 public:
  /// Requires n! logits, 1 <= n <= most_permuted.
  permutation_mixture(const context<S>& context, std::size_t n, const std::vector<S>& z)
      : n_(n), permutations_(permutations(n)), U_(n, n, context.exact(0)), rest_(U_) {
    const matrix<S> p = softmax_of_rows(context, matrix<S>(1, z.size(), z)).p;
    c_ = p.values();
    for (std::size_t r = 1; r < c_.size(); ++r)
      if (certainly_less(c_[top_], c_[r])) top_ = r;
    for (std::size_t r = 0; r < c_.size(); ++r)
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) (has(r, i, j) ? U_ : rest_)(i, j) += c_[r];
    for (S& x : U_.values()) x = min(x, context.exact(1));
  }

  std::size_t size() const { return n_; }
  const matrix<S>& value() const { return U_; }

  /// A largest weight, as far as enclosures tell.
  std::size_t top() const { return top_; }

  /// dU_ij/dz_r = c_r (P_r - U)_ij; for every r.
  std::vector<S> derivative(std::size_t i, std::size_t j) const {
    std::vector<S> r;
    for (std::size_t p = 0; p < c_.size(); ++p) r.push_back(c_[p] * (has(p, i, j) ? rest_(i, j) : -U_(i, j)));
    return r;
  }

 private:
  bool has(std::size_t r, std::size_t i, std::size_t j) const { return permutations_[r][i] == j; }

  std::size_t n_;
  std::vector<std::vector<std::size_t>> permutations_;
  std::vector<S> c_;
  matrix<S> U_, rest_; ///< rest = 1 - U, as sums of weights
  std::size_t top_ = 0;
};

/// The arrays of the derivatives of U_ij, i, j < n - 1: all that of U's other entries is a sum of them, as rows and
/// columns of U sum to one. Labelled NAME[i,j]. Weights first, ..., first + n! - 1 belong to the logits. Returns
/// (n-1)^2 indices, i (n - 1) + j.
template <class S>
std::vector<std::size_t> add_mixture_arrays(whole_state_router<S>& router, const std::string& name, std::size_t first,
                                            const permutation_mixture<S>& mixture) {
  std::vector<std::size_t> r;
  for (std::size_t i = 0; i + 1 < mixture.size(); ++i)
    for (std::size_t j = 0; j + 1 < mixture.size(); ++j)
      r.push_back(router.add_combination(name + "[" + std::to_string(i) + "," + std::to_string(j) + "]", first,
                                         mixture.derivative(i, j), mixture.top()));
  return r;
}

/// Adds to row `output` of the slopes what an entry U_ij with this slope contributes.
template <class S>
void add_mixture_entry(matrix<S>& slopes, std::size_t output, std::size_t n, const std::vector<std::size_t>& arrays,
                       std::size_t i, std::size_t j, const S& slope) {
  const auto add = [&](std::size_t a, std::size_t b, const S& x) {
    if (const std::size_t array = arrays[a * (n - 1) + b]; array != whole_state_router<S>::none)
      slopes(output, array) += x;
  };
  const std::size_t last = n - 1;
  for (std::size_t a = i == last ? 0 : i; a < (i == last ? last : i + 1); ++a)
    for (std::size_t b = j == last ? 0 : j; b < (j == last ? last : j + 1); ++b)
      add(a, b, (i == last) == (j == last) ? slope : -slope);
}

} // namespace mixcert
