#include "mixcert/mixer/ohc.hpp"

#include "mixcert/error.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/ohc.ipp"
#include "mixcert/mixer/detail/rms_router.hpp"

namespace mixcert {
namespace {

class ohc final : public in_every_arithmetic<ohc> {
 public:
  std::string_view name() const override { return "ohc"; }
  std::string_view summary() const override { return "rotations of four streams by two unit quaternions"; }

  std::vector<constant_spec> constants() const override { return {rms_router_constant()}; }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention&) const override {
    if (n != 4)
      throw input_error("mixer 'ohc' rotates four streams by quaternions; the state has " + std::to_string(n));
    return rms_router_tensors(n, d, {"8", 8});
  }

  mixer_invariants invariants(const mixer_convention&) const override { return {.orthogonal = true}; }

  state_dependence dependence(std::size_t, const mixer_convention&) const override {
    return {6,
            {{feature_group::array, "p i, p j, p k, q i, q j, q k", 6,
              "columns of W_res times norm.weight, combined: the ways in which two unit quaternions move"}}};
  }

  mixer_costs costs(std::size_t, const mixer_convention&) const override {
    const operation_count unit{.additions = 3, .multiplications = 4, .divisions = 4, .roots = 1};
    return rms_router_costs(8, 2 * unit + cost::product(4, 4, 4));
  }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    return evaluate_ohc(context, input, X);
  }
};

} // namespace

const mixer& ohc_mixer() {
  static const ohc instance;
  return instance;
}

} // namespace mixcert
