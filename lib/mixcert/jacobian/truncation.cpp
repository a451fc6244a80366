#include "mixcert/jacobian/truncation.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/error.hpp"
#include "mixcert/scalar/directed.hpp"
#include "mixcert/scalar/interval_matrix.hpp"
#include "mixcert/scalar/matrix_product.hpp"

#include <limits>

namespace mixcert {
namespace {

using ball = ball_matrix<mp_float>;

/// Newton and Schulz: V <- V (3 I - V^T V) / 2 doubles the places to which the columns are orthonormal, and converges
/// to the polar factor.
matrix<mp_float> polished(const matrix<double>& guess, mpfr_prec_t places, mpfr_prec_t bits) {
  matrix<mp_float> V = map(guess, [&](double x) { return mp_float(x, bits); });
  if (V.values().empty()) return V;
  const mp_float three(3, bits);
  for (mpfr_prec_t reached = 32; reached < places; reached *= 2) {
    matrix<mp_float> factor = map(multiply(transpose(V), V), [](const mp_float& x) { return -x; });
    for (std::size_t k = 0; k < factor.rows(); ++k) factor(k, k) = factor(k, k) + three;
    V = map(multiply(V, factor), [](const mp_float& x) { return scaled(x, -1); });
  }
  return V;
}

matrix<mp_float> reshaped(matrix<mp_float> a, std::size_t rows, std::size_t cols) {
  return {rows, cols, std::move(a.values())};
}

/// M (I kron V): each row of M is several rows of as many entries as V has rows.
ball times_blocks(const ball& M, const matrix<mp_float>& V, std::size_t n) {
  const std::size_t rows = M.midpoint.rows();
  ball r = product(ball{reshaped(M.midpoint, rows * n, V.rows()), M.radius}, ball{V, 0});
  return {reshaped(std::move(r.midpoint), rows, n * V.cols()), r.radius};
}

/// How many outputs and streams a core has: its blocks are outputs x streams.
struct block_counts {
  std::size_t outputs, streams;
};

/// (I kron V^T) M (I kron V)
ball compressed(const ball& M, const matrix<mp_float>& V, const block_counts& blocks) {
  const ball right = times_blocks(M, V, blocks.streams);
  const ball left = times_blocks(ball{transpose(right.midpoint), right.radius}, V, blocks.outputs);
  return {transpose(left.midpoint), left.radius};
}

/// diag(s) kron I_q
matrix<mp_float> diagonal(const std::vector<mp_float>& s, std::size_t q, const block_counts& blocks, mpfr_prec_t bits) {
  matrix<mp_float> r(blocks.outputs * q, blocks.streams * q, mp_float(bits));
  for (std::size_t k = 0; k < r.rows(); ++k) r(k, k) = s[k / q];
  return r;
}

} // namespace

truncated_core truncate(const stream_adapted_core& core, const rotation& rotation, const matrix<double>& guess,
                        const precision& precision) {
  const mpfr_prec_t bits = precision.witness + 64; // T7's rounding stays far below the witness grid
  const auto grid = -static_cast<long>(precision.witness);
  const std::size_t p = guess.rows(), q = guess.cols();
  const block_counts blocks{core.C.rows() / p, core.C.cols() / p};
  const long exponent = largest_exponent(core.C);
  const auto near_one = [&](const mp_float& x) { return mp_float(scaled(x, -exponent).get(), bits); };
  const auto bound = [&](double x) { return magnitude_up(scaled(mp_float(x, bits), exponent)); };
  std::vector<mp_float> s;
  for (const mp_float& x : rotation.s) s.push_back(near_one(x));

  truncated_core r;
  r.V = map(polished(guess, precision.witness + 16, bits),
            [&](const mp_float& x) { return mp_float(rounded_to_grid(x, grid).get(), bits); });
  const ball M = difference(ball{map(core.C, near_one), 0}, ball{diagonal(s, p, blocks, bits), 0});
  const ball N = compressed(M, r.V, blocks);
  r.kappa = bound(frobenius_up(difference(M, compressed(N, transpose(r.V), blocks))));

  matrix<mp_float> minus_s = map(diagonal(s, q, blocks, bits), [](const mp_float& x) { return -x; });
  const ball C = difference(N, ball{std::move(minus_s), 0});
  r.C = map(C.midpoint, [&](const mp_float& x) { return mp_float(rounded_to_grid(x, grid - 16).get(), bits); });
  const double rounding = bound(frobenius_up(difference(C, ball{r.C, 0})));
  for (mp_float& x : r.C.values()) x = scaled(x, exponent);
  r.epsilon = add_up(core.epsilon, add_up(r.kappa, rounding));
  if (!(r.epsilon < std::numeric_limits<double>::infinity()))
    throw not_certified("what the truncation of the core leaves out could not be bounded");
  return r;
}

} // namespace mixcert
