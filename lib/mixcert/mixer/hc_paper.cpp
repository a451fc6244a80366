#include "mixcert/mixer/hc_paper.hpp"

#include "mixcert/mixer/detail/hc_paper.ipp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/tanh_gates.hpp"

namespace mixcert {
namespace {

class hc_paper final : public in_every_arithmetic<hc_paper> {
 public:
  std::string_view name() const override { return "hc-paper"; }
  std::string_view summary() const override {
    return "Hyper-Connections as in the paper: each stream LayerNormalised, tanh gates";
  }

  std::vector<constant_spec> constants() const override {
    return {{"norm_eps", exact_constant(1e-5), "added to the variance of a stream's features under the root"}};
  }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t features, const mixer_convention&) const override {
    const tensor_axis d{"d", features};
    std::vector<tensor_spec> tensors{{"norm.weight", {d}}, {"norm.bias", {d}}};
    for (tensor_spec& spec : tanh_gate_tensors({"n", n}, d)) tensors.push_back(std::move(spec));
    return tensors;
  }

  mixer_invariants invariants(const mixer_convention&) const override { return {}; }

  state_dependence dependence(std::size_t n, const mixer_convention&) const override {
    return {
        n * n,
        {tanh_gate_features(n, "d times, less its mean: weight o"), {feature_group::row, "1", 1, "the row of ones"}}};
  }

  mixer_costs costs(std::size_t, const mixer_convention&) const override {
    using cost::d;
    return tanh_gate_costs(cost::layer_normalised(d) + operation_count{.additions = d, .multiplications = d}, 2 * d);
  }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    return evaluate_hc_paper(context, input, X);
  }
};

} // namespace

const mixer& hc_paper_mixer() {
  static const hc_paper instance;
  return instance;
}

} // namespace mixcert
