// Logits out of the whole state, as one vector with one normalisation.
#pragma once

#include "mixcert/mixer/detail/generators.hpp"
#include "mixcert/mixer/detail/inner_product.hpp"
#include "mixcert/mixer/detail/normalisation.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace mixcert {

/// The columns of several tensors with `length` rows each, one after the other, as rows.
inline matrix<double> columns_as_rows(std::size_t length, const std::vector<std::vector<double>>& tensors) {
  std::vector<double> values;
  std::size_t count = 0;
  for (const std::vector<double>& tensor : tensors) {
    const std::size_t columns = tensor.size() / length;
    const matrix<double> rows = transpose(matrix<double>(length, columns, tensor));
    values.insert(values.end(), rows.values().begin(), rows.values().end());
    count += columns;
  }
  return {count, length, std::move(values)};
}

/// The rows, of this length, of several tensors one after the other.
inline matrix<double> stacked_rows(std::size_t length, const std::vector<std::vector<double>>& tensors) {
  std::vector<double> values;
  for (const std::vector<double>& tensor : tensors) values.insert(values.end(), tensor.begin(), tensor.end());
  const std::size_t count = values.size() / length;
  return {count, length, std::move(values)};
}

/// Whether a normalisation's mean is taken from the state.
enum class centring { none, mean };

