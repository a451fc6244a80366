#include "mixcert/mixer/ohc.hpp"

#include "mixcert/error.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/ohc.ipp"
#include "mixcert/mixer/detail/rms_router.hpp"

#include <algorithm>

namespace mixcert {
namespace {

class ohc final : public in_every_arithmetic<ohc> {
 public:
  std::string_view name() const override { return "ohc"; }

  std::vector<constant_spec> constants() const override { return {rms_router_constant()}; }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention&) const override {
    if (n != 4)
      throw input_error("mixer 'ohc' rotates four streams by quaternions; the state has " + std::to_string(n));
    return rms_router_tensors(n, d, {"8", 8});
  }

  rank_bound feedback_rank(std::size_t n, const state_rank& rank, const mixer_convention&) const override {
    const std::size_t left = n - std::min(n, rank.state);
    return {n * (n - 1) / 2 - left * (left - std::min<std::size_t>(left, 1)) / 2, "T8"};
  }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    return evaluate_ohc(context, input, X);
  }
};

} // namespace

const mixer& ohc_mixer() {
  static const ohc instance;
  return instance;
}

} // namespace mixcert
