#include "mixcert/mixer/static.hpp"

#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/declarations.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/static.ipp"

namespace mixcert {
namespace {

using namespace static_detail;

class static_router final : public in_every_arithmetic<static_router> {
 public:
  std::string_view name() const override { return "static"; }
  std::string_view summary() const override {
    return "no dependence on the state: Sinkhorn of parameters, a given matrix, or the identity";
  }

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

  mixer_invariants invariants(const mixer_convention& convention) const override {
    if (is(convention, "kind", given)) return {.remark = "whatever the tensor H has"};
    if (is(convention, "kind", identity))
      return {.rows_sum_to_one = true, .columns_sum_to_one = true, .nonnegative = true, .orthogonal = true};
    return {.rows_sum_to_one = true, .nonnegative = true, .remark = "columns" + std::string(other_sums_remark)};
  }

  state_dependence dependence(std::size_t, const mixer_convention&) const override { return {}; }

  mixer_costs costs(std::size_t, const mixer_convention& convention) const override {
    using cost::n;
    const polynomial gates = 2 * n;
    return cost::completed({.parameters = is(convention, "kind", identity) ? gates : gates + n * n},
                           cost::around::gates, false);
  }

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
