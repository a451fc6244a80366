#pragma once

#include "mixcert/jacobian/feedback.hpp"

#include <cstddef>
#include <string>
#include <utility>

namespace mixcert {
namespace feedback_detail {

/// The first columns of a matrix of `cols`, the others zero.
template <class S> matrix<S> widened(const matrix<S>& a, std::size_t cols, const S& zero) {
  matrix<S> r(a.rows(), cols, zero);
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t g = 0; g < a.cols(); ++g) r(i, g) = a(i, g);
  return r;
}

} // namespace feedback_detail

template <scalar S> feedback<S> residual_feedback(mixer_evaluation<S> e) {
  return {std::move(e.H),     std::move(e.generators), std::move(e.arrays),
          std::move(e.state), std::move(e.dH),         std::move(e.dH_arrays)};
}

template <scalar S> feedback<S> read_feedback(mixer_evaluation<S> e) {
  const std::size_t n = e.read.size();
  return {matrix<S>(1, n, std::move(e.read)),
          std::move(e.generators),
          std::move(e.arrays),
          std::move(e.state),
          std::move(e.dread),
          std::move(e.dread_arrays)};
}

template <scalar S>
feedback<S> write_feedback(const context<S>& context, mixer_evaluation<S> e, const std::vector<double>& y) {
  using feedback_detail::widened;
  const std::size_t n = e.H.rows(), m = n + 1, p = e.generators.size(), arrays = e.arrays.size();
  const S zero = context.exact(0);
  feedback<S> f{std::move(e.H),
                std::move(e.generators),
                std::move(e.arrays),
                matrix<S>(m, p + 1, zero),
                {},
                matrix<S>(n * m, arrays, zero)};
  f.generators.push_back({"y", {}});
  for (const double value : y) f.generators.back().row.push_back(context.exact(value));
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t g = 0; g < p; ++g) f.sources(j, g) = e.state(j, g);
  f.sources(n, p) = context.exact(1);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j) {
      f.derivatives.push_back(widened(j < n ? e.dH[i * n + j] : e.dwrite[i], p + 1, zero));
      for (std::size_t a = 0; a < arrays; ++a)
        f.array_weights(i * m + j, a) = j < n ? e.dH_arrays(i * n + j, a) : e.dwrite_arrays(i, a);
    }
  return f;
}

template <scalar S> feedback<S> without_arrays(const context<S>& context, feedback<S> f) {
  using feedback_detail::widened;
  if (f.arrays.empty()) return f;
  const std::size_t p = f.generators.size(), n = f.derivatives.front().rows();
  const std::size_t all = p + n * f.arrays.size();
  const S zero = context.exact(0);
  f.sources = widened(f.sources, all, zero);
  for (std::size_t ij = 0; ij < f.derivatives.size(); ++ij) {
    f.derivatives[ij] = widened(f.derivatives[ij], all, zero);
    for (std::size_t a = 0; a < f.arrays.size(); ++a)
      for (std::size_t s = 0; s < n; ++s) f.derivatives[ij](s, p + a * n + s) = f.array_weights(ij, a);
  }
  for (generator_array<S>& array : f.arrays)
    for (std::size_t s = 0; s < n; ++s)
      f.generators.push_back({"row " + std::to_string(s) + " of " + array.label, std::move(array.rows[s])});
  f.arrays.clear();
  f.array_weights = {};
  return f;
}

} // namespace mixcert
