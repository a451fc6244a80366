// Routers whose mixer is a Kronecker product of convex combinations of permutations.
#pragma once

#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/permutation_mixture.hpp"
#include "mixcert/mixer/mixer.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace mixcert {

using factor_sizes = std::vector<std::size_t>;

/// The mixed-radix digits of an index, the first the most significant.
inline std::vector<std::size_t> digits_of(std::size_t index, const factor_sizes& factors) {
  std::vector<std::size_t> r(factors.size());
  for (std::size_t k = factors.size(); k-- > 0; index /= factors[k]) r[k] = index % factors[k];
  return r;
}

inline std::vector<constant_spec> permutation_router_constants() {
  return {{"norm_clamp", exact_constant(1e-12), "the state is divided by max(its norm, norm_clamp)"},
          {"gamma_offset", exact_constant(1.0), "normalised features are multiplied by gamma_offset + gamma"}};
}

/// `routed`: the read gates and all factors' permutations.
inline std::vector<tensor_spec> permutation_router_tensors(std::size_t n, std::size_t d, const tensor_axis& routed) {
  const tensor_axis streams{"n", n}, state{"nd", n * d};
  return {{"norm.gamma", {state}},
          {"static_alpha", {routed}},
          {"dynamic_alpha_fn", {state, routed}},
          {"pre_branch_scale", {}},
          {"residual_scale", {}},
          {"static_beta", {streams}},
          {"dynamic_beta_fn", {state, streams}},
          {"h_post_scale", {}}};
}

/// As rows and columns of each factor sum to one, H is a function of (f - 1)^2 entries of each (theorem T8 e).
inline state_dependence mixture_dependence(const factor_sizes& factors) {
  std::size_t entries = 0;
  for (const std::size_t f : factors) entries += (f - 1) * (f - 1);
  return {entries,
          {{feature_group::array, "factor k[i,j]", entries,
            "columns of dynamic_alpha_fn times gamma_offset + norm.gamma, combined: an array for each of (f_k - 1)^2 "
            "entries of a factor; for f_k = 2 the difference of its two columns"}}};
}

/// With so many logits of H, and what makes H of them.
inline mixer_costs permutation_router_costs(const polynomial& logits, operation_count mix,
                                            std::map<std::string, std::size_t> variables) {
  using cost::n, cost::d;
  const operation_count gain{.multiplications = n * d};
  return cost::completed({.parameters = cost::predictor_parameters(logits),
                          .route = cost::clamp_normalised(n * d) + gain + cost::affine_logits(n * d, logits + 2 * n) +
                                   cost::sigmoid_gates(),
                          .mix = std::move(mix),
                          .variables = std::move(variables)});
}

/// As `kromhc` is defined, for factors that multiply to n; mixtures of n = 1 have no factors or one of size 1.
template <class S>
mixer_evaluation<S> evaluate_kronecker_mixture(const context<S>& context, const mixer_input& input, const matrix<S>& X,
                                               const factor_sizes& factors) {
  const std::size_t n = X.rows(), count = X.values().size();
  const auto number = [&](const char* key) -> const exact_constant& { return input.convention.at(key).number(); };
  const auto values = [&](const char* name) -> const std::vector<double>& { return input.parameters.at(name); };
  const auto scale = [&](const char* name) { return values(name).front(); };
  const S norm_clamp = positive(context, "norm_clamp", number("norm_clamp"));
  const std::vector<double>& base = values("static_alpha");

  const matrix<double> fn = columns_as_rows(count, {values("dynamic_alpha_fn"), values("dynamic_beta_fn")});
  whole_state_router<S> router(context, fn, offset_scale(context, number("gamma_offset"), values("norm.gamma")), X,
                               clamped_norm(context, X.values().data(), count, norm_clamp, "the state", "norm_clamp"));
  const std::size_t post = base.size();
  const S residual_scale = context.exact(scale("residual_scale"));
  std::vector<S> logits;
  std::vector<mixture_arrays<S>> factor;
  for (std::size_t k = 0; k < factors.size(); ++k) {
    const std::size_t first = n + logits.size();
    std::vector<S> z;
    for (std::size_t r = first; r < first + factorial(factors[k]); ++r)
      z.push_back(router.normalised(r) * residual_scale + context.exact(base[r]));
    factor.emplace_back(router, "factor " + std::to_string(k), first, permutation_mixture<S>(context, factors[k], z));
    logits.insert(logits.end(), z.begin(), z.end());
  }
  const std::vector<std::size_t> read = router.add_each("pre", 0, n), write = router.add_each("post", post, n);

  whole_state_outputs<S> y(context, router, 1, logits.size());
  y.logits.values() = logits;
  add_sigmoid_gates(context, router, 0, read, scale("pre_branch_scale"), base.data(), 1, y.read, y.dread);
  add_sigmoid_gates(context, router, post, write, scale("h_post_scale"), values("static_beta").data(), 2, y.write,
                    y.dwrite);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t entry = j * n + i; // of H = a^T
      const std::vector<std::size_t> row = digits_of(i, factors), column = digits_of(j, factors);
      S product = context.exact(1);
      for (std::size_t k = 0; k < factors.size(); ++k)
        product = product * factor[k].mixture().value()(row[k], column[k]);
      y.H.values()[entry] = product;
      std::size_t logit = 0;
      for (std::size_t k = 0; k < factors.size(); ++k) {
        S others = context.exact(1);
        for (std::size_t l = 0; l < factors.size(); ++l)
          if (l != k) others = others * factor[l].mixture().value()(row[l], column[l]);
        for (const S& slope : factor[k].mixture().derivative(row[k], column[k]))
          y.dH_dlogits(entry, logit++) = others * slope;
        factor[k].add(y.dH, entry, row[k], column[k], others * residual_scale);
      }
    }
  return evaluation_of(context, std::move(router), std::move(y));
}

} // namespace mixcert
