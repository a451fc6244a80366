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

  std::vector<constant_spec> constants() const override { return {{"K", exact_constant(1.0), "gain of the router"}}; }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention&) const override {
    if (n != 3)
      throw input_error("mixer 'cayley' is a construction with three streams; the state has " + std::to_string(n));
    return {{"v", {{"d", d}}}};
  }

  rank_bound feedback_rank(std::size_t, const state_rank& rank, const mixer_convention&) const override {
    return {std::min<std::size_t>(1, rank.differences), "T8"};
  }

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
