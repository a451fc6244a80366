#include "mixcert/jacobian/product_norm.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/ball/double_double_ball.hpp"
#include "mixcert/error.hpp"
#include "mixcert/jacobian/detail/chain_map.hpp"
#include "mixcert/jacobian/rotation.hpp"
#include "mixcert/scalar/directed.hpp"
#include "mixcert/scalar/interval_matrix.hpp"
#include "mixcert/scalar/matrix_product.hpp"
#include "mixcert/spectrum/lanczos.hpp"
#include "mixcert/spectrum/positive_definite.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mixcert {
namespace {

using ball = double_double_ball;

constexpr precision norm_precision{64, 144, 256};

mp_interval number(double x) { return {x, norm_precision.working}; }

void rescale(factor_chain& chain, int exponent) {
  scale(chain.coordinates, -exponent);
  chain.frozen = map(chain.frozen, [exponent](const mp_interval& x) { return scaled(x, -exponent); });
  // What of T becomes subnormal counts the norms of X and of R.
  const double lost = mul_up(0x1p-1000, mul_up(frobenius_up(chain.sources), frobenius_up(chain.rows)));
  chain.distance = add_up(next_up(std::ldexp(chain.distance, -exponent)), lost);
  chain.exponent += exponent;
}

matrix<double> row_of(const std::vector<double>& x) { return {1, x.size(), x}; }

/// Rows first ... first + count - 1, and columns likewise.
ball some_rows(const ball& a, std::size_t first, std::size_t count) {
  ball r{double_double_matrix(count, a.midpoint.cols()), a.radius};
  const std::size_t from = first * a.midpoint.cols(), size = count * a.midpoint.cols();
  std::copy_n(a.midpoint.high.values().begin() + static_cast<std::ptrdiff_t>(from), size,
              r.midpoint.high.values().begin());
  std::copy_n(a.midpoint.low.values().begin() + static_cast<std::ptrdiff_t>(from), size,
              r.midpoint.low.values().begin());
  return r;
}

ball some_columns(const double_double_matrix& a, std::size_t first, std::size_t count) {
  ball r{double_double_matrix(a.rows(), count), 0};
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < count; ++j) {
      r.midpoint.high(i, j) = a.high(i, first + j);
      r.midpoint.low(i, j) = a.low(i, first + j);
    }
  return r;
}

mp_interval frobenius(const ball& a) {
  mp_interval squares = number(0);
  for (std::size_t at = 0; at < a.midpoint.high.values().size(); ++at)
    squares += sqr(number(a.midpoint.high.values()[at]) + number(a.midpoint.low.values()[at]));
  return sqrt(squares) + hull(number(-a.radius), number(a.radius));
}

mp_interval norm_of_frozen(const factor_chain& chain) {
  return mixer_singular_values(certify_rotation(chain.frozen, norm_precision), norm_precision).front();
}

linear_map<double> map_of(const factor_chain& chain) {
  const chain_map P(chain);
  return {P.order(), P.order(), [P](const std::vector<double>& z) { return P.times(z); },
          [P](const std::vector<double>& y) { return P.transposed_times(y); }};
}

/// ||P z|| / ||z|| is not less than the lower end.
mp_interval gain(const factor_chain& chain, const std::vector<double>& z) {
  const std::size_t n = chain.frozen.rows(), d = chain.sources.cols(), s = chain.sources.rows();
  const ball on_rows = multiply_transposed(exact_ball(row_of(z)), {chain.rows, 0}, true);
  const ball on_sources = multiply_transposed(on_rows, {chain.coordinates, 0}, true);
  const ball features = exact_ball(transpose(chain.sources));
  const ball frozen = combine_blocks(ball_around(chain.frozen), exact_ball(matrix<double>(n, d, z)));
  mp_interval squares = number(0);
  for (std::size_t i = 0; i < n; ++i) {
    const ball weights{some_columns(on_sources.midpoint, i * s, s).midpoint, on_sources.radius};
    squares += sqr(frobenius(sum(some_rows(frozen, i, 1), multiply_transposed(weights, features, true))));
  }
  return sqrt(squares) / frobenius(exact_ball(row_of(z))) - number(chain.distance);
}

