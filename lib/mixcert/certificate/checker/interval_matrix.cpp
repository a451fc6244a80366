#include "mixcert/certificate/checker/interval_matrix.hpp"

namespace mixcert::checker {

interval_matrix enclose(const dyadic_matrix& a, mpfr_prec_t bits) {
  interval_matrix r(a.rows, a.cols, bits);
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.cols; ++j) r(i, j) = entry(a, i, j, bits);
  return r;
}

interval_matrix transpose(const interval_matrix& a) {
  interval_matrix r;
  r.rows = a.cols;
  r.cols = a.rows;
  for (std::size_t j = 0; j < a.cols; ++j)
    for (std::size_t i = 0; i < a.rows; ++i) r.entries.push_back(a(i, j));
  return r;
}

interval_matrix product(const interval_matrix& a, const interval_matrix& b, mpfr_prec_t bits) {
  interval_matrix r(a.rows, b.cols, bits);
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t k = 0; k < a.cols; ++k) {
      if (is_zero(a(i, k))) continue;
      for (std::size_t j = 0; j < b.cols; ++j) add_product(r(i, j), a(i, k), b(k, j));
    }
  return r;
}

interval_matrix difference(interval_matrix a, const interval_matrix& b) {
  for (std::size_t k = 0; k < a.entries.size(); ++k) a.entries[k] -= b.entries[k];
  return a;
}

interval frobenius(const interval_matrix& a, mpfr_prec_t bits) {
  interval sum(bits);
  for (const interval& x : a.entries) sum += square(x);
  return sqrt(sum);
}

interval_matrix solve_transposed(const interval_matrix& R, interval_matrix A) {
  for (std::size_t i = 0; i < A.rows; ++i)
    for (std::size_t j = 0; j < A.cols; ++j) {
      for (std::size_t k = 0; k < i; ++k) A(i, j) -= R(k, i) * A(k, j);
      A(i, j) = A(i, j) / R(i, i);
    }
  return A;
}

} // namespace mixcert::checker
