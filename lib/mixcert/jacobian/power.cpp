#include "mixcert/jacobian/power.hpp"

#include "mixcert/jacobian/detail/factored_map.hpp"
#include "mixcert/scalar/matrix_product.hpp"

#include <stdexcept>
#include <utility>

namespace mixcert {
namespace {

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

} // namespace

template <scalar S> feedback<S> power(const context<S>& context, const feedback<S>& map, std::size_t layers) {
  if (map.frozen.rows() != map.frozen.cols())
    throw std::invalid_argument("a power needs a map of as many outputs as streams");
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

template feedback<float64> power(const context<float64>&, const feedback<float64>&, std::size_t);
template feedback<quad> power(const context<quad>&, const feedback<quad>&, std::size_t);
template feedback<mp_interval> power(const context<mp_interval>&, const feedback<mp_interval>&, std::size_t);

} // namespace mixcert
