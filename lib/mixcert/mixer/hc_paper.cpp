#include "mixcert/mixer/hc_paper.hpp"

#include "mixcert/mixer/detail/hc_paper.ipp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/tanh_gates.hpp"

#include <algorithm>

namespace mixcert {
namespace {

class hc_paper final : public in_every_arithmetic<hc_paper> {
 public:
  std::string_view name() const override { return "hc-paper"; }

  std::vector<constant_spec> constants() const override {
    return {{"norm_eps", exact_constant(1e-5), "added to the variance of a stream's features under the root"}};
  }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t features, const mixer_convention&) const override {
    const tensor_axis d{"d", features};
    std::vector<tensor_spec> tensors{{"norm.weight", {d}}, {"norm.bias", {d}}};
    for (tensor_spec& spec : tanh_gate_tensors({"n", n}, d)) tensors.push_back(std::move(spec));
    return tensors;
  }

  rank_bound feedback_rank(std::size_t n, const state_rank& rank, const mixer_convention&) const override {
    return {n * std::min(n, rank.state), "T1"};
  }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    return evaluate_hc_paper(context, input, X);
  }
};

} // namespace

const mixer& hc_paper_mixer() {
  static const hc_paper instance;
  return instance;
}

} // namespace mixcert
