#include "mixcert/diagnostic/gain.hpp"

#include <utility>

namespace mixcert {

template <field S> S forward_gain(const context<S>& numbers, const matrix<S>& M) {
  S largest = numbers.exact(0);
  for (std::size_t i = 0; i < M.rows(); ++i) {
    S sum = numbers.exact(0);
    for (std::size_t j = 0; j < M.cols(); ++j) sum += abs(M(i, j));
    largest = max(largest, sum);
  }
  return largest;
}

template <field S> S backward_gain(const context<S>& numbers, const matrix<S>& M) {
  return forward_gain(numbers, transpose(M));
}

template <field S> matrix<S> composite(const context<S>& numbers, const std::vector<matrix<S>>& maps) {
  matrix<S> product = maps.front();
  for (std::size_t l = 1; l < maps.size(); ++l) {
    const matrix<S>& M = maps[l];
    matrix<S> next(M.rows(), product.cols(), numbers.exact(0));
    for (std::size_t i = 0; i < M.rows(); ++i)
      for (std::size_t k = 0; k < M.cols(); ++k)
        for (std::size_t j = 0; j < product.cols(); ++j) next(i, j) += M(i, k) * product(k, j);
    product = std::move(next);
  }
  return product;
}

template float64 forward_gain(const context<float64>&, const matrix<float64>&);
template rational forward_gain(const context<rational>&, const matrix<rational>&);
template mp_interval forward_gain(const context<mp_interval>&, const matrix<mp_interval>&);

template float64 backward_gain(const context<float64>&, const matrix<float64>&);
template rational backward_gain(const context<rational>&, const matrix<rational>&);
template mp_interval backward_gain(const context<mp_interval>&, const matrix<mp_interval>&);

template matrix<float64> composite(const context<float64>&, const std::vector<matrix<float64>>&);
template matrix<rational> composite(const context<rational>&, const std::vector<matrix<rational>>&);
template matrix<mp_interval> composite(const context<mp_interval>&, const std::vector<matrix<mp_interval>>&);

} // namespace mixcert
