#include "mixcert/mixer/circulant.hpp"

#include "mixcert/mixer/detail/circulant.ipp"
#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/declarations.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"

#include <tuple>

namespace mixcert {
namespace {

class circulant final : public in_every_arithmetic<circulant> {
 public:
  std::string_view name() const override { return "circulant"; }
  std::string_view summary() const override { return "convex combinations of cyclic shifts"; }

  std::vector<constant_spec> constants() const override {
    return {{"norm_eps", exact_constant(1e-8), "added to the root mean square of the state"},
            {"gamma", exact_constant(1.0), "share of the routed shifts; the rest is the identity"}};
  }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention&) const override {
    const tensor_axis state{"nd", n * d}, gates{"3n", 3 * n};
    return {{"phi.weight", {gates, state}}, {"alpha", {}}, {"b", {gates}}};
  }

  mixer_invariants invariants(const mixer_convention& convention) const override {
    std::ignore = circulant_detail::share(context<mp_interval>{64}, convention.at("gamma").number());
    return doubly_stochastic();
  }

  state_dependence dependence(std::size_t n, const mixer_convention&) const override {
    return {n - 1, {{feature_group::array, "res[k]-res[0]", n - 1, "differences of the last n rows of phi.weight"}}};
  }

  mixer_costs costs(std::size_t, const mixer_convention&) const override {
    using cost::n, cost::d;
    const operation_count over_root{.additions = n * d, .multiplications = 2 * n * d, .divisions = 2, .roots = 1};
    return cost::completed({.parameters = 3 * n * (n * d + 1) + 1,
                            .route = over_root + cost::affine_logits(n * d, 3 * n) + cost::sigmoid_gates(),
                            .mix = cost::softmax(n) + operation_count{.additions = 1, .multiplications = n}});
  }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    return evaluate_circulant(context, input, X);
  }
};

} // namespace

const mixer& circulant_mixer() {
  static const circulant instance;
  return instance;
}

} // namespace mixcert