/// The inverse of an n x n matrix, by Gauss and Jordan in interval arithmetic. Throws not_certified when a pivot may
/// vanish.
matrix<mp_interval> inverse(matrix<mp_interval> A) {
  const std::size_t n = A.rows();
  matrix<mp_interval> B(n, n, number(0));
  for (std::size_t i = 0; i < n; ++i) B(i, i) = number(1);
  for (std::size_t k = 0; k < n; ++k) {
    if (!certainly_less(number(0), A(k, k))) throw not_certified("the frozen product is not below the bound");
    const mp_interval pivot = A(k, k);
    for (std::size_t j = 0; j < n; ++j) {
      A(k, j) = A(k, j) / pivot;
      B(k, j) = B(k, j) / pivot;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const mp_interval factor = A(i, k);
      for (std::size_t j = 0; j < n; ++j) {
        A(i, j) -= factor * A(k, j);
        B(i, j) -= factor * B(k, j);
      }
    }
  }
  return B;
}

/// The blocks of the inverse of [lambda, M^T; M, lambda]: all but the one below the diagonal.
struct inverse_blocks {
  ball a, b, c;
};

inverse_blocks invert(const matrix<mp_interval>& M, const mp_interval& lambda) {
  const auto less_from = [&](const matrix<mp_interval>& square) {
    matrix<mp_interval> r = map(square, [](const mp_interval& x) { return -x; });
    for (std::size_t i = 0; i < r.rows(); ++i) r(i, i) += sqr(lambda);
    return inverse(std::move(r));
  };
  const auto times_lambda = [&](const matrix<mp_interval>& x) {
    return map(x, [&](const mp_interval& value) { return value * lambda; });
  };
  const matrix<mp_interval> Mt = transpose(M);
  const matrix<mp_interval> left = less_from(multiply(Mt, M, number(0))), right = less_from(multiply(M, Mt, number(0)));
  const matrix<mp_interval> coupling = map(multiply(Mt, right, number(0)), [](const mp_interval& x) { return -x; });
  return {ball_around(times_lambda(left)), ball_around(coupling), ball_around(times_lambda(right))};
}

/// R (K kron I) R^T for n blocks of d columns, K symmetric.
ball weighted_gram(const double_double_matrix& R, const ball& K, std::size_t d) {
  const std::size_t n = K.midpoint.rows();
  ball total;
  for (std::size_t t = 0; t < n; ++t) {
    // (R (K kron I))_t = sum_s R_s K_st, as rows of d columns
    double_double_matrix mixed(R.rows(), d);
    double rounding = 0;
    for (std::size_t s = 0; s < n; ++s) {
      ball factor{double_double_matrix(1, 1), K.radius};
      factor.midpoint.high(0, 0) = K.midpoint.high(s, t);
      factor.midpoint.low(0, 0) = K.midpoint.low(s, t);
      const ball block = combine_blocks(factor, some_columns(R, s * d, d));
      const ball added = s == 0 ? block : sum({std::move(mixed), rounding}, block);
      mixed = added.midpoint;
      rounding = added.radius;
    }
    const ball part = multiply_transposed_above({std::move(mixed), rounding}, some_columns(R, t * d, d));
    total = t == 0 ? part : sum(total, part);
  }
  return mirrored(std::move(total));
}

/// R (b kron I) (I kron X^T) as r x n s: block i is sum_t b_ti R_t X^T.
ball on_sources(const factor_chain& chain, const ball& b) {
  const std::size_t n = chain.frozen.rows(), d = chain.sources.cols();
  const ball X = exact_ball(chain.sources);
  ball stacked{double_double_matrix(n * chain.rows.rows(), chain.sources.rows()), 0};
  for (std::size_t t = 0; t < n; ++t) {
    const ball block = multiply_transposed(some_columns(chain.rows, t * d, d), X, true);
    const std::size_t at = t * block.midpoint.high.values().size();
    std::ranges::copy(block.midpoint.high.values(),
                      stacked.midpoint.high.values().begin() + static_cast<std::ptrdiff_t>(at));
    std::ranges::copy(block.midpoint.low.values(),
                      stacked.midpoint.low.values().begin() + static_cast<std::ptrdiff_t>(at));
    stacked.radius = add_up(stacked.radius, block.radius);
  }
  const ball mixed = combine_blocks(transpose(b), stacked);
  ball r{double_double_matrix(chain.rows.rows(), n * chain.sources.rows()), mixed.radius};
  const std::size_t s = chain.sources.rows(), rows = chain.rows.rows();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < rows; ++k)
      for (std::size_t c = 0; c < s; ++c) {
        r.midpoint.high(k, i * s + c) = mixed.midpoint.high(i * rows + k, c);
        r.midpoint.low(k, i * s + c) = mixed.midpoint.low(i * rows + k, c);
      }
  return r;
}

