// A few steps of a fixed-point iteration for a Cayley transform, and their derivative (theorem T20).
#pragma once

#include "mixcert/mixer/detail/cayley.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace mixcert {

/// Y = I + alpha W, then `iterations` times Y <- I + (alpha / 2) W (I + Y), for the skew W of these parameters
/// (upper_rows).
template <field S> class iterated_cayley {
 public:
  iterated_cayley(const context<S>& context, std::size_t n, const std::vector<S>& parameters, const S& alpha,
                  std::size_t iterations)
      : places_(skew_places(n, skew_order::upper_rows)), Y_(n, n, context.exact(0)) {
    using cayley_detail::product;
    const S one = context.exact(1), half = alpha / context.exact(2);
    matrix<S> M = Y_; // (alpha / 2) W
    for (std::size_t l = 0; l < places_.size(); ++l) {
      const auto [i, j] = places_[l];
      M(i, j) = half * parameters[l];
      M(j, i) = -M(i, j);
    }
    const auto plus_identity = [&](matrix<S> a) {
      for (std::size_t i = 0; i < n; ++i) a(i, i) += one;
      return a;
    };
    /// half times dW a + M b, for the direction dW of parameter l.
    const auto moved = [&](std::size_t l, const matrix<S>& a, const matrix<S>& b) {
      const auto [i, j] = places_[l];
      matrix<S> r = product(context, M, b);
      for (std::size_t c = 0; c < n; ++c) {
        r(i, c) += half * a(j, c);
        r(j, c) -= half * a(i, c);
      }
      return r;
    };
    // One step from Y = I gives I + alpha W.
    Y_ = plus_identity(Y_);
    derivatives_.assign(places_.size(), matrix<S>(n, n, context.exact(0)));
    for (std::size_t step = 0; step <= iterations; ++step) {
      const matrix<S> I_plus_Y = plus_identity(Y_);
      for (std::size_t l = 0; l < places_.size(); ++l) derivatives_[l] = moved(l, I_plus_Y, derivatives_[l]);
      Y_ = plus_identity(product(context, M, I_plus_Y));
    }
  }

  const std::vector<std::pair<std::size_t, std::size_t>>& places() const { return places_; }
  const matrix<S>& value() const { return Y_; }
  /// By parameter l.
  const matrix<S>& derivative(std::size_t l) const { return derivatives_[l]; }

 private:
  std::vector<std::pair<std::size_t, std::size_t>> places_;
  matrix<S> Y_;
  std::vector<matrix<S>> derivatives_;
};

} // namespace mixcert
