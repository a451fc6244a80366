#include "mixcert/ball/double_double_ball.hpp"

#include "mixcert/ball/row_combination.hpp"
#include "mixcert/ball/sliced_matrix.hpp"
#include "mixcert/scalar/directed.hpp"

#include <utility>
#include <vector>

namespace mixcert {
namespace {

const double* row(const matrix<double>& a, std::size_t i) { return a.values().data() + i * a.cols(); }
double* row(matrix<double>& a, std::size_t i) { return a.values().data() + i * a.cols(); }

row_term term(double_double factor, const double_double_matrix& a, std::size_t i) {
  return {factor, row(a.high, i), row(a.low, i)};
}

/// A + factor N: two terms a row.
double_double_ball plus(const double_double_ball& a, double factor, const double_double_ball& b) {
  double_double_matrix r(a.midpoint.rows(), a.midpoint.cols());
  for (std::size_t i = 0; i < r.rows(); ++i) {
    const row_term terms[] = {term({1, 0}, a.midpoint, i), term({factor, 0}, b.midpoint, i)};
    combine_rows(terms, r.cols(), row(r.high, i), row(r.low, i));
  }
  const double rounding = mul_up(combination_rounding(2), add_up(frobenius_up(a.midpoint), frobenius_up(b.midpoint)));
  return {std::move(r), add_up(add_up(a.radius, b.radius), add_up(rounding, 0x1p-1000))};
}

} // namespace

double_double_ball transpose(const double_double_ball& a) { return {transpose(a.midpoint), a.radius}; }

namespace {

double_double_ball multiply_transposed(const double_double_ball& a, const double_double_ball& b, std::size_t slices,
                                       bool upper) {
  double_double_result r = multiply_transposed(a.midpoint, b.midpoint, slices, upper);
  const double spread = add_up(mul_up(a.radius, frobenius_up(b)), mul_up(frobenius_up(a.midpoint), b.radius));
  return {std::move(r.value), add_up(r.error, spread)};
}

constexpr std::size_t few_slices = 4, many_slices = 5;

} // namespace

double_double_ball multiply_transposed(const double_double_ball& a, const double_double_ball& b, bool fine) {
  return multiply_transposed(a, b, fine ? many_slices : few_slices, false);
}

double_double_ball multiply_transposed_above(const double_double_ball& a, const double_double_ball& b) {
  return multiply_transposed(a, b, many_slices, true);
}

double_double_ball mirrored(double_double_ball a) {
  for (matrix<double>* part : {&a.midpoint.high, &a.midpoint.low})
    for (std::size_t i = 0; i < part->rows(); ++i)
      for (std::size_t j = 0; j < i; ++j) (*part)(i, j) = (*part)(j, i);
  a.radius = mul_up(0x1.6a09e667f3bcdp0, a.radius); // sqrt(2), upward: every error may be there twice
  return a;
}

double_double_ball sum(const double_double_ball& a, const double_double_ball& b) { return plus(a, 1, b); }
double_double_ball difference(const double_double_ball& a, const double_double_ball& b) { return plus(a, -1, b); }

double_double_ball ball_around(const matrix<mp_interval>& a) {
  double_double_ball r{double_double_matrix(a.rows(), a.cols()), 0};
  double squares = 0;
  for (std::size_t at = 0; at < a.values().size(); ++at) {
    const mp_interval& x = a.values()[at];
    const double high = to_double(midpoint(x, x.bits()));
    const mp_interval rest = x - mp_interval(high, x.bits());
    const double low = to_double(midpoint(rest, x.bits()));
    r.midpoint.high.values()[at] = high;
    r.midpoint.low.values()[at] = low;
    const double radius = magnitude_up(rest - mp_interval(low, x.bits()));
    squares = add_up(squares, mul_up(radius, radius));
  }
  r.radius = sqrt_up(squares);
  return r;
}

double_double_ball exact_ball(matrix<double> a) {
  double_double_ball r{double_double_matrix(a.rows(), a.cols()), 0};
  r.midpoint.high = std::move(a);
  return r;
}

double_double_ball combine_blocks(const double_double_ball& K, const double_double_ball& a) {
  const std::size_t n = K.midpoint.cols(), size = a.midpoint.rows() / n;
  double_double_matrix r(K.midpoint.rows() * size, a.midpoint.cols());
  std::vector<row_term> terms;
  for (std::size_t i = 0; i < K.midpoint.rows(); ++i)
    for (std::size_t c = 0; c < size; ++c) {
      terms.clear();
      for (std::size_t j = 0; j < n; ++j) terms.push_back(term(K.midpoint(i, j), a.midpoint, j * size + c));
      combine_rows(terms, r.cols(), row(r.high, i * size + c), row(r.low, i * size + c));
    }
  const double norm_K = frobenius_up(K.midpoint), norm = frobenius_up(a.midpoint);
  const double rounding = mul_up(mul_up(combination_rounding(n), norm_K), norm);
  const double spread = add_up(mul_up(K.radius, frobenius_up(a)), mul_up(norm_K, a.radius));
  return {std::move(r), add_up(add_up(rounding, spread), 0x1p-1000)};
}

double frobenius_up(const double_double_ball& a) { return add_up(frobenius_up(a.midpoint), a.radius); }

} // namespace mixcert
