// Norms and bounds of matrices of rationals, decided without rounding.
#pragma once

#include "support/rational_matrix.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace mixcert::test {

/// 2^exponent.
inline mpq_class power_of_two(long exponent) {
  mpq_class r = 1;
  if (exponent >= 0)
    r <<= static_cast<mp_bitcnt_t>(exponent);
  else
    r >>= static_cast<mp_bitcnt_t>(-exponent);
  return r;
}

template <class T> std::vector<mpq_class> rational(const std::vector<T>& values) {
  std::vector<mpq_class> r;
  for (const T& x : values) r.push_back(rational(x));
  return r;
}

inline rational_matrix minus(rational_matrix a, const rational_matrix& b) {
  for (std::size_t i = 0; i < a.values().size(); ++i) a.values()[i] -= b.values()[i];
  return a;
}

inline rational_matrix times(const mpq_class& factor, rational_matrix a) {
  for (mpq_class& x : a.values()) x *= factor;
  return a;
}

inline rational_matrix rational_diagonal(const std::vector<mpq_class>& d) {
  rational_matrix a = rational_zero(d.size(), d.size());
  for (std::size_t i = 0; i < d.size(); ++i) a(i, i) = d[i];
  return a;
}

/// A^T A - I.
inline rational_matrix gram_minus_identity(const rational_matrix& a) {
  return minus(times(transpose(a), a), rational_identity(a.cols()));
}

inline mpq_class frobenius_squared(const rational_matrix& a) {
  mpq_class s = 0;
  for (const mpq_class& x : a.values()) s += x * x;
  return s;
}

/// Whether x >= sqrt(q); q >= 0.
inline bool at_least_root(const mpq_class& x, const mpq_class& q) { return x >= 0 && x * x >= q; }

/// An upper bound of sqrt(q), too large by less than a part in 2^200; q >= 0.
inline mpq_class root_up(const mpq_class& q) {
  if (q == 0) return 0;
  const mpz_class under_root = q.get_num() * q.get_den(); // sqrt(q) = sqrt(under_root) / denominator
  const mpz_class numerator = sqrt(mpz_class(under_root << 512)) + 1;
  mpq_class r(numerator, q.get_den());
  r.canonicalize();
  return r * power_of_two(-256);
}

/// The Frobenius norm as root_up bounds it.
inline mpq_class frobenius(const rational_matrix& a) { return root_up(frobenius_squared(a)); }

} // namespace mixcert::test
