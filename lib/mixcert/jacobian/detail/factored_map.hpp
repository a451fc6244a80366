// Maps over one list of generators by the coordinates of their feedback (theorem T2 e).
#pragma once

#include "mixcert/jacobian/feedback.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace mixcert {

/// H kron I + (I kron G) W (I kron G)^T, for p generators G: H is n x n, W np x np.
template <class S> struct factored_map { matrix<S> H, W; };

/// G^T G.
template <class S> matrix<S> gram(const context<S>& context, const std::vector<generator<S>>& generators) {
  const std::size_t p = generators.size();
  matrix<S> K(p, p, context.exact(0));
  for (std::size_t g = 0; g < p; ++g)
    for (std::size_t h = 0; h <= g; ++h) {
      for (std::size_t c = 0; c < generators[g].row.size(); ++c)
        add_product(K(g, h), generators[g].row[c], generators[h].row[c]);
      K(h, g) = K(g, h);
    }
  return K;
}

/// The generators are the sources, and row (i, g) of W is the derivative that belongs to output i and source g.
template <class S>
feedback<S> as_feedback(const context<S>& context, factored_map<S> map, std::vector<generator<S>> generators) {
  const std::size_t n = map.H.rows(), p = generators.size();
  const S zero = context.exact(0);
  feedback<S> f{std::move(map.H), std::move(generators), {}, matrix<S>(p, p, zero), {}, {}};
  for (std::size_t g = 0; g < p; ++g) f.sources(g, g) = context.exact(1);
  for (std::size_t row = 0; row < n * p; ++row) {
    matrix<S> D(n, p, zero);
    for (std::size_t c = 0; c < n * p; ++c) D.values()[c] = map.W(row, c);
    f.derivatives.push_back(std::move(D));
  }
  return f;
}

} // namespace mixcert
