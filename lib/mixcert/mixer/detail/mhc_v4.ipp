#pragma once

#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/normalised_softmax.hpp"
#include "mixcert/mixer/detail/shifted_rows.hpp"
#include "mixcert/mixer/detail/whole_state.hpp"
#include "mixcert/mixer/mhc_v4.hpp"

namespace mixcert {

template <scalar S>
mixer_evaluation<S> evaluate_mhc_v4(const context<S>& context, const mhc_v4_site& site, const matrix<S>& X) {
  const std::size_t n = X.rows();
  const S hc_eps = at_least_zero(context, "hc_eps", site.hc_eps);
  const std::size_t iterations = whole_number("iterations", site.iterations, 1, 1000);
  const S norm_eps = at_least_zero(context, "norm_eps", site.norm_eps);
  const std::size_t pre = 0, post = n, comb = 2 * n; // rows of fn and places of base

  whole_state_router<S> router(
      context, site.fn, {}, X,
      root_mean_square(context, X.values().data(), X.values().size(), norm_eps, "the state", "norm_eps"));
  const std::vector<std::size_t> differences = add_differences_in_rows(router, "comb", comb);
  const std::vector<std::size_t> read = router.add_each("pre", pre, n), write = router.add_each("post", post, n);

  whole_state_outputs<S> y(context, router, n, n);
  add_sigmoid_gates(context, router, pre, read, site.scale[0], &site.base[pre], 1, y.read, y.dread);
  for (S& value : y.read) value += hc_eps;
  add_sigmoid_gates(context, router, post, write, site.scale[1], &site.base[post], 2, y.write, y.dwrite);
  for (std::size_t l = 0; l < n * n; ++l)
    y.logits.values()[l] =
        router.normalised(comb + l) * context.exact(site.scale[2]) + context.exact(site.base[comb + l]);
  normalised_softmax<S> mixed(context, y.logits, {hc_eps, context.exact(0)}, "a positive hc_eps or ");
  mixed.alternate(iterations);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t entry = k * n + j; // of H = comb^T
      y.H(k, j) = mixed.value(j, k);
      add_shifted_rows(context, y, entry, mixed.derivative(j, k), differences, site.scale[2]);
    }
  return evaluation_of(context, std::move(router), std::move(y));
}

} // namespace mixcert
