#include "mixcert/mixer/kromhc.hpp"

#include "mixcert/error.hpp"
#include "mixcert/mixer/detail/declarations.hpp"
#include "mixcert/mixer/detail/factors.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/kronecker_mixture.hpp"

namespace mixcert {
namespace {

class kromhc final : public in_every_arithmetic<kromhc> {
 public:
  std::string_view name() const override { return "kromhc"; }
  std::string_view summary() const override { return "Kronecker products of convex combinations of permutations"; }

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

  mixer_invariants invariants(const mixer_convention&) const override { return doubly_stochastic(); }

  state_dependence dependence(std::size_t n, const mixer_convention& convention) const override {
    return mixture_dependence(factors_of(name(), convention, n, most_permuted));
  }

  mixer_costs costs(std::size_t n, const mixer_convention& convention) const override {
    const factor_sizes factors = factors_of(name(), convention, n, most_permuted);
    std::size_t logits = 0;
    operation_count mix = cost::kronecker_product(factors);
    for (const std::size_t f : factors) {
      logits += factorial(f);
      mix = mix + cost::permutation_mixture(static_cast<long>(f), static_cast<long>(factorial(f)));
    }
    return permutation_router_costs(polynomial::variable("m"), mix, {{"m", logits}});
  }

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
