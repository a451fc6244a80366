#include "mixcert/jacobian/core.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/error.hpp"
#include "mixcert/scalar/directed.hpp"

#include <algorithm>
#include <limits>

namespace mixcert {
namespace {

/// One diagonal block a stream.
struct block {
  std::size_t offset;
  const feature_space& space;
  const triangular_basis& basis;
  mp_interval_matrix R;
};

std::vector<block> blocks_of(const feature_spans& spans, const std::vector<triangular_basis>& bases, mpfr_prec_t bits) {
  std::vector<block> blocks;
  std::size_t offset = 0;
  for (const stream_feedback& stream : spans.streams) {
    blocks.push_back({offset, spans.spaces[stream.space], bases[stream.space], enclose(bases[stream.space].R, bits)});
    offset += blocks.back().R.rows();
  }
  return blocks;
}

/// Row i * m + j: the coordinates b_{l,ij} for l = 0, 1, ... one after the other.
mp_interval_matrix side_by_side(const feature_spans& spans, const std::vector<block>& blocks, std::size_t order) {
  const mp_interval_matrix& first = spans.streams.front().feedback;
  mp_interval_matrix b(first.rows(), order, first(0, 0));
  for (std::size_t l = 0; l < blocks.size(); ++l)
    for (std::size_t ij = 0; ij < b.rows(); ++ij)
      for (std::size_t h = 0; h < blocks[l].R.rows(); ++h)
        b(ij, blocks[l].offset + h) = spans.streams[l].feedback(ij, h);
  return b;
}

/// W_kl = sum_ij P_ik a_{k,j} b_{l,ij}^T: the feedback in generator coordinates, rotated.
mp_interval_matrix rotated_feedback(const feature_spans& spans, const std::vector<block>& blocks,
                                    const mp_interval_matrix& P, std::size_t order) {
  const std::size_t n = P.rows(), m = spans.spaces.front().sources.rows();
  const mp_interval zero(0, P(0, 0).bits());
  const mp_interval_matrix b = side_by_side(spans, blocks, order);
  mp_interval_matrix W(order, order, zero);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = 0; j < m; ++j) {
      std::vector<mp_interval> from_j(order, zero); // sum_i P_ik b_{l,ij}^T for every l
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t c = 0; c < order; ++c) add_product(from_j[c], P(i, k), b(i * m + j, c));
      const mp_interval_matrix& a = blocks[k].space.sources;
      for (std::size_t g = 0; g < a.cols(); ++g) {
        if (is_exact_zero(a(j, g))) continue;
        for (std::size_t c = 0; c < order; ++c) add_product(W(blocks[k].offset + g, c), a(j, g), from_j[c]);
      }
    }
  return W;
}

/// diag(R_1, R_2, ...) W
mp_interval_matrix apply_left(const std::vector<block>& blocks, const mp_interval_matrix& W) {
  mp_interval_matrix r(W.rows(), W.cols(), mp_interval(0, W(0, 0).bits()));
  for (const auto& [offset, space, basis, R] : blocks)
    for (std::size_t i = 0; i < R.rows(); ++i)
      for (std::size_t k = i; k < R.rows(); ++k) { // R is upper triangular
        if (is_exact_zero(R(i, k))) continue;
        for (std::size_t c = 0; c < W.cols(); ++c) add_product(r(offset + i, c), R(i, k), W(offset + k, c));
      }
  return r;
}

/// eta of theorem T3 (b): bound of ||C* - C_0|| that the bases cause; M = diag(R) W diag(R)^T.
double basis_error(const std::vector<block>& blocks, const mp_interval_matrix& RW, const mp_interval_matrix& WRt,
                   const mp_interval_matrix& W, const mp_interval_matrix& M) {
  double psi = 0, theta = 0;
  bool all_phi = true;
  for (const block& b : blocks) {
    all_phi = all_phi && b.basis.phi;
    psi = std::max(psi, b.basis.phi.value_or(0));
    theta = std::max(theta, b.basis.phi ? mul_up(*b.basis.phi, frobenius_up(b.R)) : sqrt_up(*b.basis.t));
  }
  if (all_phi) return mul_up(mul_up(add_up(2, psi), psi), frobenius_up(M));
  const double linear = add_up(frobenius_up(RW), frobenius_up(WRt));
  return mul_up(theta, add_up(linear, mul_up(theta, frobenius_up(W))));
}

} // namespace

stream_adapted_core assemble_core(const feature_spans& spans, const std::vector<triangular_basis>& bases,
                                  const rotation& rotation, const precision& precision) {
  if (spans.streams.empty()) return {matrix<mp_float>(0, 0, std::vector<mp_float>{}), 0};
  const std::vector<block> blocks = blocks_of(spans, bases, precision.working);
  const std::size_t order = blocks.back().offset + blocks.back().R.rows();
  const mp_interval_matrix W = rotated_feedback(spans, blocks, enclose(rotation.P, precision.working), order);
  const mp_interval_matrix RW = apply_left(blocks, W);
  const mp_interval_matrix WRt = transpose(apply_left(blocks, transpose(W)));
  const mp_interval_matrix M = transpose(apply_left(blocks, transpose(RW)));
  mp_interval_matrix C = M;
  for (std::size_t k = 0; k < blocks.size(); ++k)
    for (std::size_t g = 0; g < blocks[k].R.rows(); ++g)
      C(blocks[k].offset + g, blocks[k].offset + g) += mp_interval(rotation.s[k], precision.working);
  for (const mp_interval& x : C.values())
    if (!is_finite(x)) throw not_certified("an entry of the core could not be bounded");

  stream_adapted_core core{map(C, [&](const mp_interval& x) { return midpoint(x, precision.working); }), 0};
  const long grid = largest_exponent(core.C) - static_cast<long>(precision.witness) - 16;
  for (mp_float& x : core.C.values()) x = rounded_to_grid(x, grid);
  const double rounding = frobenius_up(subtract(C, enclose(core.C, precision.working)));
  core.epsilon = add_up(add_up(rounding, basis_error(blocks, RW, WRt, W, M)), rotation.nu);
  if (!(core.epsilon < std::numeric_limits<double>::infinity()))
    throw not_certified("the error of the core could not be bounded");
  return core;
}

} // namespace mixcert
