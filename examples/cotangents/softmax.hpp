// The softmax of a list, and the cross entropy.
#pragma once

#include "cotangents/arrays.hpp"

namespace mixcert::cotangents {

/// The index of the largest logit, as far as enclosures tell: what is subtracted before powers are taken. Any choice is
/// exact.
template <class S> std::size_t largest(const std::vector<S>& logits) {
  std::size_t top = 0;
  for (std::size_t k = 1; k < logits.size(); ++k)
    if (certainly_less(logits[top], logits[k])) top = k;
  return top;
}

/// p_k = e^l_k / sum_j e^l_j. Requires a logit.
template <class S> std::vector<S> softmax(const context<S>& context, const std::vector<S>& logits) {
  const S& top = logits[largest(logits)];
  std::vector<S> p;
  S sum = context.exact(0);
  for (const S& l : logits) {
    p.push_back(exp(l - top));
    sum += p.back();
  }
  for (S& x : p) x = x / sum;
  return p;
}

/// Cotangents of p to those of the logits: p_k (y_k - <p, y>).
template <class S>
std::vector<S> softmax_adjoint(const context<S>& context, const std::vector<S>& p, const std::vector<S>& y) {
  S mean = context.exact(0);
  for (std::size_t k = 0; k < p.size(); ++k) add_product(mean, p[k], y[k]);
  std::vector<S> logits;
  for (std::size_t k = 0; k < p.size(); ++k) logits.push_back(p[k] * (y[k] - mean));
  return logits;
}

/// -log p_target = log(sum_k e^(l_k - l_target)).
template <class S> S cross_entropy(const context<S>& context, const std::vector<S>& logits, std::size_t target) {
  const S& top = logits[largest(logits)];
  S sum = context.exact(0);
  for (const S& l : logits) sum += exp(l - top);
  return log(sum) + (top - logits[target]);
}

} // namespace mixcert::cotangents
