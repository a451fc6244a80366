#include "mixcert/mixer/ohc.hpp"

#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/quaternion.hpp"
#include "mixcert/mixer/detail/rms_router.hpp"

#include <array>
#include <concepts>

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
    using quaternions::direction, quaternions::left, quaternions::product, quaternions::right;
    rms_router<S> router(context, input, X);
    const std::vector<S> raw = router.p();
    const direction<S> p(context, {raw[0], raw[1], raw[2], raw[3]}, "p"),
        q(context, {raw[4], raw[5], raw[6], raw[7]}, "q");
    const matrix<S> H = product(context, left(p.value()), right(q.value()));

    /// By what the direction moves when the 8 numbers do, and where H moves with it.
    struct motion {
      const char* label;
      std::vector<S> by_logit;
      matrix<S> dH;
    };
    std::vector<motion> motions;
    const auto add = [&](const char* label, const direction<S>& moved, std::size_t first, std::size_t axis,
                         matrix<S> dH) {
      motion m{label, std::vector<S>(8, context.exact(0)), std::move(dH)};
      for (std::size_t c = 0; c < 4; ++c) m.by_logit[first + c] = moved.slope(axis)[c];
      motions.push_back(std::move(m));
    };
    constexpr std::array<const char*, 6> labels{"p i", "p j", "p k", "q i", "q j", "q k"};
    for (std::size_t axis = 0; axis < 3; ++axis)
      add(labels[axis], p, 0, axis, product(context, left(p.tangent(axis)), right(q.value())));
    for (std::size_t axis = 0; axis < 3; ++axis)
      add(labels[3 + axis], q, 4, axis, product(context, left(p.value()), right(q.tangent(axis))));

    // Over a box of states, where arrays must not move, those of the 8 numbers.
    constexpr bool by_logit = std::same_as<S, slope_form>;
    std::vector<std::size_t> arrays;
    if constexpr (by_logit)
      arrays = router.arrays().add_each("res", 0, 8);
    else
      for (const motion& m : motions) arrays.push_back(router.arrays().add_combination(m.label, 0, m.by_logit));

    whole_state_outputs<S> y = router.outputs();
    y.H = H;
    const S scale = context.exact(router.scale());
    const auto add_slope = [&](std::size_t entry, std::size_t a, const S& slope) {
      if (arrays[a] != whole_state_router<S>::none) y.dH(entry, arrays[a]) = slope * scale;
    };
    for (std::size_t entry = 0; entry < 16; ++entry) {
      for (std::size_t m = 0; m < motions.size(); ++m) {
        const S& slope = motions[m].dH.values()[entry];
        for (std::size_t l = 0; l < 8; ++l) y.dH_dlogits(entry, l) += slope * motions[m].by_logit[l];
        if (!by_logit) add_slope(entry, m, slope);
      }
      for (std::size_t l = 0; by_logit && l < 8; ++l) add_slope(entry, l, y.dH_dlogits(entry, l));
    }
    return std::move(router).evaluation(std::move(y));
  }
};

} // namespace

const mixer& ohc_mixer() {
  static const ohc instance;
  return instance;
}

} // namespace mixcert
