#pragma once

#include "mixcert/error.hpp"
#include "mixcert/jacobian/span.hpp"

#include <algorithm>
#include <utility>

namespace mixcert {
namespace span_detail {

template <class S> bool is_zero(const std::vector<S>& x) {
  return std::all_of(x.begin(), x.end(), [](const S& value) { return is_exact_zero(value); });
}

template <class S> bool is_zero_column(const matrix<S>& a, std::size_t column) {
  for (std::size_t i = 0; i < a.rows(); ++i)
    if (!is_exact_zero(a(i, column))) return false;
  return true;
}

template <class S> S inner(const context<S>& context, const std::vector<S>& x, const std::vector<S>& y) {
  S sum = context.exact(0);
  for (std::size_t c = 0; c < x.size(); ++c) add_product(sum, x[c], y[c]);
  return sum;
}

/// sum <- sum + factor x
template <class S> void add_multiple(std::vector<S>& sum, const S& factor, const std::vector<S>& x) {
  if (is_exact_zero(factor)) return;
  for (std::size_t c = 0; c < sum.size(); ++c) add_product(sum[c], factor, x[c]);
}

/// Which generators and arrays the feedback has to do with.
struct used_parts {
  std::vector<std::size_t> generators, arrays;
  bool feedback = false;
};

template <class S> used_parts parts_used(const feedback<S>& e) {
  used_parts used;
  for (std::size_t g = 0; g < e.generators.size(); ++g) {
    if (is_zero(e.generators[g].row)) continue;
    const bool in_derivative = std::any_of(e.derivatives.begin(), e.derivatives.end(),
                                           [&](const matrix<S>& D) { return !is_zero_column(D, g); });
    used.feedback = used.feedback || in_derivative;
    if (in_derivative || !is_zero_column(e.sources, g)) used.generators.push_back(g);
  }
  for (std::size_t a = 0; a < e.arrays.size(); ++a)
    if (!is_zero_column(e.array_weights, a) &&
        !std::all_of(e.arrays[a].rows.begin(), e.arrays[a].rows.end(), is_zero<S>))
      used.arrays.push_back(a);
  used.feedback = used.feedback || !used.arrays.empty();
  return used;
}

/// Row i * m + j: sum_s Q_sl of row s of the generator part of D_ij.
template <class S>
matrix<S> rotated_coordinates(const context<S>& context, const feedback<S>& e, const matrix<S>& Q, std::size_t l) {
  const std::size_t n = Q.rows(), p = e.generators.size();
  matrix<S> b(e.derivatives.size(), p, context.exact(0));
  for (std::size_t ij = 0; ij < b.rows(); ++ij)
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t g = 0; g < p; ++g)
        if (!is_exact_zero(e.derivatives[ij](s, g))) b(ij, g) += Q(s, l) * e.derivatives[ij](s, g);
  return b;
}

/// sum_s Q_sl of row s of an array.
template <class S>
std::vector<S> rotated_row(const context<S>& context, const generator_array<S>& array, const matrix<S>& Q,
                           std::size_t l) {
  std::vector<S> v(array.rows.front().size(), context.exact(0));
  for (std::size_t s = 0; s < Q.rows(); ++s) add_multiple(v, Q(s, l), array.rows[s]);
  return v;
}

template <class S>
feature_spans<S> spans_of_everything(const context<S>& context, const feedback<S>& e, const matrix<S>& Q,
                                     std::size_t width) {
  using row = std::vector<S>;
  const std::size_t n = Q.rows();
  const S zero = context.exact(0);
  const auto expand = [&](const matrix<S>& coordinates, std::size_t i, row sum) {
    for (std::size_t g = 0; g < e.generators.size(); ++g) add_multiple(sum, coordinates(i, g), e.generators[g].row);
    return sum;
  };
  const auto set_row = [&](matrix<S>& a, std::size_t i, const row& values) {
    for (std::size_t c = 0; c < width; ++c) a(i, c) = values[c];
  };
  feature_space<S> space;
  space.standard = true;
  space.exponents.assign(width, 0);
  space.gram = matrix<S>(width, width, zero);
  for (std::size_t c = 0; c < width; ++c) {
    space.labels.push_back("e" + std::to_string(c));
    space.gram(c, c) = context.exact(1);
  }
  space.sources = matrix<S>(e.sources.rows(), width, zero);
  for (std::size_t j = 0; j < e.sources.rows(); ++j) set_row(space.sources, j, expand(e.sources, j, row(width, zero)));
  feature_spans<S> spans{{std::move(space)}, {}};
  for (std::size_t l = 0; l < n; ++l) {
    const matrix<S> b = rotated_coordinates(context, e, Q, l);
    stream_feedback<S> stream{0, matrix<S>(b.rows(), width, zero)};
    std::vector<row> arrays;
    for (const auto& array : e.arrays) arrays.push_back(rotated_row(context, array, Q, l));
    for (std::size_t ij = 0; ij < b.rows(); ++ij) {
      row sum(width, zero);
      for (std::size_t a = 0; a < arrays.size(); ++a) add_multiple(sum, e.array_weights(ij, a), arrays[a]);
      set_row(stream.feedback, ij, expand(b, ij, std::move(sum)));
    }
    spans.streams.push_back(std::move(stream));
  }
  return spans;
}

/// Without the sources.
template <class S>
feature_space<S> space_of(const context<S>& context, std::vector<std::string> labels,
                          const std::vector<const std::vector<S>*>& rows) {
  const std::size_t p = rows.size();
  feature_space<S> space{std::move(labels), {}, false, matrix<S>(p, p, context.exact(0)), {}};
  for (std::size_t g = 0; g < p; ++g)
    for (std::size_t h = 0; h <= g; ++h) space.gram(g, h) = space.gram(h, g) = inner(context, *rows[g], *rows[h]);
  for (std::size_t g = 0; g < p; ++g) {
    const S& square = space.gram(g, g);
    if (!is_finite(square)) throw not_certified("the norm of a generator could not be bounded");
    space.exponents.push_back(exponent_of(square) / 2);
  }
  for (std::size_t g = 0; g < p; ++g)
    for (std::size_t h = 0; h < p; ++h)
      space.gram(g, h) = scaled(space.gram(g, h), -space.exponents[g] - space.exponents[h]);
  return space;
}

/// The given columns, followed by the given further ones, in the coordinates of the scaled generators.
template <class S>
matrix<S> scaled_coordinates(const matrix<S>& on_generators, const std::vector<std::size_t>& generators,
                             const matrix<S>& on_arrays, const std::vector<std::size_t>& arrays,
                             const std::vector<long>& exponents) {
  std::vector<S> r;
  for (std::size_t i = 0; i < on_generators.rows(); ++i) {
    std::size_t place = 0;
    for (const std::size_t g : generators) r.push_back(scaled(on_generators(i, g), exponents[place++]));
    for (const std::size_t a : arrays) r.push_back(scaled(on_arrays(i, a), exponents[place++]));
  }
  return {on_generators.rows(), exponents.size(), std::move(r)};
}

} // namespace span_detail

