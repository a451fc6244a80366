// The equations of mixer `static`: see static.hpp.
#pragma once

#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/generators.hpp"
#include "mixcert/mixer/detail/normalised_softmax.hpp"
#include "mixcert/mixer/mixer.hpp"

namespace mixcert {
namespace static_detail {

constexpr const char *sinkhorn = "sinkhorn", *given = "matrix", *identity = "identity";

template <class S> std::vector<S> softmax(const context<S>& context, const std::vector<double>& logits) {
  return softmax_of_rows(context, matrix<S>(1, logits.size(), exact_numbers(context, logits))).p.values();
}

/// Zeros but for the state and its generators.
template <class S> mixer_evaluation<S> without_feedback(const context<S>& context, const matrix<S>& X) {
  const std::size_t n = X.rows();
  const S zero = context.exact(0);
  generator_list<S> list(zero);
  const std::vector<std::vector<std::size_t>> parts = list.add_state_rows(context, X);
  const matrix<S> none(n, list.size(), zero);
  mixer_evaluation<S> e{matrix<S>(n, n, zero),
                        std::vector<S>(n, zero),
                        std::vector<S>(n, zero),
                        {},
                        list.state_coordinates(context, parts),
                        std::vector<matrix<S>>(n * n, none),
                        std::vector<matrix<S>>(n, none),
                        std::vector<matrix<S>>(n, none),
                        {},
                        {}};
  e.generators = std::move(list).take();
  return e;
}

} // namespace static_detail

template <scalar S>
mixer_evaluation<S> evaluate_static(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
  using namespace static_detail;
  const auto values = [&](const char* name) -> const std::vector<double>& { return input.parameters.at(name); };
  const std::size_t n = X.rows();
  const S zero = context.exact(0);
  mixer_evaluation<S> e = without_feedback(context, X);
  if (!is(input.convention, "kind", sinkhorn)) {
    const bool is_identity = is(input.convention, "kind", identity);
    for (std::size_t c = 0; c < n * n; ++c)
      e.H.values()[c] = context.exact(is_identity ? (c % (n + 1) == 0 ? 1.0 : 0.0) : values("H")[c]);
    e.read = exact_numbers(context, values("pre"));
    e.write = exact_numbers(context, values("post"));
    e.dH_dlogits = matrix<S>(n * n, 0, zero);
    return e;
  }
  const S temperature = positive(context, "temperature", input.convention.at("temperature").number());
  e.logits = matrix<S>(n, n, exact_numbers(context, values("H_res_logits")));
  for (S& x : e.logits.values()) x = x / temperature;
  normalised_softmax<S> M(context, e.logits, {zero, zero}, "a higher temperature or ");
  M.alternate(iterations_of(input.convention));
  e.dH_dlogits = matrix<S>(n * n, n * n, zero);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 0; k < n; ++k) {
      e.H(k, j) = M.value(j, k);
      const std::vector<S> slopes = M.derivative(j, k);
      for (std::size_t l = 0; l < n * n; ++l) e.dH_dlogits(k * n + j, l) = slopes[l];
    }
  e.read = softmax(context, values("H_pre_logits"));
  e.write = softmax(context, values("H_post_logits"));
  return e;
}

} // namespace mixcert
