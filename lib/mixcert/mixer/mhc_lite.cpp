#include "mixcert/mixer/mhc_lite.hpp"

#include "mixcert/mixer/detail/declarations.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/kronecker_mixture.hpp"

namespace mixcert {
namespace {

class mhc_lite final : public in_every_arithmetic<mhc_lite> {
 public:
  std::string_view name() const override { return "mhc-lite"; }
  std::string_view summary() const override { return "convex combinations of all n! permutations"; }

  std::vector<constant_spec> constants() const override { return permutation_router_constants(); }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention&) const override {
    if (n > most_permuted)
      throw input_error("mixer 'mhc-lite' has a logit for each of the n! permutations of n streams; n is " +
                        std::to_string(n) + ", and must be at most " + std::to_string(most_permuted));
    return permutation_router_tensors(n, d, {"n+n!", n + factorial(n)});
  }

  mixer_invariants invariants(const mixer_convention&) const override { return doubly_stochastic(); }

  state_dependence dependence(std::size_t n, const mixer_convention&) const override { return mixture_dependence({n}); }

  mixer_costs costs(std::size_t n, const mixer_convention&) const override {
    const polynomial permutations = polynomial::variable("n!");
    return permutation_router_costs(permutations, cost::permutation_mixture(cost::n, permutations),
                                    {{"n!", factorial(n)}});
  }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    return evaluate_kronecker_mixture(context, input, X, {X.rows()});
  }
};

} // namespace

const mixer& mhc_lite_mixer() {
  static const mhc_lite instance;
  return instance;
}

} // namespace mixcert
