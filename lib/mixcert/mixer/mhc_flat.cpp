#include "mixcert/mixer/mhc_flat.hpp"

#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/declarations.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/mhc_flat.ipp"
#include "mixcert/mixer/detail/rms_router.hpp"

namespace mixcert {
namespace {

using namespace mhc_flat_detail;

class mhc_flat final : public in_every_arithmetic<mhc_flat> {
 public:
  std::string_view name() const override { return "mhc-flat"; }
  std::string_view summary() const override {
    return "manifold-constrained as published: the whole state RMS-normalised, Sinkhorn";
  }

  std::vector<constant_spec> constants() const override {
    return {{"norm_eps", exact_constant(1e-6), "added to the mean square of the state under the root"},
            {"iterations", exact_constant(20.0), "how often rows and columns are normalised"},
            {"order", convention_value::word(rows_first), "which are normalised first", {rows_first, columns_first}},
            {"orientation",
             convention_value::word(direct),
             "H is the matrix of weights or its transpose",
             {direct, transposed}}};
  }

  std::vector<tensor_spec> tensors(std::size_t streams, std::size_t features, const mixer_convention&) const override {
    const tensor_axis n{"n", streams}, state{"nd", streams * features}, entries{"n^2", streams * streams};
    return {{"norm.weight", {state}},
            {"phi_pre", {state, n}},
            {"phi_post", {state, n}},
            {"phi_res", {state, entries}},
            {"a_pre", {}},
            {"a_post", {}},
            {"a_res", {}},
            {"b_pre", {n}},
            {"b_post", {n}},
            {"b_res", {n, n}}};
  }

  mixer_invariants invariants(const mixer_convention& convention) const override {
    const bool rows_are_last = is(convention, "order", columns_first),
               is_transposed = is(convention, "orientation", transposed);
    const bool columns = rows_are_last == is_transposed;
    return {.rows_sum_to_one = !columns,
            .columns_sum_to_one = columns,
            .nonnegative = true,
            .remark = std::string(columns ? "rows" : "columns") + other_sums_remark};
  }

  state_dependence dependence(std::size_t n, const mixer_convention& convention) const override {
    const bool rows = is(convention, "order", rows_first);
    return {n * (n - 1),
            {{feature_group::array, "res[j,k]-res[j,0]", n * (n - 1),
              std::string("differences of columns of phi_res times norm.weight, within a ") +
                  (rows ? "row" : "column (j) of the logits")}}};
  }

  mixer_costs costs(std::size_t, const mixer_convention& convention) const override {
    using cost::n;
    const auto iterations = static_cast<long>(iterations_of(convention));
    return cost::completed({.parameters = cost::predictor_parameters(n * n),
                            .route = rms_routed(n * n),
                            .mix = operation_count{.exponentials = n * n} + 2 * iterations * cost::normalised_rows()});
  }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    return evaluate_mhc_flat(context, input, X);
  }
};

} // namespace

const mixer& mhc_flat_mixer() {
  static const mhc_flat instance;
  return instance;
}

} // namespace mixcert
