#include "mixcert/certificate/checker/dyadic.hpp"

#include <algorithm>
#include <limits>

namespace mixcert::checker {
namespace {

void add_product(integer& sum, const integer& a, const integer& b) {
  mpz_addmul(sum.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
}

/// The same numbers with a lower exponent.
void lower_exponent(dyadic_matrix& a, long exp2) {
  if (exp2 >= a.exp2) return;
  for (integer& x : a.entries) x <<= static_cast<unsigned long>(a.exp2 - exp2);
  a.exp2 = exp2;
}

} // namespace

dyadic_matrix zeros(std::size_t rows, std::size_t cols, long exp2) {
  return {rows, cols, exp2, std::vector<integer>(rows * cols)};
}

dyadic_matrix exact_matrix(const std::vector<double>& values, std::size_t rows, std::size_t cols) {
  long least = std::numeric_limits<long>::max();
  for (const double x : values)
    if (const binary64 parts = take_apart(x); parts.mantissa != 0) least = std::min(least, parts.exponent);
  dyadic_matrix r = zeros(rows, cols, least == std::numeric_limits<long>::max() ? 0 : least);
  for (std::size_t k = 0; k < values.size(); ++k)
    if (const binary64 parts = take_apart(values[k]); parts.mantissa != 0)
      r.entries[k] = integer(parts.mantissa) << static_cast<unsigned long>(parts.exponent - least);
  return r;
}

dyadic_matrix transpose(const dyadic_matrix& a) {
  dyadic_matrix r = zeros(a.cols, a.rows, a.exp2);
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.cols; ++j) r(j, i) = a(i, j);
  return r;
}

dyadic_matrix product(const dyadic_matrix& a, const dyadic_matrix& b) {
  dyadic_matrix r = zeros(a.rows, b.cols, a.exp2 + b.exp2);
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t k = 0; k < a.cols; ++k) {
      if (a(i, k) == 0) continue;
      for (std::size_t j = 0; j < b.cols; ++j) add_product(r(i, j), a(i, k), b(k, j));
    }
  return r;
}

dyadic_matrix scaled_columns(dyadic_matrix a, const dyadic_matrix& d) {
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.cols; ++j) a(i, j) *= d(j, 0);
  a.exp2 += d.exp2;
  return a;
}

dyadic_matrix difference(const dyadic_matrix& a, const dyadic_matrix& b) {
  dyadic_matrix x = a, y = b;
  lower_exponent(x, b.exp2);
  lower_exponent(y, a.exp2);
  for (std::size_t k = 0; k < x.entries.size(); ++k) x.entries[k] -= y.entries[k];
  return x;
}

dyadic_matrix plus_on_diagonal(dyadic_matrix a, const std::vector<rational>& x) {
  for (const rational& value : x) lower_exponent(a, 1 - static_cast<long>(mpz_sizeinbase(value.get_den_mpz_t(), 2)));
  const rational unit = power_of_two(-a.exp2);
  for (std::size_t k = 0; k < x.size(); ++k) a(k, k) += numerator(rational(x[k] * unit));
  return a;
}

dyadic_matrix orthogonality_defect(const dyadic_matrix& a) {
  return plus_on_diagonal(product(transpose(a), a), std::vector<rational>(a.cols, rational(-1)));
}

dyadic_matrix columns(const dyadic_matrix& a, std::size_t first, std::size_t count) {
  dyadic_matrix r = zeros(a.rows, count, a.exp2);
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < count; ++j) r(i, j) = a(i, first + j);
  return r;
}

dyadic_matrix scaled(dyadic_matrix a, long exponent) {
  a.exp2 += exponent;
  return a;
}

rational squared_frobenius(const dyadic_matrix& a) {
  integer sum;
  for (const integer& x : a.entries) add_product(sum, x, x);
  return rational(sum) * power_of_two(2 * a.exp2);
}

interval entry(const dyadic_matrix& a, std::size_t i, std::size_t j, mpfr_prec_t bits) {
  const integer& x = a(i, j);
  const auto needed = static_cast<mpfr_prec_t>(mpz_sizeinbase(x.get_mpz_t(), 2));
  interval r(std::max({bits, needed, static_cast<mpfr_prec_t>(MPFR_PREC_MIN)}));
  mpfr_set_z_2exp(r.lower(), x.get_mpz_t(), a.exp2, MPFR_RNDD);
  mpfr_set_z_2exp(r.upper(), x.get_mpz_t(), a.exp2, MPFR_RNDU);
  return r;
}

} // namespace mixcert::checker
