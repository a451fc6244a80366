#include "mixcert/mixer/lucid_mhc.hpp"

#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/declarations.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/lucid_mhc.ipp"

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
    return evaluate_lucid_mhc(context, input, X);
  }
};

} // namespace

const mixer& lucid_mhc_mixer() {
  static const lucid_mhc instance;
  return instance;
}

} // namespace mixcert