/// (c kron X X^T) T for T of n s rows.
ball gram_times(const factor_chain& chain, const ball& c, const ball& T) {
  const std::size_t n = chain.frozen.rows(), s = chain.sources.rows();
  const ball X = exact_ball(chain.sources), K = multiply_transposed(X, X, true), mixed = combine_blocks(c, T);
  ball r{double_double_matrix(n * s, T.midpoint.cols()), 0};
  for (std::size_t i = 0; i < n; ++i) {
    const ball block = multiply_transposed(K, transpose(some_rows(mixed, i * s, s)), true);
    const std::size_t at = i * block.midpoint.high.values().size();
    std::ranges::copy(block.midpoint.high.values(), r.midpoint.high.values().begin() + static_cast<std::ptrdiff_t>(at));
    std::ranges::copy(block.midpoint.low.values(), r.midpoint.low.values().begin() + static_cast<std::ptrdiff_t>(at));
    r.radius = add_up(r.radius, block.radius);
  }
  return r;
}

} // namespace

bool is_norm_at_most(const factor_chain& chain, double lambda) {
  const inverse_blocks blocks = invert(chain.frozen, number(lambda));
  const ball T{chain.coordinates, 0};
  const ball alpha = weighted_gram(chain.rows, blocks.a, chain.sources.cols());
  const ball coupling = on_sources(chain, blocks.b);
  const ball gamma = multiply_transposed(coupling, transpose(T));
  const triangular_guess guess = guess_cholesky(alpha.midpoint.high);
  const ball N = exact_ball(guess_solution(gamma.midpoint.high, guess.factor)), Gt = exact_ball(guess.inverse);
  const ball TN = multiply_transposed(T, transpose(N), true), TNt = transpose(TN);
  const ball A = multiply_transposed(Gt, transpose(sum(N, multiply_transposed(coupling, TNt, true))), true);
  const ball reduced_alpha = multiply_transposed(multiply_transposed(Gt, alpha, true), Gt, true);
  const ball reduced_beta = multiply_transposed(TNt, transpose(gram_times(chain, blocks.c, TN)), true);
  return is_positive_definite(difference(difference(sum(A, transpose(A)), reduced_alpha), reduced_beta));
}

mp_interval enclose_norm(factor_chain chain, int margin_places) {
  if (chain.rows.rows() == 0) {
    const mp_interval frozen = norm_of_frozen(chain), distance = number(chain.distance);
    return scaled(hull(max(frozen - distance, number(0)), frozen + distance), chain.exponent);
  }
  const leading_guess guess = guess_leading(map_of(chain));
  if (!(guess.first > 0)) throw not_certified("the product of the Jacobians may be zero");
  rescale(chain, std::ilogb(guess.first));
  const mp_interval lower = gain(chain, guess.right);
  const double least = to_interval(lower).lower();
  const mp_interval frozen = norm_of_frozen(chain);
  constexpr int fewest_places = 12, fewer = 8;
  for (int shown = margin_places; shown >= fewest_places; shown -= fewer) {
    const double lambda = mul_up(std::max(least, to_interval(frozen).upper()), add_up(1, std::ldexp(1.0, -shown)));
    if (is_norm_at_most(chain, lambda))
      return scaled(hull(max(lower, number(0)), number(add_up(lambda, chain.distance))), chain.exponent);
  }
  throw not_certified("no bound near the largest singular value of the product could be established");
}

double norm_up(const site_factors& site, const matrix<mp_interval>& frozen, int places) {
  constexpr double no_site_after = 0;
  return to_interval(enclose_norm(chain_factors({site}, {frozen}, {no_site_after}), places)).upper();
}

} // namespace mixcert
