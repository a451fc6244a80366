// The equations of mixer `hc-paper`: see hc_paper.hpp.
#pragma once

#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/tanh_gates.hpp"
#include "mixcert/mixer/mixer.hpp"

#include <algorithm>

namespace mixcert {
namespace hc_paper_detail {

/// d times (v - mean(v) 1): multiplied so that equal entries leave exact zeros.
template <class S> std::vector<S> centred_times_size(const context<S>& context, const std::vector<S>& v) {
  const S sum = sum_of_terms(context, 0, v.size(), [&](std::size_t c) { return v[c]; });
  const S size = context.exact(static_cast<double>(v.size()));
  std::vector<S> r;
  for (const S& x : v) r.push_back(size * x - sum);
  return r;
}

} // namespace hc_paper_detail

template <scalar S>
mixer_evaluation<S> evaluate_hc_paper(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
  using namespace hc_paper_detail;
  const std::size_t d = X.cols();
  const S epsilon = at_least_zero(context, "norm_eps", input.convention.at("norm_eps").number());
  const S size = context.exact(static_cast<double>(d));
  const std::vector<double>&weight = input.parameters.at("norm.weight"), &bias = input.parameters.at("norm.bias");
  const tanh_gates gates = tanh_gates_of(input);
  const auto normalise = [&](const S* x, const std::string& name) {
    normalisation<S> r = layer_norm(context, x, d, epsilon, name, "norm_eps");
    return normalisation<S>{r.factor / size, r.bend / size, r.mean}; // of products with d v
  };
  std::vector<S> shift;
  const auto centred = [&](const std::vector<double>& column) {
    std::vector<S> v;
    for (std::size_t c = 0; c < d; ++c) v.push_back(context.exact(weight[c]) * context.exact(column[c]));
    shift.push_back(
        sum_of_terms(context, 0, d, [&](std::size_t c) { return context.exact(bias[c]) * context.exact(column[c]); }));
    return centred_times_size(context, v);
  };
  const std::vector<generator<S>> weights = tanh_gate_weights<S>(gates, centred);
  return evaluate_tanh_gates(
      context, gates, per_stream_router<S>(context, X, normalisations_of_rows(X, normalise), weights, true), shift);
}

} // namespace mixcert
