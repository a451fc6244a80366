#include "mixcert/mixer/krom_go.hpp"

#include "mixcert/mixer/detail/declarations.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/krom_go.ipp"

namespace mixcert {
namespace {

class krom_go final : public in_every_arithmetic<krom_go> {
 public:
  std::string_view name() const override { return "krom-go"; }
  std::string_view summary() const override { return "Kronecker products of energies of blocks of rotations"; }

  std::vector<constant_spec> constants() const override {
    std::vector<constant_spec> constants = energy_router_constants();
    constants.push_back({"factors", convention_value::word("binary"),
                         "sizes of the Kronecker factors, the outermost first (2x3); binary: all are 2"});
    constants.push_back({"s", convention_value::word("2"),
                         "side of the blocks whose energies are the entries of a factor, for all or each (2,1)"});
    return constants;
  }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention& convention) const override {
    std::size_t parameters = 0;
    std::string symbol;
    for (const energy_factor& factor : krom_go_factors(n, convention)) {
      parameters += factor.parameters();
      symbol += (symbol.empty() ? "" : "+") + std::to_string(factor.parameters());
    }
    return rms_router_tensors(n, d, {symbol, parameters});
  }

  mixer_invariants invariants(const mixer_convention&) const override { return doubly_stochastic(); }

  state_dependence dependence(std::size_t n, const mixer_convention& convention) const override {
    return energy_dependence(krom_go_factors(n, convention));
  }

  mixer_costs costs(std::size_t n, const mixer_convention& convention) const override {
    std::size_t parameters = 0;
    factor_sizes sizes;
    operation_count mix;
    for (const energy_factor& factor : krom_go_factors(n, convention)) {
      parameters += factor.parameters();
      sizes.push_back(factor.f);
      mix = mix + energy_cost(static_cast<long>(factor.f), factor.s);
    }
    return rms_router_costs(polynomial::variable("m"), mix + cost::kronecker_product(sizes), {{"m", parameters}});
  }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    return evaluate_krom_go(context, input, X);
  }
};

} // namespace

const mixer& krom_go_mixer() {
  static const krom_go instance;
  return instance;
}

} // namespace mixcert
