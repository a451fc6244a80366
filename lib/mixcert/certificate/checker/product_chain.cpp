#include "mixcert/certificate/checker/product_chain.hpp"

#include "mixcert/certificate/checker/fixed_chain.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <optional>

namespace mixcert::checker {
namespace {

constexpr long small_radius = -92; ///< exponent of two

template <int limbs> chain_product as_matrix(const fixed_chain<limbs>& chain) {
  const std::vector<numbers<limbs>>& columns = chain.columns();
  const std::size_t order = columns.size();
  chain_product r{fixed_matrix(order), chain.exponent(), chain.radius()};
  for (std::size_t j = 0; j < order; ++j)
    for (std::size_t i = 0; i < order; ++i)
      for (int k = 0; k < fixed_matrix::limbs; ++k) r.matrix(i, j).limb[k] = columns[j][i].limb[k];
  r.radius += in_bounds(last_place(fixed_matrix::limbs)) * static_cast<long>(order);
  return r;
}

/// Nothing where so few limbs leave too large a radius.
template <int limbs>
std::optional<chain_product> multiplied(const std::function<jacobian_factors(std::size_t)>& factors,
                                        const chain_shape& shape, mpfr_prec_t bits) {
  constexpr long reserve = 24; // for what rounding adds, and its growth with the order
  if (limbs * limb_bits < reserve - small_radius + shape.excess) return std::nullopt;
  fixed_chain<limbs> product(shape.streams, shape.width);
  product.start_with_identity();
  for (std::size_t l = 0; l < shape.norms.size(); ++l) product.multiply(factors(l), shape.norms[l], bits);
  if (!is_less(product.radius(), scaled(interval(1, bound_bits), small_radius))) return std::nullopt;
  return as_matrix(product);
}

} // namespace

chain_product multiply(const std::function<jacobian_factors(std::size_t)>& factors, const chain_shape& shape,
                       mpfr_prec_t bits) {
  if (auto r = multiplied<3>(factors, shape, bits)) return *std::move(r);
  if (auto r = multiplied<4>(factors, shape, bits)) return *std::move(r);
  if (auto r = multiplied<5>(factors, shape, bits)) return *std::move(r);
  if (auto r = multiplied<8>(factors, shape, bits)) return *std::move(r);
  throw malformed("the norms of the factors multiply to too much beside that of their product");
}

interval_matrix multiply_in_intervals(const std::function<jacobian_factors(std::size_t)>& factors, std::size_t count,
                                      std::size_t order, mpfr_prec_t bits) {
  interval_matrix P(order, order, bits);
  for (std::size_t k = 0; k < order; ++k) P(k, k) = interval(1, bits);
  for (std::size_t l = 0; l < count; ++l) {
    const jacobian_factors J = factors(l);
    const std::size_t n = J.H.rows, d = J.sources.cols, m = J.sources.rows;
    const interval_matrix fed_back = checker::product(J.rows, P, bits);
    interval_matrix next(order, order, bits);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t c = 0; c < d; ++c)
        for (std::size_t k = 0; k < order; ++k) {
          interval& x = next(i * d + c, k);
          for (std::size_t j = 0; j < n; ++j) add_product(x, J.H(i, j), P(j * d + c, k));
          for (std::size_t j = 0; j < m; ++j) add_product(x, J.sources(j, c), fed_back(i * m + j, k));
        }
    P = std::move(next);
  }
  return P;
}

} // namespace mixcert::checker
