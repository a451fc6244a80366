#include "mixcert/jacobian/product.hpp"

#include "mixcert/scalar/matrix_product.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace mixcert {
namespace {

/// H kron I + (I kron G) W (I kron G)^T, for p generators G: H is n x n, W np x np.
template <class S> struct factored_map { matrix<S> H, W; };

template <class S> factored_map<S> factored(const context<S>& context, const feedback<S>& f) {
  const std::size_t n = f.frozen.rows(), m = f.sources.rows(), p = f.generators.size();
  const S zero = context.exact(0);
  matrix<S> W(n * p, n * p, zero);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j)
      for (std::size_t g = 0; g < p; ++g)
        for (std::size_t s = 0; s < n; ++s)
          for (std::size_t h = 0; h < p; ++h)
            add_product(W(i * p + g, s * p + h), f.sources(j, g), f.derivatives[i * m + j](s, h));
  return {f.frozen, std::move(W)};
}

/// The generators are the sources, and row (i, g) of W is the derivative that belongs to output i and source g.
template <class S>
feedback<S> as_feedback(const context<S>& context, factored_map<S> map, std::vector<generator<S>> generators) {
  const std::size_t n = map.H.rows(), p = generators.size();
  const S zero = context.exact(0);
  feedback<S> f{std::move(map.H), std::move(generators), {}, matrix<S>(p, p, zero), {}, {}};
  for (std::size_t g = 0; g < p; ++g) f.sources(g, g) = context.exact(1);
  for (std::size_t row = 0; row < n * p; ++row) {
    matrix<S> D(n, p, zero);
    for (std::size_t c = 0; c < n * p; ++c) D.values()[c] = map.W(row, c);
    f.derivatives.push_back(std::move(D));
  }
  return f;
}

template <class S> matrix<S> gram(const context<S>& context, const std::vector<generator<S>>& generators) {
  const std::size_t p = generators.size();
  matrix<S> K(p, p, context.exact(0));
  for (std::size_t g = 0; g < p; ++g)
    for (std::size_t h = 0; h <= g; ++h) {
      for (std::size_t c = 0; c < generators[g].row.size(); ++c)
        add_product(K(g, h), generators[g].row[c], generators[h].row[c]);
      K(h, g) = K(g, h);
    }
  return K;
}

/// A kron I_p
template <class S> matrix<S> on_coordinates(const matrix<S>& A, std::size_t p, const S& zero) {
  matrix<S> r(A.rows() * p, A.cols() * p, zero);
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = 0; j < A.cols(); ++j)
      for (std::size_t g = 0; g < p; ++g) r(i * p + g, j * p + g) = A(i, j);
  return r;
}

/// I_n kron K
template <class S> matrix<S> on_streams(const matrix<S>& K, std::size_t n, const S& zero) {
  const std::size_t p = K.rows();
  matrix<S> r(n * p, n * p, zero);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t g = 0; g < p; ++g)
      for (std::size_t h = 0; h < p; ++h) r(i * p + g, i * p + h) = K(g, h);
  return r;
}

template <class S> matrix<S> sum(matrix<S> a, const matrix<S>& b) {
  for (std::size_t c = 0; c < a.values().size(); ++c) a.values()[c] += b.values()[c];
  return a;
}

/// Theorem T2 (e): W = W_2 (H_1 kron I) + (H_2 kron I) W_1 + W_2 (I kron K) W_1.
template <class S>
factored_map<S> multiply_maps(const factored_map<S>& after, const factored_map<S>& before, const matrix<S>& K,
                              const S& zero) {
  const std::size_t n = after.H.rows(), p = K.rows();
  const matrix<S> right = multiply(after.W, on_coordinates(before.H, p, zero), zero);
  const matrix<S> left = multiply(on_coordinates(after.H, p, zero), before.W, zero);
  const matrix<S> both = multiply(multiply(after.W, on_streams(K, n, zero), zero), before.W, zero);
  return {multiply(after.H, before.H, zero), sum(sum(right, left), both)};
}

template <class S> void require_square(const feedback<S>& f) {
  if (f.frozen.rows() != f.frozen.cols())
    throw std::invalid_argument("a product needs maps of as many outputs as streams");
}

template <class S> bool same_labels(const std::vector<generator<S>>& a, const std::vector<generator<S>>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const generator<S>& x, const generator<S>& y) { return x.label == y.label; });
}

} // namespace

template <scalar S>
feedback<S> product(const context<S>& context, const feedback<S>& after, const feedback<S>& before) {
  require_square(after);
  require_square(before);
  const feedback<S> second = without_arrays(context, after), first = without_arrays(context, before);
  if (after.frozen.rows() != before.frozen.rows() || !same_labels(second.generators, first.generators))
    throw std::invalid_argument("a product needs maps over the same generators");
  const matrix<S> K = gram(context, first.generators);
  return as_feedback(context, multiply_maps(factored(context, second), factored(context, first), K, context.exact(0)),
                     first.generators);
}

template <scalar S> feedback<S> power(const context<S>& context, const feedback<S>& map, std::size_t layers) {
  require_square(map);
  const feedback<S> one = without_arrays(context, map);
  const S zero = context.exact(0);
  const std::size_t n = one.frozen.rows(), p = one.generators.size();
  const matrix<S> K = gram(context, one.generators);
  factored_map<S> square = factored(context, one), result{matrix<S>(n, n, zero), matrix<S>(n * p, n * p, zero)};
  for (std::size_t i = 0; i < n; ++i) result.H(i, i) = context.exact(1);
  for (std::size_t rest = layers; rest > 0; rest /= 2) {
    if (rest % 2 == 1) result = multiply_maps(square, result, K, zero);
    if (rest > 1) square = multiply_maps(square, square, K, zero);
  }
  return as_feedback(context, std::move(result), one.generators);
}

template feedback<float64> product(const context<float64>&, const feedback<float64>&, const feedback<float64>&);
template feedback<quad> product(const context<quad>&, const feedback<quad>&, const feedback<quad>&);
template feedback<mp_interval> product(const context<mp_interval>&, const feedback<mp_interval>&,
                                       const feedback<mp_interval>&);
template feedback<float64> power(const context<float64>&, const feedback<float64>&, std::size_t);
template feedback<quad> power(const context<quad>&, const feedback<quad>&, std::size_t);
template feedback<mp_interval> power(const context<mp_interval>&, const feedback<mp_interval>&, std::size_t);

} // namespace mixcert
