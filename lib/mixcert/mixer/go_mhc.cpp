#include "mixcert/mixer/go_mhc.hpp"

#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/kronecker_energy.hpp"

namespace mixcert {
namespace {

class go_mhc final : public in_every_arithmetic<go_mhc> {
 public:
  std::string_view name() const override { return "go-mhc"; }

  std::vector<constant_spec> constants() const override {
    std::vector<constant_spec> constants = energy_router_constants();
    constants.push_back({"s", exact_constant(2.0), "side of the blocks whose energies are the entries of H"});
    return constants;
  }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention& convention) const override {
    return rms_router_tensors(n, d, {"ns(ns-1)/2", factor(n, convention).parameters()});
  }

  rank_bound feedback_rank(std::size_t n, const state_rank& rank, const mixer_convention& convention) const override {
    return energy_rank({factor(n, convention)}, n, rank);
  }

  mixer_invariants invariants(const mixer_convention&) const override { return {true, true}; }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    return evaluate_kronecker_energy(context, input, X, {factor(X.rows(), input.convention)});
  }

 private:
  static energy_factor factor(std::size_t n, const mixer_convention& convention) {
    if (n > most_rotated)
      throw input_error("mixer 'go-mhc' takes at most " + std::to_string(most_rotated) + " streams; the state has " +
                        std::to_string(n));
    return {n, whole_number("s", convention.at("s").number(), 1, most_rotated / n)};
  }
};

} // namespace

const mixer& go_mhc_mixer() {
  static const go_mhc instance;
  return instance;
}

} // namespace mixcert
