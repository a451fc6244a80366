// Both passes over a sequence, and what can be asked of their enclosures.
#pragma once

#include "cotangents/quantities.hpp"

#include <algorithm>

namespace mixcert::cotangents {

/// Each with a forward pass of its own. `stopped` says at which sites the second stops the routers' derivatives.
/// Requirements and errors as of differentiate.
template <class S>
both_passes<S> pass_twice(const context<S>& context, const model_weights<S>& model,
                          const std::vector<std::size_t>& tokens, const std::vector<router_derivative>& stopped) {
  const std::vector<router_derivative> taken(stopped.size(), router_derivative::taken);
  return {differentiate(context, model, tokens, taken), differentiate(context, model, tokens, stopped)};
}

/// Bit for bit; for enclosures, both ends.
inline bool identical(float64 x, float64 y) { return x == y; }
inline bool identical(const interval& x, const interval& y) { return x.lower() == y.lower() && x.upper() == y.upper(); }
inline bool identical(const mp_interval& x, const mp_interval& y) {
  return mpfr_equal_p(x.lower(), y.lower()) != 0 && mpfr_equal_p(x.upper(), y.upper()) != 0;
}

/// Whether logits and loss of both passes are.
template <class S> bool same_forward(const both_passes<S>& passes) {
  const std::vector<S>&x = passes.whole.logits.values(), &y = passes.stopped.logits.values();
  return identical(passes.whole.loss, passes.stopped.loss) &&
         std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const S& a, const S& b) { return identical(a, b); });
}

/// At least upper - lower; inf for an unbounded or NaN interval.
inline double width_up(const mp_interval& x) {
  if (!is_finite(x)) return std::numeric_limits<double>::infinity();
  mp_float width(53);
  mpfr_sub(width.get(), x.upper(), x.lower(), MPFR_RNDU);
  return to_double_up(width);
}

/// The widest entry's width.
template <class S> double widest(const std::vector<S>& enclosures) {
  double widest = 0;
  for (const S& x : enclosures) widest = std::max(widest, width_up(x));
  return widest;
}

template <class S> std::vector<S> entries(const streams<S>& X) {
  std::vector<S> r;
  for (const matrix<S>& of_token : X) r.insert(r.end(), of_token.values().begin(), of_token.values().end());
  return r;
}

} // namespace mixcert::cotangents
