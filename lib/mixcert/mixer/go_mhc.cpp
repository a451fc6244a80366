#include "mixcert/mixer/go_mhc.hpp"

#include "mixcert/mixer/detail/go_mhc.ipp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"

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
    return rms_router_tensors(n, d, {"ns(ns-1)/2", go_mhc_factor(n, convention).parameters()});
  }

  rank_bound feedback_rank(std::size_t n, const state_rank& rank, const mixer_convention& convention) const override {
    return energy_rank({go_mhc_factor(n, convention)}, n, rank);
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
