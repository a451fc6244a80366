#include "mixcert/mixer/lucid_mhc.hpp"

#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/lucid_mhc.ipp"

#include <algorithm>

namespace mixcert {
namespace {

class lucid_mhc final : public in_every_arithmetic<lucid_mhc> {
 public:
  std::string_view name() const override { return "lucid-mhc"; }

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

  /// The first step is a softmax of columns.
  rank_bound feedback_rank(std::size_t n, const state_rank& rank, const mixer_convention&) const override {
    return {n * std::min(n - 1, rank.state), "T8"};
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
