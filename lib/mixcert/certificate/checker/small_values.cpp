#include "mixcert/certificate/checker/small_values.hpp"

#include "mixcert/certificate/checker/jacobi.hpp"
#include "mixcert/certificate/checker/spanning_rows.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <algorithm>

namespace mixcert::checker {
namespace {

interval_matrix enclosed(const std::vector<std::vector<real>>& rows, mpfr_prec_t bits) {
  interval_matrix r(rows.size(), rows.size(), bits);
  for (std::size_t i = 0; i < r.rows; ++i)
    for (std::size_t j = 0; j < r.cols; ++j) r(i, j) = enclose(rows[i][j]);
  return r;
}

} // namespace

rotated_matrix rotate(const interval_matrix& M, mpfr_prec_t guess_bits, mpfr_prec_t bits) {
  const interval norm = frobenius(M, bits);
  if (!is_bounded(norm)) throw not_established("an entry of a matrix is not bounded");
  const long exponent = is_zero(norm) ? 0 : static_cast<long>(mpfr_get_exp(norm.upper())); // guesses are for norms of 1
  std::vector<std::vector<real>> columns(M.cols, std::vector<real>(M.rows, real(guess_bits)));
  for (std::size_t j = 0; j < M.cols; ++j)
    for (std::size_t i = 0; i < M.rows; ++i) mpfr_mul_2si(columns[j][i].get(), M(i, j).lower(), -exponent, MPFR_RNDN);
  const guessed_vectors guess = guess_vectors(std::move(columns));
  rotated_matrix r{enclosed(guess.U, bits), enclosed(guess.V, bits), {}, interval(bits), interval(bits)};
  const interval g = defect_of_rows(r.U, bits), f = defect_of_rows(r.V, bits);
  r.T = product(product(r.U, M, bits), transpose(r.V), bits);
  r.grow = sqrt((g + 1) * (f + 1));
  r.shrink = sqrt((1 - g) * (1 - f));
  return r;
}

std::vector<interval> enclose_singular_values(const interval_matrix& M, mpfr_prec_t guess_bits, mpfr_prec_t bits) {
  rotated_matrix rotated = rotate(M, guess_bits, bits);
  interval_matrix& T = rotated.T;
  std::vector<interval> lower, upper;
  for (std::size_t k = 0; k < T.rows; ++k) {
    lower.push_back(abs(T(k, k)));
    T(k, k) = interval(bits);
  }
  upper = lower;
  std::ranges::sort(lower,
                    [](const interval& a, const interval& b) { return mpfr_greater_p(a.lower(), b.lower()) != 0; });
  std::ranges::sort(upper,
                    [](const interval& a, const interval& b) { return mpfr_greater_p(a.upper(), b.upper()) != 0; });
  const interval off = frobenius(T, bits);
  std::vector<interval> r;
  for (std::size_t k = 0; k < lower.size(); ++k)
    r.push_back(between(max(lower[k] - off, interval(bits)) / rotated.grow, (upper[k] + off) / rotated.shrink));
  return r;
}

} // namespace mixcert::checker
