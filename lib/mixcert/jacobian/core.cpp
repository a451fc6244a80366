#include "mixcert/jacobian/core.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/error.hpp"
#include "mixcert/scalar/directed.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace mixcert {
namespace {

bool is_zero_column(const mp_interval_matrix& a, std::size_t column) {
  for (std::size_t i = 0; i < a.rows(); ++i)
    if (!is_exact_zero(a(i, column))) return false;
  return true;
}

mp_interval_matrix pick_columns(const mp_interval_matrix& a, const std::vector<std::size_t>& columns) {
  std::vector<mp_interval> values;
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (const std::size_t g : columns) values.push_back(a(i, g));
  return {a.rows(), columns.size(), std::move(values)};
}

mp_interval times_power(mp_interval x, long exponent) {
  mpfi_mul_2si(x.get(), x.get(), exponent);
  return x;
}

mp_interval inner(const std::vector<mp_interval>& x, const std::vector<mp_interval>& y) {
  mp_interval sum(0, x.front().bits());
  for (std::size_t c = 0; c < x.size(); ++c) sum += x[c] * y[c];
  return sum;
}

/// Coordinates in the standard basis: the rows themselves.
mp_interval_matrix expand(const mp_interval_matrix& coordinates, const std::vector<generator<mp_interval>>& generators,
                          std::size_t width, mpfr_prec_t bits) {
  mp_interval_matrix rows(coordinates.rows(), width, mp_interval(0, bits));
  for (std::size_t i = 0; i < coordinates.rows(); ++i)
    for (std::size_t g = 0; g < generators.size(); ++g) {
      if (is_exact_zero(coordinates(i, g))) continue;
      for (std::size_t c = 0; c < width; ++c) rows(i, c) += coordinates(i, g) * generators[g].row[c];
    }
  return rows;
}

feature_span span_of_everything(const mixer_evaluation<mp_interval>& evaluation, std::size_t width,
                                const precision& precision) {
  feature_span span;
  span.standard = true;
  for (std::size_t c = 0; c < width; ++c) span.labels.push_back("e" + std::to_string(c));
  span.exponents.assign(width, 0);
  span.gram = mp_interval_matrix(width, width, mp_interval(0, precision.working));
  for (std::size_t c = 0; c < width; ++c) span.gram(c, c) = mp_interval(1, precision.working);
  span.state = expand(evaluation.state, evaluation.generators, width, precision.working);
  for (const mp_interval_matrix& dH : evaluation.dH)
    span.dH.push_back(expand(dH, evaluation.generators, width, precision.working));
  return span;
}

} // namespace

feature_span residual_span(const mixer_evaluation<mp_interval>& evaluation, std::size_t width,
                           const precision& precision) {
  if (!evaluation.arrays.empty())
    throw std::logic_error("a derivative with parts of whole arrays has no feature span yet");
  std::vector<std::size_t> used;
  bool feedback = false;
  for (std::size_t g = 0; g < evaluation.generators.size(); ++g) {
    const std::vector<mp_interval>& row = evaluation.generators[g].row;
    if (std::all_of(row.begin(), row.end(), [](const mp_interval& x) { return is_exact_zero(x); })) continue;
    const bool in_derivative = std::any_of(evaluation.dH.begin(), evaluation.dH.end(),
                                           [&](const mp_interval_matrix& dH) { return !is_zero_column(dH, g); });
    feedback = feedback || in_derivative;
    if (in_derivative || !is_zero_column(evaluation.state, g)) used.push_back(g);
  }
  const bool zero_state = std::all_of(evaluation.state.values().begin(), evaluation.state.values().end(),
                                      [](const mp_interval& x) { return is_exact_zero(x); });
  if (!feedback || zero_state) return {};
  if (used.size() >= width) return span_of_everything(evaluation, width, precision);

  feature_span span;
  const std::size_t p = used.size();
  span.gram = mp_interval_matrix(p, p, mp_interval(0, precision.working));
  for (std::size_t g = 0; g < p; ++g)
    for (std::size_t h = 0; h <= g; ++h)
      span.gram(g, h) = span.gram(h, g) = inner(evaluation.generators[used[g]].row, evaluation.generators[used[h]].row);
  for (std::size_t g = 0; g < p; ++g) {
    const mp_interval& square = span.gram(g, g);
    if (!is_finite(square)) throw not_certified("the norm of a generator could not be bounded");
    span.labels.push_back(evaluation.generators[used[g]].label);
    span.exponents.push_back(mpfr_get_exp(square.upper()) / 2);
  }
  for (std::size_t g = 0; g < p; ++g)
    for (std::size_t h = 0; h < p; ++h)
      span.gram(g, h) = times_power(span.gram(g, h), -span.exponents[g] - span.exponents[h]);
  const auto scaled_coordinates = [&](const mp_interval_matrix& coordinates) {
    mp_interval_matrix r = pick_columns(coordinates, used);
    for (std::size_t i = 0; i < r.rows(); ++i)
      for (std::size_t g = 0; g < p; ++g) r(i, g) = times_power(r(i, g), span.exponents[g]);
    return r;
  };
  span.state = scaled_coordinates(evaluation.state);
  for (const mp_interval_matrix& dH : evaluation.dH) span.dH.push_back(scaled_coordinates(dH));
  return span;
}

