// Rational matrices whose singular values are known, and their storage in a floating-point format.
#pragma once

#include "support/exact.hpp"

#include <bit>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace mixcert::test {

struct known_matrix {
  std::string name;
  rational_matrix A;
  std::vector<mpq_class> sigma; ///< descending
};

/// The number of T's format at `bits` places nearest to x.
template <class T> T nearest(const mpq_class& x, mpfr_prec_t bits);
template <> inline mp_float nearest(const mpq_class& x, mpfr_prec_t bits) {
  mp_float r(bits);
  mpfr_set_q(r.get(), x.get_mpq_t(), MPFR_RNDN);
  return r;
}
template <> inline double nearest(const mpq_class& x, mpfr_prec_t) { return to_double(nearest<mp_float>(x, 53)); }

template <class T> matrix<T> nearest(const rational_matrix& a, mpfr_prec_t bits) {
  return map(a, [&](const mpq_class& x) { return nearest<T>(x, bits); });
}

/// The same matrix; refuses to round.
template <class T> matrix<T> stored(const rational_matrix& a, mpfr_prec_t bits) {
  return map(a, [&](const mpq_class& x) {
    T r = nearest<T>(x, bits);
    if (rational(r) != x) throw std::domain_error("a test matrix does not fit its format");
    return r;
  });
}

/// I - 2/n 1 1^T, exact in binary for n a power of two.
inline rational_matrix householder(std::size_t n) {
  rational_matrix q = rational_identity(n);
  for (mpq_class& x : q.values()) x -= mpq_class(2) / static_cast<unsigned long>(n);
  return q;
}

/// The orthogonal Sylvester-Hadamard matrix of size n = 4^k.
inline rational_matrix hadamard(std::size_t n) {
  const mpq_class entry = power_of_two(-static_cast<long>(std::bit_width(n) - 1) / 2);
  rational_matrix q(n, n, entry);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (std::popcount(i & j) % 2 == 1) q(i, j) = -entry;
  return q;
}

inline rational_matrix signed_permutation(std::size_t n, std::mt19937_64& random) {
  std::vector<std::size_t> to(n);
  for (std::size_t i = 0; i < n; ++i) to[i] = i;
  std::shuffle(to.begin(), to.end(), random);
  rational_matrix q = rational_zero(n, n);
  for (std::size_t i = 0; i < n; ++i) q(i, to[i]) = random() % 2 == 0 ? 1 : -1;
  return q;
}

inline std::vector<mpq_class> descending(std::vector<mpq_class> values) {
  for (mpq_class& x : values) x = abs(x);
  std::sort(values.begin(), values.end(), std::greater<>());
  return values;
}

/// P D Q for two orthogonal matrices.
inline known_matrix from_factors(std::string name, const rational_matrix& p, const std::vector<mpq_class>& d,
                                 const rational_matrix& q) {
  return {std::move(name), times(p, times(rational_diagonal(d), q)), descending(d)};
}

/// `values` repeated in turn until there are n.
inline std::vector<mpq_class> cycled(const std::vector<mpq_class>& values, std::size_t n) {
  std::vector<mpq_class> r;
  for (std::size_t i = 0; i < n; ++i) r.push_back(values[i % values.size()]);
  return r;
}

/// Square matrices with few places, exact in binary64 too.
inline std::vector<known_matrix> coarse_matrices() {
  std::mt19937_64 random(20240611);
  std::vector<known_matrix> list;
  const auto dyadic = [](std::size_t n) {
    std::vector<mpq_class> d;
    for (std::size_t i = 0; i < n; ++i) d.push_back(mpq_class(static_cast<long>(3 * i % 7) - 2) / 8);
    return d;
  };
  for (const std::size_t n : {std::size_t{1}, std::size_t{2}, std::size_t{5}, std::size_t{9}})
    list.push_back(
        from_factors("signed permutations", signed_permutation(n, random), dyadic(n), signed_permutation(n, random)));
  const std::vector<std::pair<std::string, std::vector<mpq_class>>> spectra = {
      {"separate values", {4, 3, 2, 1}},
      {"equal values", {2, 2, 1, 1}},
      {"all values equal", {3}},
      {"gap 2^-33", {1, 1 + power_of_two(-33), 2, 2 + power_of_two(-33)}},
      {"gap 2^-44", {1, 1 + power_of_two(-44), 1 - power_of_two(-44), mpq_class(1) / 2}},
      {"zeros", {0, 0, 1, 0}},
      {"one zero in four", {5, 0, 5, 1}},
      {"rank one", {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
      {"small values", {1, power_of_two(-20), power_of_two(-30), power_of_two(-40)}},
  };
  for (const auto& [name, values] : spectra)
    for (const std::size_t n : {std::size_t{4}, std::size_t{16}})
      list.push_back(
          from_factors(name + ", size " + std::to_string(n), householder(n), cycled(values, n), hadamard(n)));
  list.push_back(from_factors("identity", rational_identity(6), cycled({1}, 6), rational_identity(6)));
  list.push_back(from_factors("minus identity", rational_identity(6), cycled({-1}, 6), rational_identity(6)));
  list.push_back(from_factors("zero matrix", rational_identity(4), cycled({0}, 4), rational_identity(4)));
  list.push_back(
      from_factors("scaled up", householder(4), cycled({3 * power_of_two(40), power_of_two(38)}, 4), hadamard(4)));
  list.push_back(
      from_factors("scaled down", householder(4), cycled({3 * power_of_two(-40), power_of_two(-50)}, 4), hadamard(4)));
  return list;
}

/// Square matrices that need more places than binary64 has, all exact at 144 + 16 places.
inline std::vector<known_matrix> fine_matrices() {
  std::mt19937_64 random(20240612);
  std::vector<known_matrix> list;
  const std::vector<std::pair<std::string, std::vector<mpq_class>>> spectra = {
      {"gap 2^-47", {1, 1 + power_of_two(-47), 2, 2 + power_of_two(-47)}},
      {"gap 2^-67", {1, 1 + power_of_two(-67), 2, 1 - power_of_two(-67)}},
      {"gap 2^-100", {1, 1 + power_of_two(-100), 1, 1 - power_of_two(-100)}},
      {"nested gaps", {1, 1 + power_of_two(-33), 1 + power_of_two(-67), 1 + power_of_two(-100)}},
      {"gaps beside zeros", {power_of_two(-67), 0, power_of_two(-100), 1}},
      {"small cluster",
       {1, power_of_two(-60), power_of_two(-60) + power_of_two(-100), power_of_two(-60) - power_of_two(-100)}},
  };
  for (const auto& [name, values] : spectra)
    for (const std::size_t n : {std::size_t{4}, std::size_t{16}})
      list.push_back(
          from_factors(name + ", size " + std::to_string(n), householder(n), cycled(values, n), hadamard(n)));
  std::vector<mpq_class> graded;
  for (long k = 0; k < 16; ++k) graded.push_back(power_of_two(-200 * k / 15));
  list.push_back(from_factors("graded rows", rational_identity(16), graded, hadamard(16)));
  list.push_back(from_factors("graded columns", householder(16), graded, signed_permutation(16, random)));
  return list;
}

} // namespace mixcert::test
