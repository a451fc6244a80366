#include "mixcert/mixer/jpmhc.hpp"

#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/jpmhc.ipp"

namespace mixcert {
namespace {

class jpmhc final : public in_every_arithmetic<jpmhc> {
 public:
  std::string_view name() const override { return "jpmhc"; }
  std::string_view summary() const override { return "nearly orthogonal, by an iterated Cayley transform"; }

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

  mixer_invariants invariants(const mixer_convention&) const override {
    return {.remark = "orthogonal in the limit of many iterations where these contract (T20)"};
  }

  state_dependence dependence(std::size_t n, const mixer_convention&) const override {
    const std::size_t pairs = n * (n - 1) / 2;
    return {pairs,
            {{feature_group::array, "res[i,j]-res[j,i]", pairs,
              "derivatives of differences of logits, from rows of fused_proj.weight times layer_norm.weight"}}};
  }

  mixer_costs costs(std::size_t, const mixer_convention& convention) const override {
    using cost::n, cost::d;
    const polynomial pairs = n * (n - 1) / 2;
    const auto iterations = static_cast<long>(iterations_of(convention, 0));
    const operation_count scale_and_bias{.additions = n * d, .multiplications = n * d}, bias{.additions = 3 * n * n},
        sums_over_rows{.additions = n * (n - 1)}, means{.divisions = n},
        skew{.additions = pairs, .multiplications = 2 * pairs}, plus_identity{.additions = n};
    return cost::completed({.parameters = 2 * n * d + 3 * n * n * (n * d + 1),
                            .route = cost::layer_normalised(n * d) + scale_and_bias +
                                     cost::product(1, n * d, 3 * n * n) + bias +
                                     2 * (n * cost::softmax(n) + sums_over_rows) + means,
                            .mix = skew + iterations * (2 * plus_identity + cost::product(n, n, n))});
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
