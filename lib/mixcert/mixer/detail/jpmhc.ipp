// The equations of mixer `jpmhc`: see jpmhc.hpp.
#pragma once

#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/iterated_cayley.hpp"
#include "mixcert/mixer/detail/normalised_softmax.hpp"
#include "mixcert/mixer/detail/whole_state.hpp"
#include "mixcert/mixer/mixer.hpp"

#include <algorithm>
#include <concepts>
#include <utility>

namespace mixcert {
namespace jpmhc_detail {

inline std::string at(const char* name, std::size_t i, std::size_t j) {
  return name + ("[" + std::to_string(i) + "," + std::to_string(j) + "]");
}

/// Sums over i of the softmax of each row i, times `factor`: n gates, which sum to a constant.
template <class S> class softmax_gates {
 public:
  /// The n x n logits belong to the weights first + weight_of(i, j). Adds the derivatives of all gates but the last, of
  /// which that of the last is a sum, as arrays NAME[j]; over a box of states, where arrays must not move, the
  /// differences of weights NAME[i,l]-NAME[i,0].
  template <class Place>
  softmax_gates(const context<S>& context, whole_state_router<S>& router, const char* name, const matrix<S>& logits,
                std::size_t first, Place weight_of, const S& factor)
      : value_(logits.rows(), context.exact(0)) {
    const std::size_t n = logits.rows();
    const softmax_rows<S> softmax = softmax_of_rows(context, logits);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) value_[j] += factor * softmax.p(i, j);
    const auto slope = [&](std::size_t j, std::size_t i, std::size_t l) {
      return factor * softmax.p(i, j) * (l == j ? softmax.rest(i, j) : -softmax.p(i, l));
    };
    if constexpr (std::same_as<S, slope_form>) {
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t l = 1; l < n; ++l) {
          std::vector<S> slopes;
          for (std::size_t j = 0; j < n; ++j) slopes.push_back(slope(j, i, l));
          add(router.add_difference(at(name, i, l) + "-" + at(name, i, 0), first + weight_of(i, l),
                                    first + weight_of(i, 0)),
              std::move(slopes));
        }
    } else {
      for (std::size_t j = 0; j + 1 < n; ++j) {
        std::vector<S> coefficients(n * n, context.exact(0)), slopes(n, context.exact(0));
        for (std::size_t i = 0; i < n; ++i)
          for (std::size_t l = 0; l < n; ++l) coefficients[weight_of(i, l)] = slope(j, i, l);
        slopes[j] = context.exact(1);
        slopes[n - 1] = context.exact(-1);
        add(router.add_combination(name + ("[" + std::to_string(j) + "]"), first, coefficients), std::move(slopes));
      }
    }
  }

  void place(std::vector<S>& value, matrix<S>& slope) const {
    value = value_;
    for (const auto& [array, slopes] : parts_)
      for (std::size_t j = 0; j < slopes.size(); ++j) slope(j, array) = slopes[j];
  }

 private:
  void add(std::size_t array, std::vector<S> slopes) {
    if (array != whole_state_router<S>::none) parts_.emplace_back(array, std::move(slopes));
  }

  std::vector<S> value_;
  std::vector<std::pair<std::size_t, std::vector<S>>> parts_; ///< arrays, and the slopes of each gate by them
};

} // namespace jpmhc_detail

template <scalar S>
mixer_evaluation<S> evaluate_jpmhc(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
  using namespace jpmhc_detail;
  const std::size_t n = X.rows(), count = X.values().size();
  const auto number = [&](const char* key) -> const exact_constant& { return input.convention.at(key).number(); };
  const auto values = [&](const char* name) -> const std::vector<double>& { return input.parameters.at(name); };
  const std::size_t iterations = iterations_of(input.convention, 0);
  const S norm_eps = at_least_zero(context, "norm_eps", number("norm_eps")),
          alpha = number("cayley_alpha").value(context), one = context.exact(1);

  const matrix<double> weights(3 * n * n, count, values("fused_proj.weight"));
  whole_state_router<S> router(context, weights, exact_numbers(context, values("layer_norm.weight")), X,
                               layer_norm(context, X.values().data(), count, norm_eps, "the state", "norm_eps"),
                               centring::mean);
  const std::vector<S> bias = exact_numbers(context, values("layer_norm.bias"));
  const auto shift = [&](std::size_t w) {
    return sum_of_terms(context, 0, count, [&](std::size_t c) { return context.exact(weights(w, c)) * bias[c]; });
  };
  const auto logits = [&](std::size_t first, auto place) {
    matrix<S> r(n, n, context.exact(0));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        const std::size_t w = first + place(i, j);
        r(i, j) = router.normalised(w) + shift(w) + context.exact(values("fused_proj.bias")[w]);
      }
    return r;
  };
  const auto rows = [n](std::size_t i, std::size_t j) { return i * n + j; };
  const auto columns = [n](std::size_t i, std::size_t j) { return j * n + i; };
  const std::size_t pre = 0, post = n * n, res = 2 * n * n;

  const matrix<S> L = logits(res, rows);
  std::vector<S> W;
  std::vector<std::size_t> arrays;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      W.push_back(L(i, j) - L(j, i));
      arrays.push_back(
          router.add_difference(at("res", i, j) + "-" + at("res", j, i), res + rows(i, j), res + columns(i, j)));
    }
  const softmax_gates<S> read(context, router, "read", logits(pre, rows), pre, rows,
                              one / context.exact(static_cast<double>(n)));
  const softmax_gates<S> write(context, router, "write", logits(post, columns), post, columns, one);

  whole_state_outputs<S> y(context, router, n, n);
  y.logits = L;
  read.place(y.read, y.dread);
  write.place(y.write, y.dwrite);
  const iterated_cayley<S> Y(context, n, W, alpha, iterations);
  y.H = Y.value();
  for (std::size_t l = 0; l < W.size(); ++l) {
    const auto [i, j] = Y.places()[l];
    for (std::size_t entry = 0; entry < n * n; ++entry) {
      const S& slope = Y.derivative(l).values()[entry];
      y.dH_dlogits(entry, rows(i, j)) = slope;
      y.dH_dlogits(entry, rows(j, i)) = -slope;
      if (arrays[l] != router.none) y.dH(entry, arrays[l]) = slope;
    }
  }
  return evaluation_of(context, std::move(router), std::move(y));
}

} // namespace mixcert