/// m_w = r <w, y> for x = vec X row by row, y = x or, centred, x less its normalisation's mean, the factor r and
/// weights w; and the arrays that their derivatives Dm_w = r w - bend <w, y> y are composed of (centred: w less its
/// mean).
template <class S> class whole_state_router {
 public:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  /// Weight w is row w of `rows`, entry by entry times the feature scale, where there is one. Requires rows and a
  /// scale of length nd, and a normalisation without mean unless it is centred. `rows` must outlive the router.
  whole_state_router(const context<S>& context, const matrix<double>& rows, std::vector<S> feature_scale,
                     const matrix<S>& X, normalisation<S> normalisation, centring centred = centring::none)
      : context_(context), rows_(rows), scale_(std::move(feature_scale)), X_(X),
        normalisation_(std::move(normalisation)), centred_(centred == centring::mean) {
    const S* x = X.values().data();
    for (std::size_t w = 0; w < rows.rows(); ++w) {
      if (scale_.empty() && !centred_) {
        products_.push_back(inner_product(context, weights(w), x, size()));
        continue;
      }
      const std::vector<S> values = scaled_weight([&](std::size_t c) { return context_.exact(rows_(w, c)); });
      products_.push_back(inner_product(context, values.data(), x, size()));
    }
  }

  std::size_t streams() const { return X_.rows(); }
  S normalised(std::size_t w) const { return normalisation_.factor * products_[w]; }

  /// Adds weight w as an array. Returns its index, or `none` when it is zero.
  std::size_t add(std::string label, std::size_t w) {
    const double* row = weights(w);
    if (std::all_of(row, row + size(), [](double x) { return x == 0; })) return none;
    return push(std::move(label), products_[w], [&](std::size_t c) { return context_.exact(row[c]); });
  }

  /// Adds `count` weights from `first` on, labelled NAME[0], NAME[1], ...; returns their indices.
  std::vector<std::size_t> add_each(const std::string& name, std::size_t first, std::size_t count) {
    std::vector<std::size_t> r;
    for (std::size_t i = 0; i < count; ++i) r.push_back(add(name + "[" + std::to_string(i) + "]", first + i));
    return r;
  }

  /// Adds the difference of two weights; `none` when they are equal.
  std::size_t add_difference(std::string label, std::size_t w, std::size_t from) {
    const double *row = weights(w), *other = weights(from);
    if (std::equal(row, row + size(), other)) return none;
    return push(std::move(label), products_[w] - products_[from],
                [&](std::size_t c) { return context_.exact(row[c]) - context_.exact(other[c]); });
  }

  /// Adds sum_r coefficients[r] (weight first + r - weight first + from); `none` when all these weights are equal.
  std::size_t add_combination(std::string label, std::size_t first, const std::vector<S>& coefficients,
                              std::size_t from) {
    const double* other = weights(first + from);
    std::vector<std::size_t> different;
    for (std::size_t r = 0; r < coefficients.size(); ++r)
      if (!std::equal(other, other + size(), weights(first + r))) different.push_back(r);
    if (different.empty()) return none;
    S product = context_.exact(0);
    for (const std::size_t r : different) product += coefficients[r] * (products_[first + r] - products_[first + from]);
    return push(std::move(label), std::move(product), [&](std::size_t c) {
      S sum = context_.exact(0);
      for (const std::size_t r : different)
        sum += coefficients[r] * (context_.exact(weights(first + r)[c]) - context_.exact(other[c]));
      return sum;
    });
  }

  /// Adds sum_r coefficients[r] weight first + r; `none` when all these weights are zero.
  std::size_t add_combination(std::string label, std::size_t first, const std::vector<S>& coefficients) {
    std::vector<std::size_t> used;
    for (std::size_t r = 0; r < coefficients.size(); ++r) {
      const double* row = weights(first + r);
      if (std::any_of(row, row + size(), [](double x) { return x != 0; })) used.push_back(r);
    }
    if (used.empty()) return none;
    S product = context_.exact(0);
    for (const std::size_t r : used) product += coefficients[r] * products_[first + r];
    return push(std::move(label), std::move(product), [&](std::size_t c) {
      S sum = context_.exact(0);
      for (const std::size_t r : used) sum += coefficients[r] * context_.exact(weights(first + r)[c]);
      return sum;
    });
  }

  std::size_t arrays() const { return arrays_.size(); }

  /// The derivative of the m of an array is on_array() times the array - on_state(index) (X - mean()).
  S on_array() const { return arrays_are_derivatives() ? context_.exact(1) : normalisation_.factor; }
  S on_state(std::size_t index) const {
    return arrays_are_derivatives() ? context_.exact(0) : normalisation_.bend * added_[index];
  }
  const S& mean() const { return normalisation_.mean; }
  /// Whether the row of ones is a generator.
  bool has_ones() const { return centred_ && !arrays_are_derivatives(); }

  const matrix<S>& state() const { return X_; }
  std::vector<generator_array<S>> take() && { return std::move(arrays_); }

 private:
  std::size_t size() const { return rows_.cols(); }
  const double* weights(std::size_t w) const { return rows_.values().data() + w * size(); }

  /// Centred, arrays are the derivatives themselves, so that the row of ones is no generator; but over a box of states,
  /// where arrays must not move.
  bool arrays_are_derivatives() const { return centred_ && !std::same_as<S, slope_form>; }

  /// A weight times the feature scale and, centred, less its mean.
  template <class Entry> std::vector<S> scaled_weight(Entry entry) const {
    std::vector<S> values;
    values.reserve(size());
    for (std::size_t c = 0; c < size(); ++c) values.push_back(scale_.empty() ? entry(c) : scale_[c] * entry(c));
    if (!centred_) return values;
    const S mean_weight = sum_of_terms(context_, 0, size(), [&](std::size_t c) { return values[c]; }) /
                          context_.exact(static_cast<double>(size()));
    for (S& value : values) value -= mean_weight;
    return values;
  }

  template <class Entry> std::size_t push(std::string label, S product, Entry entry) {
    const std::size_t n = X_.rows(), d = X_.cols();
    std::vector<S> values = scaled_weight(entry);
    if (arrays_are_derivatives()) {
      const S along_y = normalisation_.bend * product;
      for (std::size_t c = 0; c < size(); ++c)
        values[c] = normalisation_.factor * values[c] - along_y * (X_.values()[c] - normalisation_.mean);
    }
    generator_array<S> array{std::move(label), {}};
    for (std::size_t s = 0; s < n; ++s) {
      const auto row = values.begin() + static_cast<std::ptrdiff_t>(s * d);
      array.rows.emplace_back(row, row + static_cast<std::ptrdiff_t>(d));
    }
    arrays_.push_back(std::move(array));
    added_.push_back(std::move(product));
    return arrays_.size() - 1;
  }

  context<S> context_;
  const matrix<double>& rows_;
  std::vector<S> scale_;
  const matrix<S>& X_;
  normalisation<S> normalisation_;
  bool centred_;
  std::vector<S> products_; ///< <w, y> of every weight
  std::vector<S> added_;    ///< of every array
  std::vector<generator_array<S>> arrays_;
};

