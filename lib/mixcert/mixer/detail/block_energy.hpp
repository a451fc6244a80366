// Energies of the blocks of an orthogonal matrix: a doubly stochastic matrix (theorem T20).
#pragma once

#include "mixcert/mixer/detail/cayley.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {

/// U_ij = |Q_(ij)|_F^2 / s over the s x s blocks of Q, the Cayley transform of the f s (f s - 1) / 2 parameters.
/// Doubly stochastic; s = 1 gives the orthostochastic matrices.
template <field S> class block_energies {
 public:
  block_energies(const context<S>& context, std::size_t f, std::size_t s, const std::vector<S>& parameters,
                 skew_order order)
      : context_(context), s_(s), Q_(context, f * s, parameters, order), U_(f, f, context.exact(0)) {
    const S size = context.exact(static_cast<double>(s));
    for (std::size_t i = 0; i < f; ++i)
      for (std::size_t j = 0; j < f; ++j) {
        const matrix<S> Q_ij = block(i, j);
        for (const S& q : Q_ij.values()) U_(i, j) += sqr(q);
        U_(i, j) = U_(i, j) / size;
      }
  }

  std::size_t size() const { return U_.rows(); }
  const std::vector<std::pair<std::size_t, std::size_t>>& places() const { return Q_.places(); }
  const matrix<S>& value() const { return U_; }

  /// Of U_ij by every parameter.
  std::vector<S> derivative(std::size_t i, std::size_t j) const {
    const S factor = context_.exact(2) / context_.exact(static_cast<double>(s_));
    return gradient(context_, Q_, map(block(i, j), [&](const S& q) { return factor * q; }), i * s_, j * s_);
  }

 private:
  matrix<S> block(std::size_t i, std::size_t j) const {
    std::vector<S> values;
    for (std::size_t u = i * s_; u < (i + 1) * s_; ++u)
      for (std::size_t v = j * s_; v < (j + 1) * s_; ++v) values.push_back(Q_.value()(u, v));
    return {s_, s_, std::move(values)};
  }

  context<S> context_;
  std::size_t s_;
  cayley_transform<S> Q_;
  matrix<S> U_;
};

} // namespace mixcert
