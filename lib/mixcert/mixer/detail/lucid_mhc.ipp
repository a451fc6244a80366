// The equations of mixer `lucid-mhc`: see lucid_mhc.hpp.
#pragma once

#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/normalised_softmax.hpp"
#include "mixcert/mixer/detail/per_stream.hpp"
#include "mixcert/mixer/mixer.hpp"

#include <algorithm>

namespace mixcert {

template <scalar S>
mixer_evaluation<S> evaluate_lucid_mhc(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
  const std::size_t n = X.rows(), d = X.cols();
  const auto number = [&](const char* key) -> const exact_constant& { return input.convention.at(key).number(); };
  const auto values = [&](const char* name) -> const std::vector<double>& { return input.parameters.at(name); };
  const S norm_clamp = positive(context, "norm_clamp", number("norm_clamp"));
  const S sinkhorn_clamp = at_least_zero(context, "sinkhorn_clamp", number("sinkhorn_clamp"));
  // The first sums are at least one, so that dividing by the largest entries is no matter.
  if (!certainly_less(sinkhorn_clamp, context.exact(1)))
    throw input_error("the constant sinkhorn_clamp is " + number("sinkhorn_clamp").text() + "; it must be below 1");
  const std::size_t iterations = iterations_of(input.convention);
  const matrix<double> static_alpha(n, 1 + n, values("static_alpha"));
  const auto scale = [&](const char* name) { return context.exact(values(name).front()); };

  const std::vector<S> gamma = offset_scale(context, number("gamma_offset"), values("norm.gamma"));
  const auto weight = [&](std::string label, const std::vector<double>& fn, std::size_t first, std::size_t step) {
    std::vector<S> row;
    for (std::size_t c = 0; c < d; ++c) row.push_back(gamma[c] * context.exact(fn[first + c * step]));
    return generator<S>{std::move(label), std::move(row)};
  };
  std::vector<generator<S>> weights;
  for (std::size_t t = 1; t <= n; ++t)
    weights.push_back(weight("w" + std::to_string(t), values("dynamic_alpha_fn"), t, 1 + n));
  weights.push_back(weight("w0", values("dynamic_alpha_fn"), 0, 1 + n));
  weights.push_back(weight("b", values("dynamic_beta_fn"), 0, 1));
  const auto normalise = [&](const S* x, const std::string& stream) {
    return clamped_norm(context, x, d, norm_clamp, stream, "norm_clamp");
  };
  per_stream_router<S> router(context, X, normalisations_of_rows(X, normalise), weights);

  mixer_evaluation<S> e = router.zeros();
  e.dH_dlogits = matrix<S>(n * n, n * n, context.exact(0));
  const auto gate = [&](matrix<S>& derivative, std::size_t s, std::size_t t, const S& by, double base, double times) {
    const S z = router.normalised(s, t) * by + context.exact(base), multiplier = context.exact(times);
    router.add(derivative, s, t, multiplier * by * sigmoid(z) * sigmoid(-z));
    return multiplier * sigmoid(z);
  };
  const S residual_scale = scale("residual_scale");
  for (std::size_t s = 0; s < n; ++s) {
    e.read[s] = gate(e.dread[s], s, n, scale("pre_branch_scale"), static_alpha(s, 0), 1);
    e.write[s] = gate(e.dwrite[s], s, n + 1, scale("h_post_scale"), values("static_beta")[s], 2);
    for (std::size_t t = 0; t < n; ++t)
      e.logits(s, t) = router.normalised(s, t) * residual_scale + context.exact(static_alpha(s, 1 + t));
  }
  // Columns come first: rows of the transposed logits, which makes H of the result itself.
  normalised_softmax<S> mixed(context, transpose(e.logits), {context.exact(0), sinkhorn_clamp}, "");
  mixed.alternate(iterations);
  for (std::size_t t = 0; t < n; ++t)
    for (std::size_t s = 0; s < n; ++s) {
      const std::size_t entry = t * n + s;
      e.H(t, s) = mixed.value(t, s);
      const std::vector<S> slopes = mixed.derivative(t, s);
      for (std::size_t u = 0; u < n; ++u)
        for (std::size_t v = 0; v < n; ++v) {
          const S& slope = slopes[v * n + u]; // by L_uv
          e.dH_dlogits(entry, u * n + v) = slope;
          router.add(e.dH[entry], u, v, slope * residual_scale);
        }
    }
  e.generators = std::move(router).take();
  return e;
}

} // namespace mixcert
