#include "mixcert/mixer/mhc_v4.hpp"

#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/mhc_v4.ipp"

#include <algorithm>

namespace mixcert {

template mixer_evaluation<float64> evaluate_mhc_v4(const context<float64>&, const mhc_v4_site&, const matrix<float64>&);
template mixer_evaluation<quad> evaluate_mhc_v4(const context<quad>&, const mhc_v4_site&, const matrix<quad>&);
template mixer_evaluation<interval> evaluate_mhc_v4(const context<interval>&, const mhc_v4_site&,
                                                    const matrix<interval>&);
template mixer_evaluation<mp_interval> evaluate_mhc_v4(const context<mp_interval>&, const mhc_v4_site&,
                                                       const matrix<mp_interval>&);
template mixer_evaluation<slope_form> evaluate_mhc_v4(const context<slope_form>&, const mhc_v4_site&,
                                                      const matrix<slope_form>&);

mhc_v4_site mhc_v4_site_of(const mixer_input& input) {
  const std::size_t n = input.state.rows(), d = input.state.cols();
  return {matrix<double>((2 + n) * n, n * d, input.parameters.at("fn")),
          input.parameters.at("scale"),
          input.parameters.at("base"),
          input.convention.at("norm_eps").number(),
          input.convention.at("hc_eps").number(),
          input.convention.at("iterations").number()};
}

namespace {

class mhc_v4 final : public in_every_arithmetic<mhc_v4> {
 public:
  std::string_view name() const override { return "mhc-v4"; }

  std::vector<constant_spec> constants() const override {
    return {{"norm_eps", exact_constant(1e-6), "added to the mean square of the state under the root"},
            {"hc_eps", exact_constant(1e-6), "added to read gates, to the softmax and to every sum that divides it"},
            {"iterations", exact_constant(20.0), "how often columns are normalised; rows once less"}};
  }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention&) const override {
    const tensor_axis gates{"(2+n)n", (2 + n) * n}, state{"nd", n * d}, three{"3", 3};
    return {{"fn", {gates, state}}, {"scale", {three}}, {"base", {gates}}};
  }

  /// The feedback is A B with A of rank n rank X. Rows of B are combinations of the derivatives of n(n-1) differences
  /// of logits, those of the row softmax.
  rank_bound feedback_rank(std::size_t n, const state_rank& rank, const mixer_convention&) const override {
    return {n * std::min(n - 1, rank.state), "T8"};
  }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    return evaluate_mhc_v4(context, mhc_v4_site_of(input), X);
  }
};

} // namespace

const mixer& mhc_v4_mixer() {
  static const mhc_v4 instance;
  return instance;
}

} // namespace mixcert
