// Two linear maps with a GELU between them.
#pragma once

#include "cotangents/arrays.hpp"

namespace mixcert::cotangents {

template <class S> struct mlp_weights {
  matrix<S> c_fc;   ///< hidden x d
  matrix<S> c_proj; ///< d x hidden
};

/// c_proj gelu(c_fc x) for each row x, gelu(z) = z F(z), F(z) = (1 + erf(z/sqrt 2))/2, with derivative F(z) + z f(z),
/// f(z) = e^(-z^2/2)/sqrt(2 pi).
template <model_scalar S> class mlp {
 public:
  using weights = mlp_weights<S>;

  /// Weights must outlive the object.
  mlp(const context<S>& context, const weights& w, const matrix<S>& x)
      : context_(context), w_(&w), slope_(linear(context, w.c_fc, x)) {
    const S one = context.exact(1), half = context.exact(0.5), two = context.exact(2);
    const S root = sqrt(two), height = one / sqrt(two * pi(context));
    matrix<S> hidden = slope_;
    for (std::size_t i = 0; i < hidden.values().size(); ++i) {
      const S z = hidden.values()[i], F = half * (one + erf(z / root));
      hidden.values()[i] = z * F;
      slope_.values()[i] = F + z * (height * exp(-(half * sqr(z))));
    }
    output_ = linear(context, w.c_proj, hidden);
  }

  const matrix<S>& output() const { return output_; }

  matrix<S> adjoint(const matrix<S>& y) const {
    matrix<S> hidden = linear_adjoint(context_, w_->c_proj, y);
    for (std::size_t i = 0; i < hidden.values().size(); ++i)
      hidden.values()[i] = hidden.values()[i] * slope_.values()[i];
    return linear_adjoint(context_, w_->c_fc, hidden);
  }

 private:
  context<S> context_;
  const weights* w_;
  matrix<S> slope_; ///< gelu' at c_fc x
  matrix<S> output_;
};

} // namespace mixcert::cotangents
