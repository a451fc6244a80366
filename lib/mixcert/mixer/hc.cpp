#include "mixcert/mixer/hc.hpp"

#include "mixcert/mixer/detail/hc.ipp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"

#include <algorithm>

namespace mixcert {

template mixer_evaluation<float64> evaluate_hc(const context<float64>&, const hc_site&, const matrix<float64>&);
template mixer_evaluation<quad> evaluate_hc(const context<quad>&, const hc_site&, const matrix<quad>&);
template mixer_evaluation<interval> evaluate_hc(const context<interval>&, const hc_site&, const matrix<interval>&);
template mixer_evaluation<mp_interval> evaluate_hc(const context<mp_interval>&, const hc_site&,
                                                   const matrix<mp_interval>&);
template mixer_evaluation<slope_form> evaluate_hc(const context<slope_form>&, const hc_site&,
                                                  const matrix<slope_form>&);

hc_site hc_site_of(const mixer_input& input) {
  const std::size_t n = input.state.rows(), d = input.state.cols();
  const auto values = [&](const char* name) { return input.parameters.at(name); };
  return {values("norm.gamma"),
          matrix<double>(n, 1 + n, values("static_alpha")),
          matrix<double>(d, 1 + n, values("dynamic_alpha_fn")),
          values("dynamic_alpha_scale").front(),
          values("static_beta"),
          values("dynamic_beta_fn"),
          values("dynamic_beta_scale").front(),
          input.convention.at("norm_clamp").number(),
          input.convention.at("gamma_offset").number()};
}

namespace {

class hc final : public in_every_arithmetic<hc> {
 public:
  std::string_view name() const override { return "hc"; }

  std::vector<constant_spec> constants() const override {
    return {{"norm_clamp", exact_constant(1e-12), "each stream is divided by max(its norm, norm_clamp)"},
            {"gamma_offset", exact_constant(1.0), "normalised features are multiplied by gamma_offset + gamma"}};
  }

  std::vector<tensor_spec> tensors(std::size_t streams, std::size_t features, const mixer_convention&) const override {
    const tensor_axis n{"n", streams}, d{"d", features}, gates{"1+n", 1 + streams};
    return {{"norm.gamma", {d}},         {"static_alpha", {n, gates}}, {"dynamic_alpha_fn", {d, gates}},
            {"dynamic_alpha_scale", {}}, {"static_beta", {n}},         {"dynamic_beta_fn", {d}},
            {"dynamic_beta_scale", {}}};
  }

  rank_bound feedback_rank(std::size_t n, std::size_t state_rank, const mixer_convention&) const override {
    return {n * std::min(n, state_rank), "T1"};
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