/// Outputs of such a router, and how each depends on the m of the arrays. The matrices of slopes have a row an output
/// and a column an array.
template <class S> struct whole_state_outputs {
  matrix<S> H;
  std::vector<S> read, write;
  matrix<S> logits, dH_dlogits;
  matrix<S> dH, dread, dwrite;

  /// Zeros. `router` has all its arrays. `logits` counts those that H is a function of.
  whole_state_outputs(const context<S>& context, const whole_state_router<S>& router, std::size_t logit_rows,
                      std::size_t logit_cols)
      : H(router.streams(), router.streams(), context.exact(0)), read(router.streams(), context.exact(0)), write(read),
        logits(logit_rows, logit_cols, context.exact(0)),
        dH_dlogits(router.streams() * router.streams(), logit_rows * logit_cols, context.exact(0)),
        dH(router.streams() * router.streams(), router.arrays(), context.exact(0)),
        dread(router.streams(), router.arrays(), context.exact(0)), dwrite(dread) {}
};

/// value[i] = multiplier sigmoid(scale m + base[i]) for the router's weight first + i, array[i] or none.
template <class S>
void add_sigmoid_gates(const context<S>& context, const whole_state_router<S>& router, std::size_t first,
                       const std::vector<std::size_t>& array, double scale, const double* base, double multiplier,
                       std::vector<S>& value, matrix<S>& slope) {
  for (std::size_t i = 0; i < array.size(); ++i) {
    const S z = router.normalised(first + i) * context.exact(scale) + context.exact(base[i]);
    value[i] = context.exact(multiplier) * sigmoid(z);
    if (array[i] != router.none)
      slope(i, array[i]) = context.exact(multiplier) * context.exact(scale) * sigmoid(z) * sigmoid(-z);
  }
}

/// The evaluation with these outputs: generators are the rows of X (x0, ...) or their differences from near ones, the
/// arrays those of the router; with them, where it has ones, the row of ones.
template <class S>
mixer_evaluation<S> evaluation_of(const context<S>& context, whole_state_router<S> router,
                                  whole_state_outputs<S> outputs) {
  const std::size_t n = router.streams();
  generator_list<S> list(context.exact(0));
  const std::vector<std::vector<std::size_t>> x_parts = list.add_state_rows(context, router.state());
  const std::size_t d = router.state().cols();
  const std::size_t ones = router.has_ones() ? list.add("1", std::vector<S>(d, context.exact(1))) : list.none;
  /// The part along X - mean, in coordinates; what remains of the slopes is the part along the arrays.
  const auto split = [&](matrix<S>& slopes) {
    std::vector<matrix<S>> along_state;
    for (std::size_t i = 0; i < slopes.rows(); ++i) {
      S on_state = context.exact(0);
      for (std::size_t a = 0; a < slopes.cols(); ++a) {
        on_state -= slopes(i, a) * router.on_state(a);
        slopes(i, a) = slopes(i, a) * router.on_array();
      }
      matrix<S> coordinates(n, list.size(), context.exact(0));
      for (std::size_t s = 0; s < n; ++s)
        for (const std::size_t part : x_parts[s]) coordinates(s, part) += on_state;
      if (ones != list.none)
        for (std::size_t s = 0; s < n; ++s) coordinates(s, ones) -= on_state * router.mean();
      along_state.push_back(std::move(coordinates));
    }
    return along_state;
  };
  std::vector<matrix<S>> dH = split(outputs.dH), dread = split(outputs.dread), dwrite = split(outputs.dwrite);
  matrix<S> state = list.state_coordinates(context, x_parts);
  return {std::move(outputs.H),      std::move(outputs.read),
          std::move(outputs.write),  std::move(list).take(),
          std::move(state),          std::move(dH),
          std::move(dread),          std::move(dwrite),
          std::move(outputs.logits), std::move(outputs.dH_dlogits),
          std::move(router).take(),  std::move(outputs.dH),
          std::move(outputs.dread),  std::move(outputs.dwrite)};
}

} // namespace mixcert
