#include "mixcert/mixer/circulant.hpp"

#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/normalised_softmax.hpp"
#include "mixcert/mixer/detail/whole_state.hpp"

#include <algorithm>

namespace mixcert {
namespace {

template <class S> S share(const context<S>& context, const exact_constant& gamma) {
  S value = gamma.value(context);
  if (!certainly_less_equal(context.exact(0), value) || !certainly_less_equal(value, context.exact(1)))
    throw input_error("the constant gamma is " + gamma.text() + "; it must be a number from 0 to 1");
  return value;
}

class circulant final : public in_every_arithmetic<circulant> {
 public:
  std::string_view name() const override { return "circulant"; }

  std::vector<constant_spec> constants() const override {
    return {{"norm_eps", exact_constant(1e-8), "added to the root mean square of the state"},
            {"gamma", exact_constant(1.0), "share of the routed shifts; the rest is the identity"}};
  }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention&) const override {
    const tensor_axis state{"nd", n * d}, gates{"3n", 3 * n};
    return {{"phi.weight", {gates, state}}, {"alpha", {}}, {"b", {gates}}};
  }

  rank_bound feedback_rank(std::size_t n, const state_rank& rank, const mixer_convention&) const override {
    return {std::min(n - 1, (n - 1) * rank.differences), "T8"};
  }

  mixer_invariants invariants(const mixer_convention&) const override { return {true, true}; }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    const std::size_t n = X.rows(), count = X.values().size(), pre = 0, post = n, res = 2 * n;
    const S norm_eps = at_least_zero(context, "norm_eps", input.convention.at("norm_eps").number()),
            gamma = share(context, input.convention.at("gamma").number());
    const double alpha = input.parameters.at("alpha").front();
    const std::vector<double>& b = input.parameters.at("b");

    const matrix<double> phi(3 * n, count, input.parameters.at("phi.weight"));
    whole_state_router<S> router(context, phi, {}, X,
                                 norm_plus(context, X.values().data(), count, norm_eps, "the state", "norm_eps"));
    std::vector<std::size_t> differences{router.none};
    for (std::size_t k = 1; k < n; ++k)
      differences.push_back(router.add_difference("res[" + std::to_string(k) + "]-res[0]", res + k, res));
    const std::vector<std::size_t> read = router.add_each("pre", pre, n), write = router.add_each("post", post, n);

    whole_state_outputs<S> y(context, router, 1, n);
    add_sigmoid_gates(context, router, pre, read, alpha, &b[pre], 1, y.read, y.dread);
    add_sigmoid_gates(context, router, post, write, alpha, &b[post], 2, y.write, y.dwrite);
    for (std::size_t k = 0; k < n; ++k)
      y.logits(0, k) = router.normalised(res + k) * context.exact(alpha) + context.exact(b[res + k]);
    const softmax_rows<S> softmax = softmax_of_rows(context, y.logits);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < n; ++k) {
        const std::size_t entry = i * n + (i + k) % n;
        const S c = gamma * softmax.p(0, k);
        y.H.values()[entry] = k == 0 ? context.exact(1) - gamma * softmax.rest(0, 0) : c;
        for (std::size_t l = 0; l < n; ++l) {
          const S slope = c * (l == k ? softmax.rest(0, k) : -softmax.p(0, l));
          y.dH_dlogits(entry, l) = slope;
          if (differences[l] != router.none) y.dH(entry, differences[l]) = slope * context.exact(alpha);
        }
      }
    return evaluation_of(context, std::move(router), std::move(y));
  }
};

} // namespace

const mixer& circulant_mixer() {
  static const circulant instance;
  return instance;
}

} // namespace mixcert
