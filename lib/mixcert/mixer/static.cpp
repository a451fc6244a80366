#include "mixcert/mixer/static.hpp"

#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/static.ipp"

namespace mixcert {
namespace {

using namespace static_detail;

class static_router final : public in_every_arithmetic<static_router> {
 public:
  std::string_view name() const override { return "static"; }

  std::vector<constant_spec> constants() const override {
    return {{"kind", convention_value::word(sinkhorn), "where H comes from", {sinkhorn, given, identity}},
            {"temperature", exact_constant(0.05), "what divides the logits (sinkhorn)"},
            {"iterations", exact_constant(10.0), "how often rows and columns are normalised (sinkhorn)"}};
  }

  std::vector<tensor_spec> tensors(std::size_t streams, std::size_t, const mixer_convention& c) const override {
    const tensor_axis n{"n", streams};
    if (is(c, "kind", sinkhorn)) return {{"H_res_logits", {n, n}}, {"H_pre_logits", {n}}, {"H_post_logits", {n}}};
    if (is(c, "kind", identity)) return {{"pre", {n}}, {"post", {n}}};
    return {{"H", {n, n}}, {"pre", {n}}, {"post", {n}}};
  }

  rank_bound feedback_rank(std::size_t, const state_rank&, const mixer_convention&) const override { return {0, "T8"}; }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    return evaluate_static(context, input, X);
  }
};

} // namespace

const mixer& static_mixer() {
  static const static_router instance;
  return instance;
}

} // namespace mixcert
