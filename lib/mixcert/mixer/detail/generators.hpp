// Collecting the feature rows that span a mixer's derivative.
#pragma once

#include "mixcert/mixer/evaluation.hpp"
#include "mixcert/scalar/float64.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace mixcert {

/// Generators in order of addition. A row that is exactly zero spans nothing and gets the index `none`.
template <class S> class generator_list {
 public:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  explicit generator_list(S zero) : zero_(std::move(zero)) {}

  std::size_t size() const { return generators_.size(); }

  std::size_t add(std::string label, std::vector<S> row) {
    if (std::all_of(row.begin(), row.end(), [](const S& x) { return is_exact_zero(x); })) return none;
    generators_.push_back({std::move(label), std::move(row)});
    return size() - 1;
  }

  /// Adds the rows of X; a row equal to an earlier one shares its index. Returns the index of each row.
  std::vector<std::size_t> add_state_rows(const context<S>& context, const matrix<double>& X) {
    const auto row = [&](std::size_t s) { return X.values().data() + s * X.cols(); };
    std::vector<std::size_t> index;
    for (std::size_t s = 0; s < X.rows(); ++s) {
      std::size_t equal = 0;
      while (equal < s && !std::equal(row(s), row(s) + X.cols(), row(equal))) ++equal;
      if (equal < s) {
        index.push_back(index[equal]);
        continue;
      }
      std::vector<S> values;
      values.reserve(X.cols());
      for (std::size_t c = 0; c < X.cols(); ++c) values.push_back(context.exact(X(s, c)));
      index.push_back(add("x" + std::to_string(s), std::move(values)));
    }
    return index;
  }

  /// Coordinates (n x p) of rows that are single generators; call it when the list is complete.
  matrix<S> state_coordinates(const context<S>& context, const std::vector<std::size_t>& index) const {
    matrix<S> coordinates(index.size(), size(), zero_);
    for (std::size_t s = 0; s < index.size(); ++s)
      if (index[s] != none) coordinates(s, index[s]) = context.exact(1);
    return coordinates;
  }

  std::vector<generator<S>> take() && { return std::move(generators_); }

 private:
  S zero_;
  std::vector<generator<S>> generators_;
};

} // namespace mixcert