namespace {

/// W_kl = sum_ij P_ik a_j b_{l,ij}^T, b_{l,ij} = sum_s Q_sl dH_ij[s]: the feedback in generator coordinates, rotated.
mp_interval_matrix rotated_feedback(const feature_span& span, const mp_interval_matrix& P,
                                    const mp_interval_matrix& Q) {
  const std::size_t n = P.rows(), p = span.state.cols();
  const mp_interval zero(0, P(0, 0).bits());
  mp_interval_matrix W(n * p, n * p, zero);
  const mp_interval_matrix Qt = transpose(Q);
  for (std::size_t i = 0; i < n; ++i) {
    mp_interval_matrix output(p, n * p, zero); // sum_j a_j b_{l,ij}^T for every l
    for (std::size_t j = 0; j < n; ++j) {
      const mp_interval_matrix b = multiply(Qt, span.dH[i * n + j]); // row l is b_{l,ij}
      for (std::size_t g = 0; g < p; ++g) {
        if (is_exact_zero(span.state(j, g))) continue;
        for (std::size_t l = 0; l < n; ++l)
          for (std::size_t h = 0; h < p; ++h) output(g, l * p + h) += span.state(j, g) * b(l, h);
      }
    }
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t g = 0; g < p; ++g)
        for (std::size_t c = 0; c < n * p; ++c) W(k * p + g, c) += P(i, k) * output(g, c);
  }
  return W;
}

/// (I kron R) W
mp_interval_matrix apply_left(const mp_interval_matrix& R, const mp_interval_matrix& W) {
  const std::size_t p = R.rows();
  mp_interval_matrix r(W.rows(), W.cols(), mp_interval(0, R(0, 0).bits()));
  for (std::size_t block = 0; block < W.rows(); block += p)
    for (std::size_t i = 0; i < p; ++i)
      for (std::size_t k = i; k < p; ++k) { // R is upper triangular
        if (is_exact_zero(R(i, k))) continue;
        for (std::size_t c = 0; c < W.cols(); ++c) r(block + i, c) += R(i, k) * W(block + k, c);
      }
  return r;
}

/// Bound of ||C* - (diag(s) kron I + M)|| that the basis causes; M = (I kron R) W (I kron R)^T.
double basis_error(const triangular_basis& basis, const mp_interval_matrix& RW, const mp_interval_matrix& WRt,
                   const mp_interval_matrix& W, const mp_interval_matrix& M) {
  if (basis.phi) return mul_up(mul_up(add_up(2, *basis.phi), *basis.phi), frobenius_up(M));
  const double theta = sqrt_up(*basis.t);
  const double linear = add_up(frobenius_up(RW), frobenius_up(WRt));
  return mul_up(theta, add_up(linear, mul_up(theta, frobenius_up(W))));
}

} // namespace

stream_adapted_core assemble_core(const feature_span& span, const triangular_basis& basis, const rotation& rotation,
                                  const precision& precision) {
  const std::size_t n = rotation.P.rows(), p = span.labels.size();
  if (p == 0) return {matrix<mp_float>(0, 0, std::vector<mp_float>{}), 0};
  const mp_interval_matrix P = enclose(rotation.P, precision.working), Q = enclose(rotation.Q, precision.working);
  const mp_interval_matrix R = enclose(basis.R, precision.working);
  const mp_interval_matrix W = rotated_feedback(span, P, Q);
  const mp_interval_matrix RW = apply_left(R, W);
  const mp_interval_matrix WRt = transpose(apply_left(R, transpose(W)));
  const mp_interval_matrix M = transpose(apply_left(R, transpose(RW)));
  mp_interval_matrix C = M;
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t g = 0; g < p; ++g) C(k * p + g, k * p + g) += mp_interval(rotation.s[k], precision.working);
  for (const mp_interval& x : C.values())
    if (!is_finite(x)) throw not_certified("an entry of the core could not be bounded");

  stream_adapted_core core{map(C, [&](const mp_interval& x) { return midpoint(x, precision.working); }), 0};
  const long grid = largest_exponent(core.C) - static_cast<long>(precision.witness) - 16;
  for (mp_float& x : core.C.values()) x = rounded_to_grid(x, grid);
  const double rounding = frobenius_up(subtract(C, enclose(core.C, precision.working)));
  core.epsilon = add_up(add_up(rounding, basis_error(basis, RW, WRt, W, M)), rotation.nu);
  if (!(core.epsilon < std::numeric_limits<double>::infinity()))
    throw not_certified("the error of the core could not be bounded");
  return core;
}

} // namespace mixcert
