#include "mixcert/mixer/lucid_mhc.hpp"

#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/declarations.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/normalised_softmax.hpp"
#include "mixcert/mixer/detail/per_stream.hpp"

namespace mixcert {
namespace {

class lucid_mhc final : public in_every_arithmetic<lucid_mhc> {
 public:
  std::string_view name() const override { return "lucid-mhc"; }
  std::string_view summary() const override {
    return "manifold-constrained, each stream RMS-normalised, Sinkhorn with a clamp";
  }

  std::vector<constant_spec> constants() const override {
    return {{"norm_clamp", exact_constant(1e-12), "each stream is divided by max(its norm, norm_clamp)"},
            {"gamma_offset", exact_constant(1.0), "normalised features are multiplied by gamma_offset + gamma"},
            {"sinkhorn_clamp", exact_constant(1e-12), "the least number that routing weights are divided by"},
            {"iterations", exact_constant(20.0), "how often columns and then rows of the weights are normalised"}};
  }

  std::vector<tensor_spec> tensors(std::size_t streams, std::size_t features, const mixer_convention&) const override {
    const tensor_axis n{"n", streams}, d{"d", features}, gates{"1+n", 1 + streams}, one{"1", 1};
    return {{"norm.gamma", {d}},      {"static_alpha", {n, gates}}, {"dynamic_alpha_fn", {one, d, gates}},
            {"pre_branch_scale", {}}, {"residual_scale", {}},       {"static_beta", {n}},
            {"dynamic_beta_fn", {d}}, {"h_post_scale", {}}};
  }

  mixer_invariants invariants(const mixer_convention& convention) const override {
    const bool never_clamped = is_exact_zero(
        at_least_zero(context<mp_interval>{64}, "sinkhorn_clamp", convention.at("sinkhorn_clamp").number()));
    return {.columns_sum_to_one = never_clamped,
            .nonnegative = true,
            .remark = (never_clamped ? "" : "columns sum to one unless the last division was by sinkhorn_clamp; ") +
                      std::string("rows") + other_sums_remark};
  }

  state_dependence dependence(std::size_t n, const mixer_convention&) const override {
    return {n * (n - 1),
            {{feature_group::row, numbered("w", 1, n), n, "(gamma_offset + gamma) o dynamic_alpha_fn[:, t]"}}};
  }

  mixer_costs costs(std::size_t, const mixer_convention& convention) const override {
    using cost::n, cost::d;
    const operation_count stream =
        cost::clamp_normalised(d) + operation_count{.multiplications = d} + cost::affine_logits(d, n + 2);
    const operation_count shifted_exponentials{.additions = n * n, .exponentials = n * n};
    const auto iterations = static_cast<long>(iterations_of(convention));
    return cost::completed({.parameters = d * (n + 3) + n * n + 2 * n + 3,
                            .route = n * stream + cost::sigmoid_gates(),
                            .mix = shifted_exponentials + 2 * iterations * cost::normalised_rows()});
  }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
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
};

} // namespace

const mixer& lucid_mhc_mixer() {
  static const lucid_mhc instance;
  return instance;
}

} // namespace mixcert
