#pragma once

#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/hc.hpp"

namespace mixcert {

template <scalar S>
mixer_evaluation<S> evaluate_hc(const context<S>& context, const hc_site& site, const matrix<S>& X) {
  const S clamp = positive(context, "norm_clamp", site.norm_clamp);
  const std::vector<S> scale = offset_scale(context, site.gamma_offset, site.gamma);
  const auto weight = [&](const std::vector<double>& column) {
    std::vector<S> w;
    for (std::size_t c = 0; c < column.size(); ++c) w.push_back(scale[c] * context.exact(column[c]));
    return w;
  };
  const auto normalise = [&](const S* x, const std::string& name) {
    return clamped_norm(context, x, X.cols(), clamp, name, "norm_clamp");
  };
  const std::vector<generator<S>> weights = tanh_gate_weights<S>(site, weight);
  return evaluate_tanh_gates(context, site,
                             per_stream_router<S>(context, X, normalisations_of_rows(X, normalise), weights),
                             std::vector<S>(weights.size(), context.exact(0)));
}

} // namespace mixcert
