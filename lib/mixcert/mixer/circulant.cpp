#include "mixcert/mixer/circulant.hpp"

#include "mixcert/mixer/detail/circulant.ipp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"

#include <algorithm>

namespace mixcert {
namespace {

class circulant final : public in_every_arithmetic<circulant> {
 public:
  std::string_view name() const override { return "circulant"; }

  std::vector<constant_spec> constants() const override {
    return {{"norm_eps", exact_constant(1e-8), "added to the root mean square of the state"},
            {"gamma", exact_constant(1.0), "share of the routed shifts; the rest is the identity"}};
  }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention&) const override {
    const tensor_axis state{"nd", n * d}, gates{"3n", 3 * n};
    return {{"phi.weight", {gates, state}}, {"alpha", {}}, {"b", {gates}}};
  }

  rank_bound feedback_rank(std::size_t n, const state_rank& rank, const mixer_convention&) const override {
    return {std::min(n - 1, (n - 1) * rank.differences), "T8"};
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
