#include "mixcert/mixer/shc.hpp"

#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/shc.ipp"

namespace mixcert {
namespace {

class shc final : public in_every_arithmetic<shc> {
 public:
  std::string_view name() const override { return "shc"; }
  std::string_view summary() const override { return "exact sums, and a singular value decomposition beside the mean"; }

  std::vector<constant_spec> constants() const override {
    return {{"norm_clamp", exact_constant(1e-12), "the state is divided by max(its norm, norm_clamp)"},
            {"gamma_offset", exact_constant(1.0), "normalised features are multiplied by gamma_offset + gamma"}};
  }

  std::vector<tensor_spec> tensors(std::size_t streams, std::size_t features, const mixer_convention&) const override {
    const tensor_axis n{"n", streams}, state{"nd", streams * features}, one{"1", 1},
        free{"(n-1)^2", (streams - 1) * (streams - 1)};
    return {{"norm.gamma", {state}},
            {"to_alpha_pre.weight", {n, state}},
            {"static_alpha_pre", {n, one}},
            {"pre_branch_scale", {}},
            {"to_alpha_residual.weight", {free, state}},
            {"static_alpha_residual", {free}},
            {"residual_rot_scale_u", {}},
            {"residual_rot_scale_v", {}},
            {"residual_val_scale", {}},
            {"gamma_u", {}},
            {"gamma_v", {}},
            {"to_beta.weight", {n, state}},
            {"static_beta", {n}},
            {"h_post_scale", {}}};
  }

  mixer_invariants invariants(const mixer_convention&) const override {
    return {.rows_sum_to_one = true,
            .columns_sum_to_one = true,
            .remark = "entries may be negative; the singular values are 1 and magnitudes of tanh, below 1"};
  }

  state_dependence dependence(std::size_t n, const mixer_convention&) const override {
    const std::size_t free = (n - 1) * (n - 1);
    return {
        free,
        {{feature_group::array, "res[l]", free, "rows of to_alpha_residual.weight times gamma_offset + norm.gamma"}}};
  }

  mixer_costs costs(std::size_t, const mixer_convention&) const override {
    using cost::n, cost::d;
    const polynomial free = (n - 1) * (n - 1), twice_angles = (n - 1) * (n - 2);
    const operation_count gain{.multiplications = n * d},
        tanh_of_logits{.multiplications = twice_angles, .exponentials = free}, diagonal{.multiplications = n * (n - 1)},
        sum_with_mean{.additions = n * n * (n - 1), .multiplications = n * n * (n - 1)};
    return cost::completed(
        {.parameters = n * d + 2 * n * (n * d + 1) + free * (n * d + 1) + 7,
         .route =
             cost::clamp_normalised(n * d) + gain + cost::affine_logits(n * d, free + 2 * n) + cost::sigmoid_gates(),
         .mix = tanh_of_logits + 2 * (cost::cayley_transform(n - 1) + cost::product(n, n - 1, n - 1)) + diagonal +
                sum_with_mean});
  }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    return evaluate_shc(context, input, X);
  }
};

} // namespace

const mixer& shc_mixer() {
  static const shc instance;
  return instance;
}

} // namespace mixcert
