#include "mixcert/mixer/balanced.hpp"

#include "mixcert/error.hpp"
#include "mixcert/mixer/detail/balanced.ipp"
#include "mixcert/mixer/detail/declarations.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"

namespace mixcert {
namespace {

class balanced final : public in_every_arithmetic<balanced> {
 public:
  std::string_view name() const override { return "balanced"; }
  std::string_view summary() const override { return "construction of theorem T10: two streams of one feature"; }

  std::vector<constant_spec> constants() const override {
    return {{"K", exact_constant(1.0), "gain of the router"},
            {"epsilon", exact_constant(0.0), "added to the squares under the root"}};
  }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention&) const override {
    if (n != 2 || d != 1)
      throw input_error("mixer 'balanced' is a construction with two streams of one feature; the state is " +
                        std::to_string(n) + " x " + std::to_string(d));
    return {};
  }

  mixer_invariants invariants(const mixer_convention&) const override { return doubly_stochastic(); }

  state_dependence dependence(std::size_t, const mixer_convention&) const override {
    return {1, {{feature_group::row, "1", 1, "the one feature"}}};
  }

  mixer_costs costs(std::size_t, const mixer_convention&) const override {
    return cost::completed({.route = {.additions = 4, .multiplications = 3, .divisions = 3, .roots = 1},
                            .mix = cost::sigmoids(1) + operation_count{.additions = 1, .multiplications = 1}},
                           cost::around::nothing);
  }

  state_size usual_size() const override { return {2, 1}; }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    return evaluate_balanced(context, input, X);
  }
};

} // namespace

const mixer& balanced_mixer() {
  static const balanced instance;
  return instance;
}

} // namespace mixcert