template <scalar S> std::size_t generator_count(const feedback<S>& e, std::size_t width) {
  using namespace span_detail;
  const used_parts used = parts_used(e);
  if (!used.feedback || is_zero(e.sources.values())) return 0;
  return std::min(used.generators.size() + used.arrays.size(), width);
}

template <scalar S>
feature_spans<S> spans_of(const context<S>& context, const feedback<S>& e, const matrix<S>& Q, std::size_t width) {
  using namespace span_detail;
  using row = std::vector<S>;
  const used_parts used = parts_used(e);
  if (!used.feedback || is_zero(e.sources.values())) return {};
  if (used.generators.size() + used.arrays.size() >= width) return spans_of_everything(context, e, Q, width);

  const std::size_t n = Q.rows();
  const matrix<S> no_array(e.sources.rows(), e.arrays.size(), context.exact(0));
  std::vector<std::string> labels;
  std::vector<const row*> rows;
  for (const std::size_t g : used.generators) {
    labels.push_back(e.generators[g].label);
    rows.push_back(&e.generators[g].row);
  }
  for (const std::size_t a : used.arrays) labels.push_back(e.arrays[a].label);
  feature_spans<S> spans;
  for (std::size_t l = 0; l < n; ++l) {
    if (l == 0 || !used.arrays.empty()) {
      std::vector<row> rotated;
      for (const std::size_t a : used.arrays) rotated.push_back(rotated_row(context, e.arrays[a], Q, l));
      std::vector<const row*> all = rows;
      for (const row& v : rotated) all.push_back(&v);
      feature_space<S> space = space_of(context, labels, all);
      space.sources = scaled_coordinates(e.sources, used.generators, no_array, used.arrays, space.exponents);
      spans.spaces.push_back(std::move(space));
    }
    const std::size_t space = spans.spaces.size() - 1;
    spans.streams.push_back({space, scaled_coordinates(rotated_coordinates(context, e, Q, l), used.generators,
                                                       e.array_weights, used.arrays, spans.spaces[space].exponents)});
  }
  return spans;
}

} // namespace mixcert
