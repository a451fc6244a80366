#include "mixcert/mixer/go_mhc.hpp"

#include "mixcert/mixer/detail/declarations.hpp"
#include "mixcert/mixer/detail/go_mhc.ipp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"

namespace mixcert {
namespace {

class go_mhc final : public in_every_arithmetic<go_mhc> {
 public:
  std::string_view name() const override { return "go-mhc"; }
  std::string_view summary() const override {
    return "energies of the blocks of a rotation; orthostochastic for s = 1";
  }

  std::vector<constant_spec> constants() const override {
    std::vector<constant_spec> constants = energy_router_constants();
    constants.push_back({"s", exact_constant(2.0), "side of the blocks whose energies are the entries of H"});
    return constants;
  }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention& convention) const override {
    return rms_router_tensors(n, d, {"ns(ns-1)/2", go_mhc_factor(n, convention).parameters()});
  }

  mixer_invariants invariants(const mixer_convention&) const override { return doubly_stochastic(); }

  state_dependence dependence(std::size_t n, const mixer_convention& convention) const override {
    return energy_dependence({go_mhc_factor(n, convention)});
  }

  mixer_costs costs(std::size_t n, const mixer_convention& convention) const override {
    const std::size_t s = go_mhc_factor(n, convention).s;
    const polynomial side = static_cast<long>(s) * cost::n;
    return rms_router_costs(side * (side - 1) / 2, energy_cost(cost::n, s));
  }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    return evaluate_go_mhc(context, input, X);
  }
};

} // namespace

const mixer& go_mhc_mixer() {
  static const go_mhc instance;
  return instance;
}

} // namespace mixcert
