#include "mixcert/mixer/hc_paper.hpp"

#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/tanh_gates.hpp"

namespace mixcert {
namespace {

/// d times (v - mean(v) 1): multiplied so that equal entries leave exact zeros.
template <class S> std::vector<S> centred_times_size(const context<S>& context, const std::vector<S>& v) {
  const S sum = sum_of_terms(context, 0, v.size(), [&](std::size_t c) { return v[c]; });
  const S size = context.exact(static_cast<double>(v.size()));
  std::vector<S> r;
  for (const S& x : v) r.push_back(size * x - sum);
  return r;
}

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
    const std::size_t d = X.cols();
    const S epsilon = at_least_zero(context, "norm_eps", input.convention.at("norm_eps").number());
    const S size = context.exact(static_cast<double>(d));
    const std::vector<double>&weight = input.parameters.at("norm.weight"), &bias = input.parameters.at("norm.bias");
    const tanh_gates gates = tanh_gates_of(input);
    const auto normalise = [&](const S* x, const std::string& name) {
      normalisation<S> r = layer_norm(context, x, d, epsilon, name, "norm_eps");
      return normalisation<S>{r.factor / size, r.bend / size, r.mean}; // of products with d v
    };
    std::vector<S> shift;
    const auto centred = [&](const std::vector<double>& column) {
      std::vector<S> v;
      for (std::size_t c = 0; c < d; ++c) v.push_back(context.exact(weight[c]) * context.exact(column[c]));
      shift.push_back(sum_of_terms(context, 0, d,
                                   [&](std::size_t c) { return context.exact(bias[c]) * context.exact(column[c]); }));
      return centred_times_size(context, v);
    };
    const std::vector<generator<S>> weights = tanh_gate_weights<S>(gates, centred);
    return evaluate_tanh_gates(
        context, gates, per_stream_router<S>(context, X, normalisations_of_rows(X, normalise), weights, true), shift);
  }
};

} // namespace

const mixer& hc_paper_mixer() {
  static const hc_paper instance;
  return instance;
}

} // namespace mixcert
