#include "mixcert/jacobian/dense_product.hpp"

#include "mixcert/error.hpp"
#include "mixcert/scalar/directed.hpp"
#include "mixcert/scalar/mp_float.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mixcert {
namespace {

/// x 2^exponent as an upper bound: what underflows is not zero.
double scaled_up(double x, long exponent) {
  if (x == 0) return 0;
  const int step = static_cast<int>(std::clamp<long>(exponent, -2200, 2200)); // takes every number out of the range
  return next_up(std::ldexp(x, step));
}

/// A bound, before a matrix of this order is divided by 2^step, of what its entries lose that become subnormal.
double lost_in_scaling(std::size_t order, long step) {
  return step > 0 ? scaled_up(mul_up(static_cast<double>(order), 0x1p-1074), step) : 0;
}

/// A product of some of the sites, 2^exponent M.
struct partial_product {
  double_double_matrix M;
  long exponent = 0;
  double norm; ///< of M, an upper bound

  explicit partial_product(std::size_t order) : M(order, order) {
    for (std::size_t i = 0; i < order; ++i) M.high(i, i) = 1;
    rescale();
  }

  /// To a norm between 1/4 and 1/2. Returns by which exponent M was divided.
  long rescale() {
    norm = frobenius_up(M);
    if (!(norm < std::numeric_limits<double>::infinity()))
      throw not_certified("a product of Jacobians is not finite in binary64");
    if (norm == 0) return 0;
    const int step = std::ilogb(norm) + 2;
    scale(M, -step);
    norm = scaled_up(norm, -step);
    exponent += step;
    return step;
  }
};

/// What one step adds: to a product with this exponent.
struct local_step {
  double error;
  long exponent;
};

struct forward_chain {
  partial_product product;
  double radius = 0; ///< with norms of suffixes multiplied
  std::vector<local_step> steps;
};

forward_chain multiply_forward(const std::vector<site_factors>& sites, const std::vector<double>& norms,
                               std::size_t order) {
  forward_chain chain{partial_product(order), 0, {}};
  for (std::size_t l = 0; l < sites.size(); ++l) {
    const double rounding = local_error(sites[l], chain.product.norm, false);
    const long exponent = chain.product.exponent;
    chain.product.M = apply(sites[l], chain.product.M);
    const long step = chain.product.rescale();
    const double error = add_up(rounding, lost_in_scaling(order, step));
    chain.steps.push_back({error, exponent});
    chain.radius = scaled_up(add_up(mul_up(norms[l], chain.radius), error), -step);
  }
  return chain;
}

/// x 2^exponent.
struct scaled_bound {
  double x;
  long exponent;
};

/// Bounds of the norms of J_L ... J_{l+1} for l = L, ..., 1, the last site first.
std::vector<scaled_bound> suffix_norms(const std::vector<site_factors>& sites, const std::vector<double>& norms,
                                       std::size_t order) {
  std::vector<scaled_bound> r{{1, 0}};
  partial_product transposed(order);
  double radius = 0;
  for (std::size_t l = sites.size(); l-- > 1;) {
    const double rounding = local_error(sites[l], transposed.norm, true);
    transposed.M = apply_transposed(sites[l], transposed.M);
    const long step = transposed.rescale();
    const double error = add_up(rounding, lost_in_scaling(order, step));
    radius = scaled_up(add_up(mul_up(norms[l], radius), error), -step);
    r.push_back({add_up(transposed.norm, radius), transposed.exponent});
  }
  return r;
}

/// sum_l ||J_L ... J_{l+1}|| error_l, divided by 2^exponent.
double sum_of_errors(const std::vector<local_step>& steps, const std::vector<scaled_bound>& suffixes, long exponent) {
  double sum = 0;
  for (std::size_t back = 0; back < steps.size(); ++back) {
    const local_step& step = steps[steps.size() - 1 - back];
    sum = add_up(sum,
                 scaled_up(mul_up(suffixes[back].x, step.error), suffixes[back].exponent + step.exponent - exponent));
  }
  return sum;
}

} // namespace

dense_product multiply_sites(const std::vector<site_factors>& sites, const std::vector<double>& norms) {
  constexpr double fine = 0x1p-72; // of a norm of at least 1/4
  const std::size_t order = sites.front().H.rows() * sites.front().sources.cols();
  forward_chain chain = multiply_forward(sites, norms, order);
  dense_product r{std::move(chain.product.M), chain.product.exponent, chain.radius, false};
  if (!(r.radius <= fine)) {
    const double computed = sum_of_errors(chain.steps, suffix_norms(sites, norms, order), r.exponent);
    if (!(r.radius <= computed)) {
      r.radius = computed;
      r.suffixes_computed = true;
    }
  }
  if (!(r.radius < std::numeric_limits<double>::infinity()))
    throw not_certified("the rounding errors of a product of Jacobians could not be bounded");
  return r;
}

} // namespace mixcert
