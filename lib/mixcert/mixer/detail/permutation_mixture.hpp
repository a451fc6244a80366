// A convex combination of all permutation matrices, with a softmax for weights.
#pragma once

#include "mixcert/mixer/detail/normalised_softmax.hpp"
#include "mixcert/mixer/detail/whole_state.hpp"
#include "mixcert/scalar/slope_form.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>
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

/// Adds to row `output` of the slopes what entry (i, j) of an n x n matrix contributes to an output with this slope by
/// it, where rows and columns of the matrix have fixed sums and the (n - 1)^2 arrays are the derivatives of its entries
/// a, b < n - 1, at a (n - 1) + b.
template <class S>
void add_balanced_entry(matrix<S>& slopes, std::size_t output, std::size_t n, const std::vector<std::size_t>& arrays,
                        std::size_t i, std::size_t j, const S& slope) {
  const std::size_t last = n - 1;
  const bool all_rows = i == last, all_columns = j == last;
  for (std::size_t a = all_rows ? 0 : i; a < (all_rows ? last : i + 1); ++a)
    for (std::size_t b = all_columns ? 0 : j; b < (all_columns ? last : j + 1); ++b)
      if (const std::size_t array = arrays[a * last + b]; array != whole_state_router<S>::none)
        slopes(output, array) += all_rows == all_columns ? slope : -slope;
}

/// The arrays that the derivatives of the entries of U are composed of, in a router whose weights first, ...,
/// first + n! - 1 belong to the logits. They are the derivatives of U_ij, i, j < n - 1, labelled NAME[i,j]: those of
/// the other entries are sums of them, as rows and columns of U sum to one. For n = 2, and over a box of states, where
/// arrays must not move, they are the differences of weights from that of a largest logit instead, NAME(r)-NAME(q).
template <class S> class mixture_arrays {
 public:
  mixture_arrays(whole_state_router<S>& router, const std::string& name, std::size_t first,
                 permutation_mixture<S> mixture)
      : mixture_(std::move(mixture)), of_logits_(n() == 2 || std::same_as<S, slope_form>) {
    if (of_logits_) {
      const auto label = [&](std::size_t r) { return name + "(" + std::to_string(r) + ")"; };
      const std::size_t top = mixture_.top();
      for (std::size_t r = 0; r < factorial(n()); ++r)
        indices_.push_back(router.add_difference(label(r) + "-" + label(top), first + r, first + top));
      return;
    }
    for (std::size_t i = 0; i < last(); ++i)
      for (std::size_t j = 0; j < last(); ++j)
        indices_.push_back(router.add_combination(name + "[" + std::to_string(i) + "," + std::to_string(j) + "]", first,
                                                  mixture_.derivative(i, j), mixture_.top()));
  }

  const permutation_mixture<S>& mixture() const { return mixture_; }

  /// Adds to row `output` of the slopes what U_ij contributes to an output with this slope by U_ij.
  void add(matrix<S>& slopes, std::size_t output, std::size_t i, std::size_t j, const S& slope) const {
    if (of_logits_) {
      const std::vector<S> by_logit = mixture_.derivative(i, j);
      for (std::size_t r = 0; r < by_logit.size(); ++r) add(slopes, output, indices_[r], slope * by_logit[r]);
      return;
    }
    add_balanced_entry(slopes, output, n(), indices_, i, j, slope);
  }

 private:
  static void add(matrix<S>& slopes, std::size_t output, std::size_t array, const S& slope) {
    if (array != whole_state_router<S>::none) slopes(output, array) += slope;
  }

  std::size_t n() const { return mixture_.size(); }
  std::size_t last() const { return n() - 1; }

  permutation_mixture<S> mixture_;
  bool of_logits_;
  std::vector<std::size_t> indices_;
};

} // namespace mixcert
