#include "mixcert/mixer/hc.hpp"

#include "mixcert/mixer/detail/hc.ipp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"

namespace mixcert {

template mixer_evaluation<float64> evaluate_hc(const context<float64>&, const hc_site&, const matrix<float64>&);
template mixer_evaluation<quad> evaluate_hc(const context<quad>&, const hc_site&, const matrix<quad>&);
template mixer_evaluation<interval> evaluate_hc(const context<interval>&, const hc_site&, const matrix<interval>&);
template mixer_evaluation<mp_interval> evaluate_hc(const context<mp_interval>&, const hc_site&,
                                                   const matrix<mp_interval>&);
template mixer_evaluation<slope_form> evaluate_hc(const context<slope_form>&, const hc_site&,
                                                  const matrix<slope_form>&);

hc_site hc_site_of(const mixer_input& input) {
  return {tanh_gates_of(input), input.parameters.at("norm.gamma"), input.convention.at("norm_clamp").number(),
          input.convention.at("gamma_offset").number()};
}

namespace {

class hc final : public in_every_arithmetic<hc> {
 public:
  std::string_view name() const override { return "hc"; }
  std::string_view summary() const override { return "Hyper-Connections: each stream RMS-normalised, tanh gates"; }

  std::vector<constant_spec> constants() const override {
    return {{"norm_clamp", exact_constant(1e-12), "each stream is divided by max(its norm, norm_clamp)"},
            {"gamma_offset", exact_constant(1.0), "normalised features are multiplied by gamma_offset + gamma"}};
  }

  std::vector<tensor_spec> tensors(std::size_t streams, std::size_t features, const mixer_convention&) const override {
    const tensor_axis d{"d", features};
    std::vector<tensor_spec> tensors{{"norm.gamma", {d}}};
    for (tensor_spec& spec : tanh_gate_tensors({"n", streams}, d)) tensors.push_back(std::move(spec));
    return tensors;
  }

  mixer_invariants invariants(const mixer_convention&) const override { return {}; }

  state_dependence dependence(std::size_t n, const mixer_convention&) const override {
    return {n * n, {tanh_gate_features(n, "(gamma_offset + gamma) o")}};
  }

  mixer_costs costs(std::size_t, const mixer_convention&) const override {
    return tanh_gate_costs(cost::clamp_normalised(cost::d) + operation_count{.multiplications = cost::d}, cost::d);
  }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    return evaluate_hc(context, hc_site_of(input), X);
  }
};

} // namespace

const mixer& hc_mixer() {
  static const hc instance;
  return instance;
}

} // namespace mixcert
