#include "mixcert/diagnostic/similarity.hpp"

namespace mixcert {

template <field S> matrix<S> inner_products(const context<S>& numbers, const matrix<S>& X) {
  matrix<S> G(X.rows(), X.rows(), numbers.exact(0));
  for (std::size_t i = 0; i < X.rows(); ++i)
    for (std::size_t j = i; j < X.rows(); ++j) {
      for (std::size_t c = 0; c < X.cols(); ++c) G(i, j) += i == j ? sqr(X(i, c)) : X(i, c) * X(j, c);
      G(j, i) = G(i, j);
    }
  return G;
}

template <scalar S> std::vector<S> pairwise_cosines(const matrix<S>& G) {
  std::vector<S> cosines;
  for (std::size_t i = 0; i < G.rows(); ++i)
    for (std::size_t j = i + 1; j < G.rows(); ++j) cosines.push_back(G(i, j) / (sqrt(G(i, i)) * sqrt(G(j, j))));
  return cosines;
}

template matrix<float64> inner_products(const context<float64>&, const matrix<float64>&);
template matrix<rational> inner_products(const context<rational>&, const matrix<rational>&);
template matrix<mp_interval> inner_products(const context<mp_interval>&, const matrix<mp_interval>&);

template std::vector<float64> pairwise_cosines(const matrix<float64>&);
template std::vector<mp_interval> pairwise_cosines(const matrix<mp_interval>&);

} // namespace mixcert
