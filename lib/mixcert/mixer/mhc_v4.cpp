#include "mixcert/mixer/mhc_v4.hpp"

#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/declarations.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/mhc_v4.ipp"

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
  std::string_view summary() const override {
    return "manifold-constrained of DeepSeek-V4: softmax, then Sinkhorn with an epsilon";
  }

  std::vector<constant_spec> constants() const override {
    return {{"norm_eps", exact_constant(1e-6), "added to the mean square of the state under the root"},
            {"hc_eps", exact_constant(1e-6), "added to read gates, to the softmax and to every sum that divides it"},
            {"iterations", exact_constant(20.0), "how often columns are normalised; rows once less"}};
  }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention&) const override {
    const tensor_axis gates{"(2+n)n", (2 + n) * n}, state{"nd", n * d}, three{"3", 3};
    return {{"fn", {gates, state}}, {"scale", {three}}, {"base", {gates}}};
  }

  mixer_invariants invariants(const mixer_convention& convention) const override {
    const bool no_floor =
        is_exact_zero(at_least_zero(context<mp_interval>{64}, "hc_eps", convention.at("hc_eps").number()));
    return {.rows_sum_to_one = no_floor,
            .nonnegative = true,
            .remark = no_floor
                          ? "columns" + std::string(other_sums_remark)
                          : "rows sum to one up to about hc_eps from two iterations on, columns nearly after many"};
  }

  state_dependence dependence(std::size_t n, const mixer_convention&) const override {
    return {n * (n - 1),
            {{feature_group::array, "comb[j,k]-comb[j,0]", n * (n - 1),
              "differences of rows of fn: the first step is a softmax of rows"}}};
  }

  mixer_costs costs(std::size_t, const mixer_convention& convention) const override {
    using cost::n, cost::d;
    const polynomial logits = (2 + n) * n, divisions = 2 * static_cast<long>(iterations_of(convention)) - 1;
    const operation_count inverse_root{.additions = n * d, .multiplications = n * d, .divisions = 2, .roots = 1};
    const operation_count scaled{.multiplications = logits}, floor{.additions = n};
    return cost::completed(
        {.parameters = logits * (n * d + 1) + 3,
         .route = inverse_root + cost::affine_logits(n * d, logits) + scaled + cost::sigmoid_gates() + floor,
         .mix = n * (cost::softmax(n) + floor) + divisions * (cost::normalised_rows() + floor)});
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
