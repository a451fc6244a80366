// Causal attention of several heads.
#pragma once

#include "cotangents/softmax.hpp"

namespace mixcert::cotangents {

template <class S> struct attention_weights {
  matrix<S> c_attn; ///< 3d x d: queries, keys, values, one below the other; heads are contiguous in each
  matrix<S> c_proj; ///< d x d
  std::size_t heads;
};

/// Row t of the output is c_proj applied to the heads' sum_{j <= t} p_tj v_j, p_t the softmax of <q_t, k_j>/sqrt(m), m
/// the features of a head.
template <model_scalar S> class attention {
 public:
  using weights = attention_weights<S>;

  /// Requires x.cols() to be a multiple of the heads; weights must outlive the object.
  attention(const context<S>& context, const weights& w, const matrix<S>& x)
      : context_(context), w_(&w), d_(x.cols()), m_(d_ / w.heads), qkv_(linear(context, w.c_attn, x)),
        scale_(context.exact(1) / sqrt(context.exact(static_cast<double>(m_)))) {
    matrix<S> mixed = zeros(context, x.rows(), d_);
    for (std::size_t h = 0; h < w.heads; ++h)
      for (std::size_t t = 0; t < x.rows(); ++t) {
        std::vector<S> logits;
        for (std::size_t j = 0; j <= t; ++j) logits.push_back(scale_ * product(qkv_, t, query(h), qkv_, j, key(h)));
        p_.push_back(softmax(context, logits));
        for (std::size_t j = 0; j <= t; ++j) add_multiple(mixed, t, h * m_, p_.back()[j], j, value(h));
      }
    output_ = linear(context, w.c_proj, mixed);
  }

  const matrix<S>& output() const { return output_; }

  matrix<S> adjoint(const matrix<S>& y) const {
    const matrix<S> mixed = linear_adjoint(context_, w_->c_proj, y);
    matrix<S> r = zeros(context_, qkv_.rows(), qkv_.cols());
    for (std::size_t h = 0; h < w_->heads; ++h)
      for (std::size_t t = 0; t < y.rows(); ++t) {
        const std::vector<S>& p = p_[h * y.rows() + t];
        std::vector<S> of_p;
        for (std::size_t j = 0; j <= t; ++j) of_p.push_back(product(mixed, t, h * m_, qkv_, j, value(h)));
        const std::vector<S> of_logits = softmax_adjoint(context_, p, of_p);
        for (std::size_t j = 0; j <= t; ++j) {
          const S slope = scale_ * of_logits[j];
          add_multiple(r, t, query(h), slope, j, key(h));
          add_multiple(r, j, key(h), slope, t, query(h));
          for (std::size_t c = 0; c < m_; ++c) add_product(r(j, value(h) + c), p[j], mixed(t, h * m_ + c));
        }
      }
    return linear_adjoint(context_, w_->c_attn, r);
  }

 private:
  std::size_t query(std::size_t head) const { return head * m_; }
  std::size_t key(std::size_t head) const { return d_ + head * m_; }
  std::size_t value(std::size_t head) const { return 2 * d_ + head * m_; }

  /// The inner product of the features of a head in rows s of a and t of b, which begin at these columns.
  S product(const matrix<S>& a, std::size_t s, std::size_t column_a, const matrix<S>& b, std::size_t t,
            std::size_t column_b) const {
    S sum = context_.exact(0);
    for (std::size_t c = 0; c < m_; ++c) add_product(sum, a(s, column_a + c), b(t, column_b + c));
    return sum;
  }

  /// Adds `factor` times these features of row j of qkv to row t of `sum`.
  void add_multiple(matrix<S>& sum, std::size_t t, std::size_t column, const S& factor, std::size_t j,
                    std::size_t from) const {
    for (std::size_t c = 0; c < m_; ++c) add_product(sum(t, column + c), factor, qkv_(j, from + c));
  }

  context<S> context_;
  const weights* w_;
  std::size_t d_, m_;
  matrix<S> qkv_;
  S scale_;
  std::vector<std::vector<S>> p_; ///< of head h and token t at h T + t
  matrix<S> output_;
};

} // namespace mixcert::cotangents
