// How do I certify my own mixer? (docs/how-to/adding-a-mixer.md puts one into the program.)
#include "mixcert/certificate/certify.hpp"
#include "mixcert/certificate/summary.hpp"
#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/declarations.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/whole_state.hpp"

#include <iostream>
#include <utility>

using namespace mixcert;

/// H = (1 - g) I + g 1 1^T / n with g = sigmoid(<weight, x> / |x|_rms), x = vec X.
struct toward_mean : in_every_arithmetic<toward_mean> {
  std::string_view name() const override { return "toward-mean"; }
  std::string_view summary() const override { return "the identity and the mean of the streams, in a routed share"; }
  std::vector<constant_spec> constants() const override { return {}; }
  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention&) const override {
    return {{"weight", {{"nd", n * d}}}};
  }
  mixer_invariants invariants(const mixer_convention&) const override { return doubly_stochastic(); }
  state_dependence dependence(std::size_t, const mixer_convention&) const override {
    return {1, {{feature_group::array, "share", 1, "weight"}}};
  }
  mixer_costs costs(std::size_t, const mixer_convention&) const override { return {}; }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& in, const matrix<S>& X) {
    const std::size_t n = X.rows(), size = X.values().size();
    const matrix<double> weights(1, size, in.parameters.at("weight"));
    const S zero = context.exact(0), one = context.exact(1), mean = one / context.exact(double(n));
    whole_state_router<S> router(context, weights, {}, X,
                                 root_mean_square(context, X.values().data(), size, zero, "the state", "no epsilon"));
    const std::size_t share = router.add("share", 0);
    const S z = router.normalised(0), g = sigmoid(z), rest = sigmoid(-z), slope = g * rest;
    whole_state_outputs<S> y(context, router, 1, 1);
    y.logits(0, 0) = z;
    for (std::size_t i = 0; i < n * n; ++i) {
      const bool diagonal = i % (n + 1) == 0;
      y.H(i / n, i % n) = diagonal ? rest + g * mean : g * mean;
      y.dH_dlogits(i, 0) = slope * (diagonal ? mean - one : mean);
      if (share != router.none) y.dH(i, share) = y.dH_dlogits(i, 0);
    }
    y.read.assign(n, mean);
    y.write.assign(n, one);
    return evaluation_of(context, std::move(router), std::move(y));
  }
};

int main() {
  const mixer_input input{{{"weight", {1, -1, 0.5, 2, 0, 1}}}, {}, matrix<double>(2, 3, {1, 2, -1, 0.5, 0, 3})};
  const certificate c = certify(toward_mean(), input, {});
  std::cout << "norm between " << c.quantities.norm.lo() << " and " << c.quantities.norm.hi() << '\n';
}

// prints:
// norm between 1.2271248363837687e+00 and 1.2271248363837691e+00
