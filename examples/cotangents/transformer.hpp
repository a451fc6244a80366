// The model: its weights, its loss, and the loss's gradient by the embedding output.
#pragma once

#include "cotangents/attention.hpp"
#include "cotangents/mlp.hpp"
#include "cotangents/site.hpp"

namespace mixcert::cotangents {

template <class S> struct block_weights {
  site_weights<S, attention_weights<S>> attention;
  site_weights<S, mlp_weights<S>> mlp;
};

template <class S> struct model_weights {
  std::size_t streams;
  matrix<S> wte; ///< vocabulary x d; the logits' weights too
  matrix<S> wpe; ///< positions x d
  std::vector<block_weights<S>> blocks;
  std::vector<S> final_norm;
  S epsilon; ///< of the layer norms
};

/// The same numbers in an arithmetic. Of mp_interval 53 places hold them exactly, whatever the passes work with.
template <model_scalar S> model_weights<S> converted(const context<S>& context, const model_weights<double>& exact);

template <class S> struct loss_and_gradient {
  matrix<S> logits;    ///< tokens x vocabulary
  S loss;              ///< mean over all tokens but the last of -log softmax(logits)[next token]
  streams<S> expanded; ///< the gradient by the streams that enter the first site: n x d for each token
  matrix<S> embedding; ///< by wte[token] + wpe[position], of which every stream is a copy: tokens x d
};

/// In enclosures of everything, rounding included, or in float64. `router` has an entry a site, in the order in which
/// they are passed; where it says stopped, derivatives of H and of the gates by the streams are left out, and nothing
/// else. Requires two tokens or more, each below the vocabulary's size, and as many positions. Throws not_certified
/// where enclosures are so wide that a stream's norm may be the one at which it is clamped.
template <model_scalar S>
loss_and_gradient<S> differentiate(const context<S>& context, const model_weights<S>& model,
                                   const std::vector<std::size_t>& tokens,
                                   const std::vector<router_derivative>& router);

} // namespace mixcert::cotangents
