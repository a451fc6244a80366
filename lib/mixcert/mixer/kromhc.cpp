#include "mixcert/mixer/kromhc.hpp"

#include "mixcert/error.hpp"
#include "mixcert/mixer/detail/factors.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/kronecker_mixture.hpp"

#include <algorithm>

namespace mixcert {
namespace {

class kromhc final : public in_every_arithmetic<kromhc> {
 public:
  std::string_view name() const override { return "kromhc"; }

  std::vector<constant_spec> constants() const override {
    std::vector<constant_spec> constants = permutation_router_constants();
    constants.push_back({"factors", convention_value::word("binary"),
                         "sizes of the Kronecker factors, the outermost first (2x3); binary: all are 2"});
    return constants;
  }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention& convention) const override {
    std::size_t logits = 0;
    std::string symbol = "n";
    for (const std::size_t f : factors_of(name(), convention, n, most_permuted)) {
      logits += factorial(f);
      symbol += "+" + std::to_string(f) + "!";
    }
    return permutation_router_tensors(n, d, {symbol, n + logits});
  }

  rank_bound feedback_rank(std::size_t n, const state_rank& rank, const mixer_convention& convention) const override {
    std::size_t parameters = 0;
    for (const std::size_t f : factors_of(name(), convention, n, most_permuted)) parameters += (f - 1) * (f - 1);
    return {std::min(parameters, (n - 1) * rank.differences), "T8"};
  }

  mixer_invariants invariants(const mixer_convention&) const override { return {true, true}; }

  template <scalar S>
  mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) const {
    return evaluate_kronecker_mixture(context, input, X, factors_of(name(), input.convention, X.rows(), most_permuted));
  }
};

} // namespace

const mixer& kromhc_mixer() {
  static const kromhc instance;
  return instance;
}

} // namespace mixcert
