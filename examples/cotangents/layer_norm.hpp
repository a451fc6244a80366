// Layer normalisation without bias.
#pragma once

#include "cotangents/arrays.hpp"

namespace mixcert::cotangents {

/// Of each row x: y = w o u with u = r (x - mean), r = 1/sqrt(mean((x - mean)^2) + epsilon).
template <model_scalar S> class layer_norm {
 public:
  /// Requires x.cols() == w.size() >= 1 and epsilon > 0; w must outlive the object.
  layer_norm(const context<S>& context, const std::vector<S>& w, const S& epsilon, const matrix<S>& x)
      : context_(context), w_(&w), u_(x), output_(x) {
    const std::size_t d = x.cols();
    const S size = context.exact(static_cast<double>(d)), zero = context.exact(0);
    for (std::size_t t = 0; t < x.rows(); ++t) {
      S sum = zero, square = zero;
      for (std::size_t c = 0; c < d; ++c) sum += x(t, c);
      const S mean = sum / size;
      for (std::size_t c = 0; c < d; ++c) {
        u_(t, c) -= mean;
        square += sqr(u_(t, c));
      }
      r_.push_back(context.exact(1) / sqrt(square / size + epsilon));
      for (std::size_t c = 0; c < d; ++c) {
        u_(t, c) = r_[t] * u_(t, c);
        output_(t, c) = w[c] * u_(t, c);
      }
    }
  }

  const matrix<S>& output() const { return output_; }

  /// With g = w o y, the cotangent of u: r (g - mean(g) - mean(g o u) u).
  matrix<S> adjoint(const matrix<S>& y) const {
    const std::size_t d = y.cols();
    const S size = context_.exact(static_cast<double>(d));
    matrix<S> x = y;
    for (std::size_t t = 0; t < y.rows(); ++t) {
      S sum = context_.exact(0), along_u = context_.exact(0);
      for (std::size_t c = 0; c < d; ++c) {
        x(t, c) = (*w_)[c] * y(t, c);
        sum += x(t, c);
        add_product(along_u, x(t, c), u_(t, c));
      }
      const S mean = sum / size, slope = along_u / size;
      for (std::size_t c = 0; c < d; ++c) x(t, c) = r_[t] * (x(t, c) - mean - slope * u_(t, c));
    }
    return x;
  }

 private:
  context<S> context_;
  const std::vector<S>* w_;
  matrix<S> u_, output_;
  std::vector<S> r_;
};

} // namespace mixcert::cotangents
