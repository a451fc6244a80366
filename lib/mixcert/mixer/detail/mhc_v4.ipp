#pragma once

#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/generators.hpp"
#include "mixcert/mixer/detail/normalised_softmax.hpp"
#include "mixcert/mixer/detail/normalised_softmax_box.hpp"
#include "mixcert/mixer/detail/whole_state.hpp"
#include "mixcert/mixer/mhc_v4.hpp"

#include <string>

namespace mixcert {
namespace mhc_v4_detail {

template <class S>
normalised_softmax<S> mix(const context<S>& context, const matrix<S>& logits, const S& hc_eps, std::size_t iterations) {
  normalised_softmax<S> comb(context, logits, hc_eps);
  comb.normalise_columns();
  for (std::size_t i = 1; i < iterations; ++i) {
    comb.normalise_rows();
    comb.normalise_columns();
  }
  return comb;
}

} // namespace mhc_v4_detail

template <scalar S>
mixer_evaluation<S> evaluate_mhc_v4(const context<S>& context, const mhc_v4_site& site, const matrix<S>& X) {
  using namespace mhc_v4_detail;
  const std::size_t n = X.rows();
  const S zero = context.exact(0), hc_eps = at_least_zero(context, "hc_eps", site.hc_eps);
  const std::size_t iterations = whole_number("iterations", site.iterations, 1, 1000);
  const S norm_eps = at_least_zero(context, "norm_eps", site.norm_eps);
  enum kind : std::size_t { pre, post, comb };
  const auto first_row = [n](kind k) { return k * n; };

  whole_state_router<S> router(context, site.fn, X, norm_eps, "norm_eps");
  const auto logit_of = [&](kind k, std::size_t place) {
    const std::size_t row = first_row(k) + place;
    return router.normalised(row) * context.exact(site.scale[k]) + context.exact(site.base[row]);
  };
  const auto at = [](const std::string& name, std::size_t i) { return name + "[" + std::to_string(i) + "]"; };
  const auto comb_at = [](std::size_t j, std::size_t k) {
    return "comb[" + std::to_string(j) + "," + std::to_string(k) + "]";
  };
  std::vector<std::size_t> comb_array(n * n, router.none), pre_array, post_array;
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 1; k < n; ++k)
      comb_array[j * n + k] = router.add_difference(comb_at(j, k) + "-" + comb_at(j, 0), first_row(comb) + j * n + k,
                                                    first_row(comb) + j * n);
  for (std::size_t i = 0; i < n; ++i) pre_array.push_back(router.add(at("pre", i), first_row(pre) + i));
  for (std::size_t i = 0; i < n; ++i) post_array.push_back(router.add(at("post", i), first_row(post) + i));

  generator_list<S> list(zero);
  const std::vector<std::vector<std::size_t>> x_parts = list.add_state_rows(context, X);
  const matrix<S> no_derivative(n, list.size(), zero);
  mixer_evaluation<S> e{matrix<S>(n, n, zero),
                        {},
                        {},
                        {},
                        list.state_coordinates(context, x_parts),
                        std::vector<matrix<S>>(n * n, no_derivative),
                        std::vector<matrix<S>>(n, no_derivative),
                        std::vector<matrix<S>>(n, no_derivative),
                        matrix<S>(n, n, zero),
                        matrix<S>(n * n, n * n, zero),
                        {},
                        matrix<S>(n * n, router.arrays(), zero),
                        matrix<S>(n, router.arrays(), zero),
                        matrix<S>(n, router.arrays(), zero)};
  // Adds slope times the derivative of the logit (for comb, of the difference of logits) of an array.
  const auto add = [&](matrix<S>& coordinates, matrix<S>& weights, std::size_t row, const S& slope, kind k,
                       std::size_t array) {
    if (array == router.none) return;
    const S along = slope * context.exact(site.scale[k]), on_state = along * router.on_state(array);
    weights(row, array) += along * router.on_array();
    for (std::size_t s = 0; s < n; ++s)
      for (const std::size_t part : x_parts[s]) coordinates(s, part) += on_state;
  };

  for (std::size_t i = 0; i < n; ++i) {
    const S read = logit_of(pre, i), write = logit_of(post, i), two = context.exact(2);
    e.read.push_back(sigmoid(read) + hc_eps);
    e.write.push_back(two * sigmoid(write));
    add(e.dread[i], e.dread_arrays, i, sigmoid(read) * sigmoid(-read), pre, pre_array[i]);
    add(e.dwrite[i], e.dwrite_arrays, i, two * sigmoid(write) * sigmoid(-write), post, post_array[i]);
  }
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 0; k < n; ++k) e.logits(j, k) = logit_of(comb, j * n + k);
  const normalised_softmax<S> mixed = mix(context, e.logits, hc_eps, iterations);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t entry = k * n + j; // of H = comb^T
      e.H(k, j) = mixed.value(j, k);
      const std::vector<S> slopes = mixed.derivative(j, k);
      for (std::size_t l = 0; l < n * n; ++l) {
        e.dH_dlogits(entry, l) = slopes[l];
        add(e.dH[entry], e.dH_arrays, entry, slopes[l], comb, comb_array[l]);
      }
    }
  e.generators = std::move(list).take();
  e.arrays = std::move(router).take();
  return e;
}

} // namespace mixcert
