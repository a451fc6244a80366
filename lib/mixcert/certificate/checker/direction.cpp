#include "mixcert/certificate/checker/direction.hpp"

#include "mixcert/certificate/checker/verdict.hpp"

namespace mixcert::checker {
namespace {

interval inner(const interval_matrix& A, std::size_t i, const interval_matrix& B, std::size_t j, std::size_t first,
               mpfr_prec_t bits) {
  interval sum(bits);
  for (std::size_t c = 0; c < B.cols; ++c) add_product(sum, A(i, first + c), B(j, c));
  return sum;
}

interval point_in(interval x) {
  mpfr_set(x.upper(), x.lower(), MPFR_RNDN);
  return x;
}

} // namespace

interval_matrix applied(const jacobian_factors& J, const interval_matrix& x, transposition of, mpfr_prec_t bits) {
  const std::size_t n = J.H.rows, m = J.sources.rows, d = J.sources.cols;
  const bool is_transposed = of == transposition::transposed;
  interval_matrix y(1, n * d, bits);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t c = 0; c < d; ++c)
        add_product(y(0, i * d + c), is_transposed ? J.H(s, i) : J.H(i, s), x(0, s * d + c));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j) {
      const interval along =
          is_transposed ? inner(x, 0, J.sources, j, i * d, bits) : inner(J.rows, i * m + j, x, 0, 0, bits);
      if (is_transposed)
        for (std::size_t c = 0; c < n * d; ++c) add_product(y(0, c), along, J.rows(i * m + j, c));
      else
        for (std::size_t c = 0; c < d; ++c) add_product(y(0, i * d + c), along, J.sources(j, c));
    }
  return y;
}

interval_matrix unit_vector(interval_matrix x, mpfr_prec_t bits) {
  x.cols = x.entries.size();
  x.rows = 1;
  const interval length = frobenius(x, bits);
  require(is_positive(length), "a direction is zero");
  for (interval& entry : x.entries) entry = entry / length;
  return x;
}

interval distance(const interval_matrix& a, const interval& times, const interval_matrix& b, mpfr_prec_t bits) {
  interval_matrix r = a;
  for (std::size_t c = 0; c < r.entries.size(); ++c) add_product(r.entries[c], -times, b.entries[c]);
  return frobenius(r, bits);
}

interval sine_of(const unit_with_image& right, const unit_with_image& left, const interval& next, mpfr_prec_t bits) {
  // rho(s)^2 = squares - 4 s along + 2 s^2 is least beside (s - next)^2 at this s.
  const interval along = abs(inner(left.vector, 0, right.image, 0, 0, bits)), gap = along - next;
  if (!is_positive(gap)) throw not_established("the directions do not tell the largest singular value from the next");
  const interval squares = square(frobenius(right.image, bits)) + square(frobenius(left.image, bits));
  const interval value = point_in((squares / 2 - along * next) / gap), delta = value - next;
  if (!is_positive(delta)) throw not_established("the largest singular value may not be alone");
  const interval residual = sqrt(square(distance(right.image, value, left.vector, bits)) +
                                 square(distance(left.image, value, right.vector, bits)));
  return residual / delta;
}

} // namespace mixcert::checker
