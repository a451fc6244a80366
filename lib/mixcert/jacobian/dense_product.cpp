#include "mixcert/jacobian/dense_product.hpp"

#include "mixcert/ball/parallel.hpp"
#include "mixcert/error.hpp"
#include "mixcert/scalar/directed.hpp"
#include "mixcert/scalar/mp_float.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace mixcert {
namespace {

/// x 2^exponent as an upper bound: what underflows is not zero.
double scaled_up(double x, long exponent) {
  if (x == 0) return 0;
  const int step = static_cast<int>(std::clamp<long>(exponent, -2200, 2200)); // takes every number out of the range
  return next_up(std::ldexp(x, step));
}

/// A bound, before a matrix of so many rows is divided by 2^step, of what its entries lose that become subnormal.
double lost_in_scaling(std::size_t rows, long step) {
  return step > 0 ? scaled_up(mul_up(static_cast<double>(rows), 0x1p-1074), step) : 0;
}

/// x 2^exponent.
struct scaled_bound {
  double x = 0;
  long exponent = 0;
};

/// The root of the sum of squares.
scaled_bound joined(const scaled_bound& a, const scaled_bound& b) {
  if (a.x == 0 || b.x == 0) return a.x == 0 ? b : a;
  const long exponent = std::max(a.exponent, b.exponent);
  const double x = scaled_up(a.x, a.exponent - exponent), y = scaled_up(b.x, b.exponent - exponent);
  return {sqrt_up(add_up(mul_up(x, x), mul_up(y, y))), exponent};
}

/// Some columns of a product of sites, 2^exponent M, so few that they stay near.
struct column_block {
  double_double_matrix M;
  long exponent = 0;
  double norm; ///< of M, an upper bound

  column_block(std::size_t order, std::size_t first, std::size_t count) : M(order, count) {
    for (std::size_t j = 0; j < count; ++j) M.high(first + j, j) = 1;
    measure();
    normalise();
  }

  /// To a norm between 1/4 and 1/2, if it is not moderate. Returns by which exponent M was divided.
  long rescale() {
    measure();
    constexpr double moderate = 0x1p-20;
    return norm == 0 || (norm >= moderate && norm <= 0.5) ? 0 : normalise();
  }

  void scale_to(long of_all) {
    if (norm == 0) return;
    scale(M, static_cast<int>(std::max<long>(exponent - of_all, -2200)));
    exponent = of_all;
  }

 private:
  void measure() {
    norm = frobenius_up(M);
    if (!(norm < std::numeric_limits<double>::infinity()))
      throw not_certified("a product of Jacobians is not finite in binary64");
  }

