#include "mixcert/jacobian/dense_norm.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/ball/row_combination.hpp"
#include "mixcert/error.hpp"
#include "mixcert/scalar/directed.hpp"
#include "mixcert/spectrum/detail/vectors.hpp"
#include "mixcert/spectrum/norm_bound.hpp"

#include <cmath>
#include <limits>
#include <optional>

namespace mixcert {
namespace {

constexpr mpfr_prec_t places = 256;
constexpr double infinity = std::numeric_limits<double>::infinity();

mp_interval number(double x) { return {x, places}; }
mp_interval at_most(double x) { return hull(number(0), number(x)); }

/// A vector as double_double numbers, and how far it is from what it stands for.
struct vector_ball {
  double_double_matrix midpoint; ///< one row
  double radius;
};

double_double_matrix exact_row(const std::vector<double>& x) {
  double_double_matrix r(1, x.size());
  r.high.values() = x;
  return r;
}

mp_interval entry(const double_double_matrix& x, std::size_t i) { return number(x.high(0, i)) + number(x.low(0, i)); }

mp_interval norm_of(const double_double_matrix& x) {
  mp_interval squares = number(0);
  for (std::size_t i = 0; i < x.cols(); ++i) squares += sqr(entry(x, i));
  return sqrt(squares);
}

/// x^T A, for the row x.
vector_ball row_times(const double_double_matrix& x, const double_double_matrix& A) {
  std::vector<row_term> terms;
  for (std::size_t i = 0; i < A.rows(); ++i) terms.push_back({x(0, i), detail::row(A.high, i), detail::row(A.low, i)});
  vector_ball r{double_double_matrix(1, A.cols()), 0};
  combine_rows(terms, A.cols(), r.midpoint.high.values().data(), r.midpoint.low.values().data());
  const double size = mul_up(frobenius_up(x), frobenius_up(A));
  r.radius = add_up(mul_up(combination_rounding(terms.size()), size), 0x1p-1000);
  return r;
}

/// An upper bound of the second singular value of A: the norm of A less a matrix of rank one.
double second_value_up(const double_double_matrix& A, const double_double_matrix& image, const std::vector<double>& v,
                       double square) {
  const std::size_t n = A.rows();
  const std::vector<double>& z = image.high.values();
  matrix<double> rest = A.high;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) rest(i, j) -= z[i] * v[j];
  const double of_pair = mul_up(frobenius_up(image.high), frobenius_up(matrix<double>(1, n, v)));
  const double rounding = mul_up(0x1p-53, add_up(of_pair, frobenius_up(rest)));
  return add_up(add_up(norm_up_by_factor(rest, square), frobenius_up(A.low)), add_up(rounding, 0x1p-1000));
}

/// ||A v|| / ||v||, and the norm of A from that and from what is left of A^T A v, if the second value is less.
struct rayleigh_quotient {
  mp_interval gain;                ///< ||A|| is not less
  std::optional<mp_interval> norm; ///< ||A||
};

rayleigh_quotient quotient_of(const double_double_matrix& A, const leading_guess& guess) {
  const std::size_t n = A.rows();
  const double_double_matrix v = exact_row(guess.right);
  const vector_ball image = row_times(v, transpose(A));
  const vector_ball back = row_times(image.midpoint, A);
  const mp_interval length = norm_of(v);
  const mp_interval gain = max(norm_of(image.midpoint) - at_most(image.radius), number(0)) / length;
  const mp_interval theta = sqr((norm_of(image.midpoint) + hull(number(-image.radius), number(image.radius))) / length);
  mp_interval squares = number(0);
  for (std::size_t i = 0; i < n; ++i) squares += sqr(entry(back.midpoint, i) - theta * entry(v, i));
  const mp_interval lost = number(add_up(back.radius, mul_up(frobenius_up(A), image.radius)));
  const mp_interval residual = (sqrt(squares) + lost) / length;
  const double between = (guess.first * guess.first + guess.second * guess.second) / 2;
  const mp_interval gap = theta - sqr(number(second_value_up(A, image.midpoint, guess.right, between)));
  if (!is_finite(gap) || !certainly_less(number(0), gap)) return {gain, std::nullopt};
  return {gain, sqrt(theta + hull(number(0), sqr(residual) / gap))};
}

} // namespace

mp_interval enclose_norm(const dense_product& product) {
  const matrix<double>& A = product.midpoint.high;
  if (frobenius_up(product.midpoint) == 0) return scaled(at_most(product.radius), product.exponent);
  return enclose_norm(
      product, guess_leading({A.rows(), A.cols(), [&](const std::vector<double>& x) { return detail::times(A, x); },
                              [&](const std::vector<double>& y) { return detail::transposed_times(A, y); }}));
}

mp_interval enclose_norm(const dense_product& product, const leading_guess& guess) {
  const double_double_matrix& A = product.midpoint;
  const mp_interval distance = hull(number(-product.radius), number(product.radius));
  const auto of_product = [&](const mp_interval& norm) {
    return scaled(max(norm + distance, number(0)), product.exponent);
  };
  const rayleigh_quotient quotient = quotient_of(A, guess);
  if (quotient.norm) return of_product(*quotient.norm);
  constexpr double near = 1 + 0x1p-31;
  const double upper = add_up(norm_up_by_factor(A.high, guess.first * guess.first * near), frobenius_up(A.low));
  if (!(upper < infinity))
    throw not_certified("no bound near the largest singular value of the product could be established");
  return of_product(hull(quotient.gain, number(upper)));
}

} // namespace mixcert
