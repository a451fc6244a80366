// Collecting the feature rows that span a mixer's derivative.
#pragma once

#include "mixcert/mixer/evaluation.hpp"
#include "mixcert/scalar/scalar.hpp"

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

  /// Adds the rows of X. A row near an earlier one is added as its difference from the nearest such row, so that nearly
  /// equal streams give directions as different as any, and equal ones none. Returns for each row the generators whose
  /// sum it is.
  std::vector<std::vector<std::size_t>> add_state_rows(const context<S>& context, const matrix<S>& X) {
    std::vector<std::vector<std::size_t>> parts;
    for (std::size_t s = 0; s < X.rows(); ++s) {
      const std::size_t near = nearest_earlier_row(context, X, s);
      std::vector<S> values;
      values.reserve(X.cols());
      for (std::size_t c = 0; c < X.cols(); ++c) values.push_back(near == none ? X(s, c) : X(s, c) - X(near, c));
      const std::string label = "x" + std::to_string(s);
      const std::size_t index = add(near == none ? label : label + "-x" + std::to_string(near), std::move(values));
      parts.push_back(near == none ? std::vector<std::size_t>{} : parts[near]);
      if (index != none) parts.back().push_back(index);
    }
    return parts;
  }

  /// Coordinates (n x p) of rows that are sums of generators; call it when the list is complete.
  matrix<S> state_coordinates(const context<S>& context, const std::vector<std::vector<std::size_t>>& parts) const {
    matrix<S> coordinates(parts.size(), size(), zero_);
    for (std::size_t s = 0; s < parts.size(); ++s)
      for (const std::size_t g : parts[s]) coordinates(s, g) = context.exact(1);
    return coordinates;
  }

  std::vector<generator<S>> take() && { return std::move(generators_); }

 private:
  /// The earlier row that row s differs least from, if by less than a quarter of its own norm; a choice, not a claim.
  static std::size_t nearest_earlier_row(const context<S>& context, const matrix<S>& X, std::size_t s) {
    const auto squared_distance = [&](std::size_t t) {
      S sum = context.exact(0);
      for (std::size_t c = 0; c < X.cols(); ++c) sum += sqr(t == none ? X(s, c) : X(s, c) - X(t, c));
      return sum;
    };
    S least = squared_distance(none) * context.exact(0x1p-4);
    std::size_t nearest = none;
    for (std::size_t t = 0; t < s; ++t)
      if (S squared = squared_distance(t); certainly_less(squared, least)) {
        least = std::move(squared);
        nearest = t;
      }
    return nearest;
  }

  S zero_;
  std::vector<generator<S>> generators_;
};

} // namespace mixcert
