#include "mixcert/mixer/balanced.hpp"

#include "mixcert/error.hpp"
#include "mixcert/mixer/detail/balanced.ipp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"

#include <algorithm>

namespace mixcert {
namespace {

class balanced final : public in_every_arithmetic<balanced> {
 public:
  std::string_view name() const override { return "balanced"; }

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

  rank_bound feedback_rank(std::size_t, const state_rank& rank, const mixer_convention&) const override {
    return {std::min<std::size_t>(1, rank.differences), "T8"};
  }

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
