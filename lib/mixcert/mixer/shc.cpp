#include "mixcert/mixer/shc.hpp"

#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/shc.ipp"

namespace mixcert {
namespace {

class shc final : public in_every_arithmetic<shc> {
 public:
  std::string_view name() const override { return "shc"; }

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

  rank_bound feedback_rank(std::size_t n, const state_rank& rank, const mixer_convention&) const override {
    return {(n - 1) * rank.differences, "T8"};
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
