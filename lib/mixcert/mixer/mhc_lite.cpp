#include "mixcert/mixer/mhc_lite.hpp"

#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/kronecker_mixture.hpp"

namespace mixcert {
namespace {

class mhc_lite final : public in_every_arithmetic<mhc_lite> {
 public:
  std::string_view name() const override { return "mhc-lite"; }

  std::vector<constant_spec> constants() const override { return permutation_router_constants(); }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention&) const override {
    if (n > most_permuted)
      throw input_error("mixer 'mhc-lite' has a logit for each of the n! permutations of n streams; n is " +
                        std::to_string(n) + ", and must be at most " + std::to_string(most_permuted));
    return permutation_router_tensors(n, d, {"n+n!", n + factorial(n)});
  }

  rank_bound feedback_rank(std::size_t n, const state_rank& rank, const mixer_convention&) const override {
    return {(n - 1) * rank.differences, "T8"};
  }

  mixer_invariants invariants(const mixer_convention&) const override { return {true, true}; }

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
