#include "mixcert/mixer/jpmhc.hpp"

#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/jpmhc.ipp"

#include <algorithm>

namespace mixcert {
namespace {

class jpmhc final : public in_every_arithmetic<jpmhc> {
 public:
  std::string_view name() const override { return "jpmhc"; }

  std::vector<constant_spec> constants() const override {
    return {{"norm_eps", exact_constant(1e-5), "added to the variance of the state under the root"},
            {"cayley_alpha", exact_constant(0.1), "what multiplies the skew matrix"},
            {"iterations", exact_constant(2.0), "how often the transform is iterated"}};
  }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention&) const override {
    const tensor_axis state{"nd", n * d}, entries{"3n^2", 3 * n * n};
    return {{"layer_norm.weight", {state}},
            {"layer_norm.bias", {state}},
            {"fused_proj.weight", {entries, state}},
            {"fused_proj.bias", {entries}}};
  }

  rank_bound feedback_rank(std::size_t n, const state_rank& rank, const mixer_convention&) const override {
    return {std::min(n * (n - 1) / 2, n * rank.state), "T8"};
  }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    return evaluate_jpmhc(context, input, X);
  }
};

} // namespace

const mixer& jpmhc_mixer() {
  static const jpmhc instance;
  return instance;
}

} // namespace mixcert
