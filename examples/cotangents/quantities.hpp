// What is said about a loss and two gradients of it.
#pragma once

#include "cotangents/transformer.hpp"

#include <string>

namespace mixcert::cotangents {

/// One forward and backward pass with the routers' derivatives taken, and one with them stopped.
template <class S> struct both_passes { loss_and_gradient<S> whole, stopped; };

template <class S> struct quantity {
  std::string name;
  S value;
};

/// The loss; for the gradients g and s by the embedding, without and with stopped derivatives: |g|, |s|, |s|/|g|,
/// |g|/|s|, <g, s>/(|g| |s|), |g - s|/|g|, |g - s|/|s|. Quotients are useless where an enclosure of a norm holds zero.
template <class S> std::vector<quantity<S>> quantities(const context<S>& context, const both_passes<S>& passes) {
  const std::vector<S>&g = passes.whole.embedding.values(), &s = passes.stopped.embedding.values();
  S gg = context.exact(0), ss = gg, gs = gg, difference = gg;
  for (std::size_t i = 0; i < g.size(); ++i) {
    gg += sqr(g[i]);
    ss += sqr(s[i]);
    add_product(gs, g[i], s[i]);
    difference += sqr(g[i] - s[i]);
  }
  const S norm = sqrt(gg), stopped_norm = sqrt(ss), distance = sqrt(difference);
  return {{"loss", passes.whole.loss},
          {"grad_norm", norm},
          {"grad_stopped_norm", stopped_norm},
          {"norm_ratio_stopped_over_true", stopped_norm / norm},
          {"norm_ratio_true_over_stopped", norm / stopped_norm},
          {"cosine", gs / (norm * stopped_norm)},
          {"relative_difference_over_true", distance / norm},
          {"relative_difference_over_stopped", distance / stopped_norm}};
}

} // namespace mixcert::cotangents
