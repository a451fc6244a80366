#include "mixcert/construction/doubly_stochastic.hpp"

#include <stdexcept>
#include <string>

namespace mixcert {
namespace {

expression weight(std::size_t factor) { return expression::parameter("a_" + std::to_string(factor)); }

void require_size(std::size_t factors) {
  if (factors > 10) throw std::invalid_argument("binary Kronecker products are written out for up to 10 factors");
}

} // namespace

mixing_example three_stream_example() {
  const auto column = [](long x, long y, long z) {
    return matrix<rational>(3, 1, {rational(x, 1), rational(y, 1), rational(z, 1)});
  };
  const auto tenths = [](long x) { return rational(x, 10); };
  return {{3, 3, {tenths(6), tenths(3), tenths(1), tenths(2), tenths(5), tenths(3), tenths(2), tenths(2), tenths(6)}},
          column(10, 20, 30),
          column(15, 21, 24)};
}

matrix<rational> three_cycle(std::size_t n) {
  if (n < 3) throw std::invalid_argument("a three-cycle needs three streams");
  matrix<rational> P(n, n, rational());
  const rational one(1.0);
  for (std::size_t i = 0; i < n; ++i) P(i, i < 3 ? (i + 1) % 3 : i) = one;
  return P;
}

expression_matrix binary_kronecker(std::size_t factors) {
  require_size(factors);
  expression_matrix H(1, 1, 1);
  for (std::size_t k = 1; k <= factors; ++k) {
    const expression a = weight(k);
    H = kronecker(H, expression_matrix(2, 2, {a, 1 - a, 1 - a, a}));
  }
  return H;
}

std::vector<expression> binary_kronecker_eigenvalues(std::size_t factors) {
  require_size(factors);
  std::vector<expression> values = {1};
  for (std::size_t k = 1; k <= factors; ++k) {
    std::vector<expression> longer;
    for (const expression& value : values) {
      longer.push_back(value);
      longer.push_back(value * (2 * weight(k) - 1));
    }
    values = std::move(longer);
  }
  return values;
}

} // namespace mixcert
