// Logits out of the whole state, as one vector with one root mean square.
#pragma once

#include "mixcert/error.hpp"
#include "mixcert/mixer/detail/inner_product.hpp"
#include "mixcert/mixer/evaluation.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace mixcert {

/// m_w = r <w, x> for x = vec X row by row, r = 1/sqrt(mean(x^2) + epsilon) and the rows w of an exact matrix,
/// and the arrays that the derivatives Dm_w = r w - r^3/(nd) <w, x> x are composed of.
template <class S> class whole_state_router {
 public:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  /// Requires rows of length nd and epsilon >= 0. Throws not_certified, with the name of epsilon, where r may be
  /// undefined. The matrices must outlive the router.
  whole_state_router(const context<S>& context, const matrix<double>& rows, const matrix<S>& X, const S& epsilon,
                     const std::string& epsilon_name)
      : context_(context), rows_(rows), n_(X.rows()), d_(X.cols()), on_w_(context.exact(0)), on_x_(context.exact(0)) {
    const S* x = X.values().data();
    const S count = context.exact(static_cast<double>(n_ * d_));
    const S mean = squared_norm(context, x, n_ * d_) / count + epsilon;
    if (!certainly_less(context.exact(0), mean))
      throw not_certified("the mean square of the state plus " + epsilon_name +
                          " may be zero, where the mixer is undefined; a positive " + epsilon_name +
                          ", or a state that is not zero, can be certified");
    on_w_ = context.exact(1) / sqrt(mean);
    on_x_ = on_w_ / (mean * count);
    for (std::size_t row = 0; row < rows.rows(); ++row)
      products_.push_back(inner_product(context, weights(row), x, n_ * d_));
  }

  S normalised(std::size_t row) const { return on_w_ * products_[row]; }

  /// Adds a row as an array. Returns its index, or `none` when it is zero.
  std::size_t add(std::string label, std::size_t row) {
    const double* w = weights(row);
    if (std::all_of(w, w + n_ * d_, [](double x) { return x == 0; })) return none;
    return push(std::move(label), products_[row], [&](std::size_t c) { return context_.exact(w[c]); });
  }

  /// Adds the difference of two rows; `none` when they are equal.
  std::size_t add_difference(std::string label, std::size_t row, std::size_t from) {
    const double *w = weights(row), *v = weights(from);
    if (std::equal(w, w + n_ * d_, v)) return none;
    return push(std::move(label), products_[row] - products_[from],
                [&](std::size_t c) { return context_.exact(w[c]) - context_.exact(v[c]); });
  }

  std::size_t arrays() const { return arrays_.size(); }

  /// The derivative of the m of an added array is on_array() times the array + on_state(index) X.
  const S& on_array() const { return on_w_; }
  S on_state(std::size_t index) const { return -(on_x_ * added_[index]); }

  std::vector<generator_array<S>> take() && { return std::move(arrays_); }

 private:
  const double* weights(std::size_t row) const { return rows_.values().data() + row * n_ * d_; }

  template <class Entry> std::size_t push(std::string label, S product, Entry entry) {
    generator_array<S> array{std::move(label), std::vector<std::vector<S>>(n_)};
    for (std::size_t s = 0; s < n_; ++s) {
      array.rows[s].reserve(d_);
      for (std::size_t c = 0; c < d_; ++c) array.rows[s].push_back(entry(s * d_ + c));
    }
    arrays_.push_back(std::move(array));
    added_.push_back(std::move(product));
    return arrays_.size() - 1;
  }

  const context<S>& context_;
  const matrix<double>& rows_;
  std::size_t n_, d_;
  S on_w_, on_x_;
  std::vector<S> products_; ///< <w, x> of every row
  std::vector<S> added_;    ///< of every array
  std::vector<generator_array<S>> arrays_;
};

} // namespace mixcert