  long normalise() {
    const int step = std::ilogb(norm) + 2;
    scale(M, -step);
    norm = scaled_up(norm, -step);
    exponent += step;
    return step;
  }
};

constexpr std::size_t columns_at_a_time = 64;

/// f(first, count) of all blocks of columns, in parallel.
template <class Block, class F> std::vector<Block> by_blocks(std::size_t order, const F& f) {
  std::vector<std::optional<Block>> blocks((order + columns_at_a_time - 1) / columns_at_a_time);
  in_parallel(blocks.size(), [&](std::size_t k) {
    const std::size_t first = k * columns_at_a_time;
    blocks[k] = f(first, std::min(columns_at_a_time, order - first));
  });
  std::vector<Block> r;
  for (std::optional<Block>& block : blocks) r.push_back(std::move(*block));
  return r;
}

std::vector<error_rate> rates_of(const std::vector<site_factors>& sites, bool transposed) {
  std::vector<error_rate> r;
  for (const site_factors& site : sites) r.push_back(error_rate_of(site, transposed));
  return r;
}

/// Columns of the whole product; the error with norms of suffixes multiplied, and the errors of each step.
struct forward_block {
  column_block product;
  double radius = 0;
  std::vector<scaled_bound> steps;
};

forward_block multiply_forward(const std::vector<site_factors>& sites, const std::vector<error_rate>& rates,
                               const std::vector<double>& norms, column_block product) {
  forward_block block{std::move(product), 0, {}};
  for (std::size_t l = 0; l < sites.size(); ++l) {
    const double rounding = rates[l].at(block.product.norm);
    const long exponent = block.product.exponent;
    block.product.M = apply(sites[l], block.product.M);
    const long step = block.product.rescale();
    const double error = add_up(rounding, lost_in_scaling(block.product.M.rows(), step));
    block.steps.push_back({error, exponent});
    block.radius = scaled_up(add_up(mul_up(norms[l], block.radius), error), -step);
  }
  return block;
}

/// Bounds of the norms of columns of J_l^T ... J_L^T for l = L, ..., 2.
std::vector<scaled_bound> suffixes_of(const std::vector<site_factors>& sites, const std::vector<error_rate>& rates,
                                      const std::vector<double>& norms, column_block transposed) {
  std::vector<scaled_bound> r;
  double radius = 0;
  for (std::size_t l = sites.size(); l-- > 1;) {
    const double rounding = rates[l].at(transposed.norm);
    transposed.M = apply_transposed(sites[l], transposed.M);
    const long step = transposed.rescale();
    const double error = add_up(rounding, lost_in_scaling(transposed.M.rows(), step));
    radius = scaled_up(add_up(mul_up(norms[l], radius), error), -step);
    r.push_back({add_up(transposed.norm, radius), transposed.exponent});
  }
  return r;
}

/// Entry by entry over the blocks.
template <class Block, class F> std::vector<scaled_bound> joined(const std::vector<Block>& blocks, const F& bounds) {
  std::vector<scaled_bound> r(bounds(blocks.front()).size());
  for (const Block& block : blocks)
    for (std::size_t k = 0; k < r.size(); ++k) r[k] = joined(r[k], bounds(block)[k]);
  return r;
}

/// Bounds of the norms of J_L ... J_{l+1} for l = L, ..., 1.
std::vector<scaled_bound> suffix_norms(const std::vector<site_factors>& sites, const std::vector<double>& norms,
                                       std::size_t order) {
  using bounds = std::vector<scaled_bound>;
  const std::vector<error_rate> rates = rates_of(sites, true);
  const std::vector<bounds> blocks = by_blocks<bounds>(order, [&](std::size_t first, std::size_t count) {
    return suffixes_of(sites, rates, norms, column_block(order, first, count));
  });
  bounds r = joined(blocks, [](const bounds& block) { return block; });
  r.insert(r.begin(), scaled_bound{1, 0});
  return r;
}

/// sum_l ||J_L ... J_{l+1}|| error_l, divided by 2^exponent.
double sum_of_errors(const std::vector<scaled_bound>& steps, const std::vector<scaled_bound>& suffixes, long exponent) {
  double sum = 0;
  for (std::size_t back = 0; back < steps.size(); ++back) {
    const scaled_bound& step = steps[steps.size() - 1 - back];
    sum = add_up(sum, scaled_up(mul_up(suffixes[back].x, step.x), suffixes[back].exponent + step.exponent - exponent));
  }
  return sum;
}

/// All blocks beside each other, brought to one exponent: 2^exponent times a matrix of a norm between 1/4 and 1/2, or
/// 0.
dense_product joined(std::vector<forward_block>& blocks, std::size_t order) {
  dense_product r{double_double_matrix(order, order), 0, 0, false};
  scaled_bound norm, radius;
  for (const forward_block& block : blocks) norm = joined(norm, {block.product.norm, block.product.exponent});
  if (norm.x != 0) r.exponent = norm.exponent + std::ilogb(norm.x) + 2;
  std::size_t at = 0;
  for (forward_block& block : blocks) {
    const long step = r.exponent - block.product.exponent;
    const double lost = block.product.norm == 0 ? 0 : lost_in_scaling(order, step);
    radius = joined(radius, {add_up(block.radius, lost), block.product.exponent});
    block.steps.back().x =
        add_up(block.steps.back().x, scaled_up(lost, block.product.exponent - block.steps.back().exponent));
    block.product.scale_to(r.exponent);
    const double_double_matrix& M = block.product.M;
    for (std::size_t i = 0; i < order; ++i)
      for (std::size_t j = 0; j < M.cols(); ++j) {
        r.midpoint.high(i, at + j) = M.high(i, j);
        r.midpoint.low(i, at + j) = M.low(i, j);
      }
    at += M.cols();
  }
  r.radius = scaled_up(radius.x, radius.exponent - r.exponent);
  return r;
}

} // namespace

dense_product multiply_sites(const std::vector<site_factors>& sites, const std::vector<double>& norms) {
  constexpr double fine = 0x1p-72; // of a norm of at least 1/4
  const std::size_t order = sites.front().H.rows() * sites.front().sources.cols();
  const std::vector<error_rate> rates = rates_of(sites, false);
  std::vector<forward_block> blocks = by_blocks<forward_block>(order, [&](std::size_t first, std::size_t count) {
    return multiply_forward(sites, rates, norms, column_block(order, first, count));
  });
  dense_product r = joined(blocks, order);
  if (!(r.radius <= fine)) {
    const std::vector<scaled_bound> steps = joined(blocks, [](const forward_block& block) { return block.steps; });
    const double computed = sum_of_errors(steps, suffix_norms(sites, norms, order), r.exponent);
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
