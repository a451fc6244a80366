// A branch of the model with its Hyper-Connections: read, branch, write, mix.
#pragma once

#include "cotangents/layer_norm.hpp"
#include "mixcert/mixer/hc.hpp"

namespace mixcert::cotangents {

/// The streams of every token: n x d each.
template <class S> using streams = std::vector<matrix<S>>;

/// Whether cotangents pass through what the router reads, or the gates count as constants.
enum class router_derivative { taken, stopped };

template <class S, class Weights> struct site_weights {
  hc_site router;
  std::vector<S> norm;
  Weights branch;
};

/// Of a token with streams X: b = sum_s read_s x_s, y = branch(norm(b)), which sees all tokens, and X' = H X + write
/// y^T. H, the gates and their derivatives are those of the library's mixer `hc` at X.
template <model_scalar S, class Branch> class site {
 public:
  using weights = site_weights<S, typename Branch::weights>;

  /// Throws not_certified as evaluate_hc does; weights must outlive the object.
  site(const context<S>& context, const weights& w, const S& epsilon, streams<S> X)
      : context_(context), X_(std::move(X)), routed_(evaluations(context, w.router, X_)),
        norm_(context, w.norm, epsilon, read()), branch_(context, w.branch, norm_.output()) {}

  /// X' of every token.
  streams<S> output() const {
    streams<S> r;
    for (std::size_t t = 0; t < X_.size(); ++t) {
      r.push_back(multiply(routed_[t].H, X_[t], context_.exact(0)));
      for (std::size_t i = 0; i < X_[t].rows(); ++i)
        for (std::size_t c = 0; c < X_[t].cols(); ++c)
          add_product(r[t](i, c), routed_[t].write[i], branch_.output()(t, c));
    }
    return r;
  }

  /// Cotangents of X' to those of X.
  streams<S> adjoint(const streams<S>& of_output, router_derivative derivative) const {
    const std::size_t tokens = X_.size(), d = X_.front().cols();
    matrix<S> of_y = zeros(context_, tokens, d);
    for (std::size_t t = 0; t < tokens; ++t)
      for (std::size_t i = 0; i < X_[t].rows(); ++i)
        for (std::size_t c = 0; c < d; ++c) add_product(of_y(t, c), routed_[t].write[i], of_output[t](i, c));
    const matrix<S> of_b = norm_.adjoint(branch_.adjoint(of_y));
    streams<S> r;
    for (std::size_t t = 0; t < tokens; ++t) {
      r.push_back(multiply(transpose(routed_[t].H), of_output[t], context_.exact(0)));
      for (std::size_t s = 0; s < X_[t].rows(); ++s)
        for (std::size_t c = 0; c < d; ++c) add_product(r[t](s, c), routed_[t].read[s], of_b(t, c));
      if (derivative == router_derivative::taken) add(r[t], through_router(t, of_output[t], of_b));
    }
    return r;
  }

 private:
  static std::vector<mixer_evaluation<S>> evaluations(const context<S>& context, const hc_site& router,
                                                      const streams<S>& X) {
    std::vector<mixer_evaluation<S>> r;
    for (const matrix<S>& of_token : X) r.push_back(evaluate_hc(context, router, of_token));
    return r;
  }

  /// b of every token.
  matrix<S> read() const {
    matrix<S> b = zeros(context_, X_.size(), X_.front().cols());
    for (std::size_t t = 0; t < X_.size(); ++t)
      for (std::size_t s = 0; s < X_[t].rows(); ++s)
        for (std::size_t c = 0; c < b.cols(); ++c) add_product(b(t, c), routed_[t].read[s], X_[t](s, c));
    return b;
  }

  /// What the derivatives of H and of the gates add: sum_ij <g_i, x_j> DH_ij + sum_i <g_i, y> Dwrite_i
  /// + sum_s <h, x_s> Dread_s for the cotangents g_i of X' and h of b (theorem T1, transposed).
  matrix<S> through_router(std::size_t t, const matrix<S>& of_output, const matrix<S>& of_b) const {
    const mixer_evaluation<S>& e = routed_[t];
    const std::size_t n = e.H.rows(), p = e.generators.size();
    matrix<S> coordinates = zeros(context_, n, p);
    const auto accumulate = [&](const S& cotangent, const matrix<S>& derivative) {
      for (std::size_t i = 0; i < derivative.values().size(); ++i)
        add_product(coordinates.values()[i], cotangent, derivative.values()[i]);
    };
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) accumulate(row_product(context_, of_output, i, X_[t], j), e.dH[i * n + j]);
      accumulate(row_product(context_, of_output, i, branch_.output(), t), e.dwrite[i]);
      accumulate(row_product(context_, of_b, t, X_[t], i), e.dread[i]);
    }
    std::vector<S> rows;
    for (const generator<S>& g : e.generators) rows.insert(rows.end(), g.row.begin(), g.row.end());
    return multiply(coordinates, matrix<S>(p, X_[t].cols(), std::move(rows)), context_.exact(0));
  }

  context<S> context_;
  streams<S> X_;
  std::vector<mixer_evaluation<S>> routed_;
  layer_norm<S> norm_;
  Branch branch_;
};

} // namespace mixcert::cotangents
