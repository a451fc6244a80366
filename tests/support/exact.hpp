// Exact rational values of floating-point numbers and matrices, and what can be decided about them without rounding.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_float.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

#include <boost/multiprecision/gmp.hpp>

namespace mixcert::test {

using integer = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;
using rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
using rational_matrix = matrix<rational>;

/// The value of a finite number.
inline rational exact(mpfr_srcptr x) {
  if (mpfr_number_p(x) == 0)
    throw std::domain_error("not a finite number");
  rational r;
  mpfr_get_q(r.backend().data(), x);
  return r;
}
inline rational exact(const mp_float& x) { return exact(x.get()); }
inline rational exact(double x) {
  if (!std::isfinite(x))
    throw std::domain_error("not a finite number");
  rational r;
  mpq_set_d(r.backend().data(), x);
  return r;
}
template <class T> rational_matrix exact(const matrix<T>& a) {
  std::vector<rational> values;
  for (const T& x : a.values())
    values.push_back(exact(x));
  return {a.rows(), a.cols(), std::move(values)};
}
template <class T> std::vector<rational> exact(const std::vector<T>& a) {
  std::vector<rational> values;
  for (const T& x : a)
    values.push_back(exact(x));
  return values;
}

/// 2^exponent.
inline rational power_of_two(long exponent) {
  rational r = 1;
  if (exponent >= 0)
    mpq_mul_2exp(r.backend().data(), r.backend().data(), static_cast<mp_bitcnt_t>(exponent));
  else
    mpq_div_2exp(r.backend().data(), r.backend().data(), static_cast<mp_bitcnt_t>(-exponent));
  return r;
}

inline rational_matrix product(const rational_matrix& a, const rational_matrix& b) {
  rational_matrix c(a.rows(), b.cols(), rational(0));
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < b.cols(); ++j)
      for (std::size_t k = 0; k < a.cols(); ++k)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}

inline rational_matrix sum(rational_matrix a, const rational_matrix& b) {
  for (std::size_t i = 0; i < a.values().size(); ++i)
    a.values()[i] += b.values()[i];
  return a;
}

inline rational_matrix difference(rational_matrix a, const rational_matrix& b) {
  for (std::size_t i = 0; i < a.values().size(); ++i)
    a.values()[i] -= b.values()[i];
  return a;
}

inline rational_matrix times(const rational& factor, rational_matrix a) {
  for (rational& x : a.values())
    x *= factor;
  return a;
}

inline rational_matrix diagonal(const std::vector<rational>& d, std::size_t rows, std::size_t cols) {
  rational_matrix a(rows, cols, rational(0));
  for (std::size_t i = 0; i < std::min({d.size(), rows, cols}); ++i)
    a(i, i) = d[i];
  return a;
}

inline rational_matrix identity(std::size_t n) { return diagonal(std::vector<rational>(n, rational(1)), n, n); }

/// A^T A - I.
inline rational_matrix gram_minus_identity(const rational_matrix& a) {
  return difference(product(transpose(a), a), identity(a.cols()));
}

inline rational frobenius_squared(const rational_matrix& a) {
  rational s = 0;
  for (const rational& x : a.values())
    s += x * x;
  return s;
}

/// x <= sqrt(q) and x >= sqrt(q), for q >= 0.
inline bool at_most_root(const rational& x, const rational& q) { return x <= 0 || x * x <= q; }
inline bool at_least_root(const rational& x, const rational& q) { return x >= 0 && x * x >= q; }

/// An upper bound of sqrt(q), q >= 0, too large by at most a part in 2^200.
inline rational root_up(const rational& q) {
  if (q == 0)
    return 0;
  const integer n = numerator(q) * denominator(q); // sqrt(q) = sqrt(n) / denominator
  return rational(sqrt(integer(n << 512)) + 1) / rational(denominator(q)) * power_of_two(-256);
}

inline rational frobenius_root_up(const rational_matrix& a) { return root_up(frobenius_squared(a)); }

/// The numbers of positive and of zero eigenvalues of a symmetric matrix, by congruences (Sylvester).
struct signs {
  std::size_t positive = 0, zero = 0;
};

inline signs inertia(rational_matrix s) {
  signs count;
  std::vector<std::size_t> left(s.rows());
  for (std::size_t i = 0; i < left.size(); ++i)
    left[i] = i;
  while (!left.empty()) {
    const auto pivot = std::find_if(left.begin(), left.end(), [&](std::size_t i) { return s(i, i) != 0; });
    if (pivot == left.end()) {
      // No square is left: a product x_i x_j becomes the square of a new variable x_i + x_j.
      bool found = false;
      for (std::size_t a = 0; a < left.size() && !found; ++a)
        for (std::size_t b = a + 1; b < left.size() && !found; ++b)
          if (s(left[a], left[b]) != 0) {
            found = true;
            for (const std::size_t k : left)
              s(left[a], k) += s(left[b], k);
            for (const std::size_t k : left)
              s(k, left[a]) += s(k, left[b]);
          }
      if (!found) {
        count.zero += left.size();
        break;
      }
      continue;
    }
    const std::size_t p = *pivot;
    if (s(p, p) > 0)
      ++count.positive;
    left.erase(pivot);
    for (const std::size_t i : left) {
      if (s(i, p) == 0)
        continue;
      const rational factor = s(i, p) / s(p, p);
      for (const std::size_t j : left)
        s(i, j) -= factor * s(p, j);
    }
  }
  return count;
}

/// How many of the min(m, n) singular values of A are greater than x, and how many at least x; x >= 0.
struct tally {
  std::size_t greater, at_least;
};

inline tally count_singular_values(const rational_matrix& a, const rational& x) {
  rational_matrix gram = a.cols() <= a.rows() ? product(transpose(a), a) : product(a, transpose(a));
  for (std::size_t i = 0; i < gram.rows(); ++i)
    gram(i, i) -= x * x;
  const signs s = inertia(std::move(gram));
  return {s.positive, s.positive + s.zero};
}

} // namespace mixcert::test
