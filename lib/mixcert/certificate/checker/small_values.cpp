#include "mixcert/certificate/checker/small_values.hpp"

#include "mixcert/certificate/checker/jacobi.hpp"
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

/// ||A A^T - I||
interval defect(const interval_matrix& A, mpfr_prec_t bits) {
  interval_matrix r = product(A, transpose(A), bits);
  for (std::size_t k = 0; k < r.rows; ++k) r(k, k) -= interval(1, bits);
  interval size = frobenius(r, bits);
  if (!is_less(size, interval(1, bits))) throw not_established("guessed vectors are not orthogonal");
  return size;
}

} // namespace

std::vector<interval> enclose_singular_values(const interval_matrix& M, mpfr_prec_t bits) {
  std::vector<std::vector<real>> columns(M.cols);
  for (std::size_t j = 0; j < M.cols; ++j)
    for (std::size_t i = 0; i < M.rows; ++i) columns[j].push_back(lower_end(M(i, j)));
  const guessed_vectors guess = guess_vectors(std::move(columns));
  const interval_matrix U = enclosed(guess.U, bits), V = enclosed(guess.V, bits);
  const interval g = defect(U, bits), f = defect(V, bits);
  interval_matrix T = product(product(U, M, bits), transpose(V), bits);
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
  const interval off = frobenius(T, bits), grow = sqrt((g + 1) * (f + 1)), shrink = sqrt((1 - g) * (1 - f));
  std::vector<interval> r;
  for (std::size_t k = 0; k < lower.size(); ++k)
    r.push_back(between(max(lower[k] - off, interval(bits)) / grow, (upper[k] + off) / shrink));
  return r;
}

} // namespace mixcert::checker
