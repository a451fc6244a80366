// Inner products of exact data.
#pragma once

#include "mixcert/scalar/context.hpp"

#include <cstddef>

namespace mixcert {

/// sum_{c < count} a[c] b[c], halves added to halves: the width of an enclosure grows with log(count) roundings, not
/// with count.
template <class S>
S exact_inner_product(const context<S>& context, const double* a, const double* b, std::size_t count) {
  if (count > 16) {
    const std::size_t half = count / 2;
    return exact_inner_product(context, a, b, half) + exact_inner_product(context, a + half, b + half, count - half);
  }
  S sum = context.exact(0);
  for (std::size_t c = 0; c < count; ++c) sum += context.exact(a[c]) * context.exact(b[c]);
  return sum;
}

} // namespace mixcert
