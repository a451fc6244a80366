#include "mixcert/mixer/cayley.hpp"

#include "mixcert/error.hpp"
#include "mixcert/mixer/detail/cayley.ipp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"

#include <algorithm>

namespace mixcert {
namespace {

class cayley final : public in_every_arithmetic<cayley> {
 public:
  std::string_view name() const override { return "cayley"; }
  std::string_view summary() const override {
    return "construction of theorem T11: three streams rotated about their mean";
  }

  std::vector<constant_spec> constants() const override { return {{"K", exact_constant(1.0), "gain of the router"}}; }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention&) const override {
    if (n != 3)
      throw input_error("mixer 'cayley' is a construction with three streams; the state has " + std::to_string(n));
    return {{"v", {{"d", d}}}};
  }

  mixer_invariants invariants(const mixer_convention&) const override {
    return {.rows_sum_to_one = true, .columns_sum_to_one = true, .orthogonal = true};
  }

  state_dependence dependence(std::size_t, const mixer_convention&) const override {
    return {1, {{feature_group::row, "v", 1, "the tensor v"}}};
  }

  mixer_costs costs(std::size_t, const mixer_convention&) const override {
    using cost::d;
    return cost::completed({.parameters = d,
                            .route = {.additions = (3 * d - 1) + (3 * d - 1),
                                      .multiplications = 2 * d + 3 * d + 1,
                                      .divisions = 1,
                                      .roots = 1},
                            .mix = {.additions = 12, .multiplications = 17, .divisions = 2}},
                           cost::around::nothing);
  }

  state_size usual_size() const override { return {3, 64}; }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    return evaluate_cayley(context, input, X);
  }
};

} // namespace

const mixer& cayley_mixer() {
  static const cayley instance;
  return instance;
}

} // namespace mixcert
