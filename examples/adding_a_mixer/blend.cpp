// Mixer `blend`: every stream keeps a share of itself and takes the rest from the mean of all, and the state says how
// much.
#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/declarations.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/whole_state.hpp"

#include <utility>

namespace mixcert {
namespace {

/// With x = vec X row by row and r = 1/sqrt(mean(x^2) + norm_eps): z = scale r <weight, x> + bias, g = sigmoid(z) and
/// H = (1 - g) I + g 1 1^T / n. The branch reads the mean of the streams and writes to all alike.
/// Generators: the rows of X or their differences from near ones. Arrays: `share`, the weight. `logits` is z;
/// `dH_dlogits` is n^2 x 1. Throws input_error unless norm_eps >= 0, and not_certified where the root may be zero.
class blend final : public in_every_arithmetic<blend> {
 public:
  std::string_view name() const override { return "blend"; }
  std::string_view summary() const override { return "the identity and the mean of the streams, in a routed share"; }

  std::vector<constant_spec> constants() const override {
    return {{"norm_eps", exact_constant(1e-6), "added to the mean square of the state under the root"}};
  }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention&) const override {
    return {{"weight", {{"nd", n * d}}}, {"scale", {}}, {"bias", {}}};
  }

  mixer_invariants invariants(const mixer_convention&) const override { return doubly_stochastic(); }

  state_dependence dependence(std::size_t, const mixer_convention&) const override {
    return {1, {{feature_group::array, "share", 1, "weight"}}};
  }

  mixer_costs costs(std::size_t, const mixer_convention&) const override {
    using cost::n, cost::d;
    return cost::completed(
        {.parameters = n * d + 2,
         .route = cost::rms_normalised(n * d) + cost::affine_logits(n * d, 1),
         .mix = cost::sigmoids(1) + operation_count{.additions = 2, .divisions = 1}}); // 1 - g, g / n and their sum
  }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    const std::size_t n = X.rows(), count = X.values().size();
    const auto values = [&](const char* name) -> const std::vector<double>& { return input.parameters.at(name); };
    const S norm_eps = at_least_zero(context, "norm_eps", input.convention.at("norm_eps").number());

    const matrix<double> weights(1, count, values("weight"));
    whole_state_router<S> router(
        context, weights, {}, X,
        root_mean_square(context, X.values().data(), count, norm_eps, "the state", "norm_eps"));
    const std::size_t share = router.add("share", 0);

    const S one = context.exact(1), scale = context.exact(values("scale").front());
    const S z = router.normalised(0) * scale + context.exact(values("bias").front());
    const S g = sigmoid(z), rest = sigmoid(-z), slope = g * rest;
    const S mean = one / context.exact(static_cast<double>(n));
    whole_state_outputs<S> y(context, router, 1, 1);
    y.logits(0, 0) = z;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        const std::size_t entry = i * n + j;
        y.H(i, j) = i == j ? rest + g * mean : g * mean;
        y.dH_dlogits(entry, 0) = slope * (i == j ? mean - one : mean);
        if (share != router.none) y.dH(entry, share) = y.dH_dlogits(entry, 0) * scale;
      }
    y.read.assign(n, mean);
    y.write.assign(n, one);
    return evaluation_of(context, std::move(router), std::move(y));
  }
};

} // namespace

const mixer& blend_mixer() {
  static const blend instance;
  return instance;
}

} // namespace mixcert
