#pragma once

#include "mixcert/error.hpp"
#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/generators.hpp"
#include "mixcert/mixer/detail/inner_product.hpp"
#include "mixcert/mixer/hc.hpp"

#include <string>

namespace mixcert {
namespace hc_detail {

/// The part of one stream's normalisation that every gate shares.
template <class S> struct normalised_stream {
  S factor;       ///< sqrt(d) / N_s
  S squared_norm; ///< ||x_s||^2
  bool clamped;   ///< N_s is the clamp, a constant
};

template <class S>
normalised_stream<S> normalise(const context<S>& context, const std::vector<S>& x, const S& clamp, std::size_t stream) {
  const S square = squared_norm(context, x.data(), x.size());
  const S root_d = sqrt(context.exact(static_cast<double>(x.size())));
  const S squared_clamp = sqr(clamp);
  if (certainly_less(squared_clamp, square)) return {root_d / sqrt(square), square, false};
  if (certainly_less(square, squared_clamp)) return {root_d / clamp, square, true};
  throw not_certified(
      "stream " + std::to_string(stream) +
      " may have exactly the norm at which its normalisation is clamped, where the mixer need not have a "
      "derivative. Another norm_clamp, or a state away from the clamp, can be certified");
}

/// One gate at one stream: scale tanh(z) + offset with z = factor <x, w>, and its derivative slope (w - x <x,
/// w>/||x||^2).
template <class S> struct gate { S logit, value, dvalue_dlogit, on_w, on_x; };

template <class S>
gate<S> evaluate_gate(const context<S>& context, const normalised_stream<S>& stream, const std::vector<S>& x,
                      const std::vector<S>& w, double scale, double offset) {
  const S inner = inner_product(context, w.data(), x.data(), x.size());
  const S z = stream.factor * inner;
  const S dvalue = context.exact(scale) * sqr(sech(z));
  const S slope = dvalue * stream.factor;
  return {z, context.exact(scale) * tanh(z) + context.exact(offset), dvalue, slope,
          stream.clamped ? context.exact(0) : -(slope * inner / stream.squared_norm)};
}

} // namespace hc_detail

template <scalar S>
mixer_evaluation<S> evaluate_hc(const context<S>& context, const hc_site& site, const matrix<S>& X) {
  using namespace hc_detail;
  const std::size_t n = X.rows(), d = X.cols();
  const S zero = context.exact(0), offset = site.gamma_offset.value(context),
          clamp = positive(context, "norm_clamp", site.norm_clamp);

  generator_list<S> list(zero);
  const std::vector<std::vector<std::size_t>> x_parts = list.add_state_rows(context, X);
  const auto weights = [&](auto column) {
    std::vector<S> w;
    w.reserve(d);
    for (std::size_t c = 0; c < d; ++c) w.push_back((offset + context.exact(site.gamma[c])) * context.exact(column(c)));
    return w;
  };
  std::vector<std::vector<S>> w;
  for (std::size_t t = 0; t <= n; ++t) w.push_back(weights([&](std::size_t c) { return site.dynamic_alpha_fn(c, t); }));
  const std::vector<S> b = weights([&](std::size_t c) { return site.dynamic_beta_fn[c]; });
  std::vector<std::size_t> w_index(n + 1);
  for (std::size_t t = 1; t <= n; ++t) w_index[t] = list.add("w" + std::to_string(t), w[t]);
  w_index[0] = list.add("w0", w[0]);
  const std::size_t b_index = list.add("b", b);

  const matrix<S> no_derivative(n, list.size(), zero);
  mixer_evaluation<S> e{matrix<S>(n, n, zero),
                        std::vector<S>(n, zero),
                        std::vector<S>(n, zero),
                        {},
                        list.state_coordinates(context, x_parts),
                        std::vector<matrix<S>>(n * n, no_derivative),
                        std::vector<matrix<S>>(n, no_derivative),
                        std::vector<matrix<S>>(n, no_derivative),
                        matrix<S>(n, n, zero),
                        matrix<S>(n, n, zero)};
  for (std::size_t s = 0; s < n; ++s) {
    const auto row = X.values().begin() + static_cast<std::ptrdiff_t>(s * d);
    const std::vector<S> x(row, row + static_cast<std::ptrdiff_t>(d));
    const normalised_stream<S> stream = normalise(context, x, clamp, s);
    const auto place = [&](matrix<S>& derivative, const gate<S>& g, std::size_t on_w) {
      if (on_w != list.none) derivative(s, on_w) = g.on_w;
      for (const std::size_t part : x_parts[s]) derivative(s, part) = g.on_x;
    };
    for (std::size_t t = 0; t <= n; ++t) {
      const gate<S> g = evaluate_gate(context, stream, x, w[t], site.dynamic_alpha_scale, site.static_alpha(s, t));
      if (t == 0) {
        e.read[s] = g.value;
        place(e.dread[s], g, w_index[0]);
        continue;
      }
      e.H(t - 1, s) = g.value;
      e.logits(s, t - 1) = g.logit;
      e.dH_dlogits(s, t - 1) = g.dvalue_dlogit;
      place(e.dH[(t - 1) * n + s], g, w_index[t]);
    }
    const gate<S> g = evaluate_gate(context, stream, x, b, site.dynamic_beta_scale, site.static_beta[s]);
    e.write[s] = g.value;
    place(e.dwrite[s], g, b_index);
  }
  e.generators = std::move(list).take();
  return e;
}

} // namespace mixcert
