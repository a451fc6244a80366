// Inner products.
#pragma once

#include "mixcert/scalar/scalar.hpp"

#include <concepts>
#include <cstddef>

namespace mixcert {

/// sum_{c < count} term(c), halves added to halves: the width of an enclosure grows with log(count) roundings, not with
/// count.
template <class S, class Term>
S sum_of_terms(const context<S>& context, std::size_t first, std::size_t count, const Term& term) {
  if (count > 16) {
    const std::size_t half = count / 2;
    return sum_of_terms(context, first, half, term) + sum_of_terms(context, first + half, count - half, term);
  }
  S sum = context.exact(0);
  for (std::size_t c = first; c < first + count; ++c) sum += term(c);
  return sum;
}

/// sum_c a[c] x[c] for exact a.
template <class S> S inner_product(const context<S>& context, const double* a, const S* x, std::size_t count) {
  return sum_of_terms(context, 0, count, [&](std::size_t c) { return context.exact(a[c]) * x[c]; });
}

/// sum_c a[c] x[c] for a in the same arithmetic.
template <class S>
requires(!std::same_as<S, double>) S
    inner_product(const context<S>& context, const S* a, const S* x, std::size_t count) {
  return sum_of_terms(context, 0, count, [&](std::size_t c) { return a[c] * x[c]; });
}

template <class S> S squared_norm(const context<S>& context, const S* x, std::size_t count) {
  return sum_of_terms(context, 0, count, [&](std::size_t c) { return sqr(x[c]); });
}

/// sum_c (x[c] - mean)^2 for the mean of x.
template <class S> S centred_squared_norm(const context<S>& context, const S* x, std::size_t count, const S& mean) {
  return sum_of_terms(context, 0, count, [&](std::size_t c) { return sqr(x[c] - mean); });
}

/// By variables of x as a whole.
inline slope_form centred_squared_norm(const context<slope_form>& context, const slope_form* x, std::size_t count,
                                       const slope_form& mean) {
  return squared_norm(context, x, count) - context.exact(static_cast<double>(count)) * sqr(mean);
}

} // namespace mixcert
