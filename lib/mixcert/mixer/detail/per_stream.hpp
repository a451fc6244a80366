// Logits out of single streams, each with a normalisation of its own.
#pragma once

#include "mixcert/mixer/detail/generators.hpp"
#include "mixcert/mixer/detail/inner_product.hpp"
#include "mixcert/mixer/detail/normalisation.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace mixcert {

/// z_st = factor_s <w_t, x_s - mean_s> for the rows x_s of X and weights w_t, and the generators that their
/// derivatives, which touch stream s only, are composed of: the rows of X, the weights, and for streams with a mean the
/// row of ones.
template <class S> class per_stream_router {
 public:
  /// Weights carry their generators' labels. Requires a normalisation a stream, weights of length d; the matrix must
  /// outlive the router.
  per_stream_router(const context<S>& context, const matrix<S>& X, std::vector<normalisation<S>> streams,
                    const std::vector<generator<S>>& weights, bool centred = false)
      : context_(context), streams_(std::move(streams)), list_(context.exact(0)),
        x_parts_(list_.add_state_rows(context, X)), ones_(list_.none) {
    for (const generator<S>& w : weights) w_index_.push_back(list_.add(w.label, w.row));
    if (centred) ones_ = list_.add("1", std::vector<S>(X.cols(), context.exact(1)));
    for (std::size_t s = 0; s < X.rows(); ++s)
      for (const generator<S>& w : weights)
        products_.push_back(inner_product(context, w.row.data(), X.values().data() + s * X.cols(), X.cols()));
  }

  /// z_st
  S normalised(std::size_t s, std::size_t t) const { return streams_[s].factor * product(s, t); }

  /// Adds slope times the derivative of z_st to the coordinates of an n x d array.
  void add(matrix<S>& coordinates, std::size_t s, std::size_t t, const S& slope) const {
    if (w_index_[t] == list_.none) return;
    coordinates(s, w_index_[t]) += slope * streams_[s].factor;
    const S on_x = slope * streams_[s].bend * product(s, t);
    for (const std::size_t part : x_parts_[s]) coordinates(s, part) -= on_x;
    if (ones_ != list_.none) coordinates(s, ones_) += on_x * streams_[s].mean;
  }

  /// An evaluation with the state's coordinates and zeros of the right sizes elsewhere; dH_dlogits n x n.
  mixer_evaluation<S> zeros() const {
    const S zero = context_.exact(0);
    const std::size_t n = streams_.size();
    const matrix<S> square(n, n, zero), no_derivative(n, list_.size(), zero);
    return {square,
            std::vector<S>(n, zero),
            std::vector<S>(n, zero),
            {},
            list_.state_coordinates(context_, x_parts_),
            std::vector<matrix<S>>(n * n, no_derivative),
            std::vector<matrix<S>>(n, no_derivative),
            std::vector<matrix<S>>(n, no_derivative),
            square,
            square};
  }

  std::vector<generator<S>> take() && { return std::move(list_).take(); }

 private:
  const S& product(std::size_t s, std::size_t t) const { return products_[s * w_index_.size() + t]; }

  context<S> context_;
  std::vector<normalisation<S>> streams_;
  generator_list<S> list_;
  std::vector<std::vector<std::size_t>> x_parts_;
  std::vector<std::size_t> w_index_; ///< of each weight
  std::size_t ones_;
  std::vector<S> products_; ///< <x_s, w_t>
};

/// A normalisation of each row of X: of(pointer to the row, its name).
template <class S, class Of> std::vector<normalisation<S>> normalisations_of_rows(const matrix<S>& X, Of of) {
  std::vector<normalisation<S>> r;
  for (std::size_t s = 0; s < X.rows(); ++s)
    r.push_back(of(X.values().data() + s * X.cols(), "stream " + std::to_string(s)));
  return r;
}

} // namespace mixcert
