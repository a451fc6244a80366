// What is checked of enclosures of eigenvalues, and matrices whose eigenvalues are known exactly.
#pragma once

#include "families.hpp"
#include "mixcert/spectrum/eigenvalues.hpp"

#include <mpfi.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace mixcert::test {

inline constexpr mpfr_prec_t eigen_bits = 192, reference_bits = 900;

inline mp_interval reference(const mpq_class& x) {
  mp_interval r(0.0, reference_bits);
  mpfi_set_q(r.get(), x.get_mpq_t());
  return r;
}

/// e^(2 pi i p / q)
inline complex_interval root_of_unity(unsigned long p, unsigned long q) {
  complex_interval r = real_rectangle(mp_interval(0.0, reference_bits));
  mp_interval angle(0.0, reference_bits);
  mpfi_const_pi(angle.get());
  mpfi_mul_ui(angle.get(), angle.get(), 2 * p);
  mpfi_div_ui(angle.get(), angle.get(), q);
  mpfi_cos(r.re.get(), angle.get());
  mpfi_sin(r.im.get(), angle.get());
  if (2 * p == q || p == 0) return real_rectangle(reference(p == 0 ? 1 : -1));
  return r;
}

/// A matrix and narrow enclosures of its eigenvalues, each as often as its multiplicity says.
struct known_eigenvalues {
  std::string name;
  rational_matrix A;
  std::vector<complex_interval> values;
};

/// The point matrix; refuses to round.
inline matrix<mp_interval> as_intervals(const rational_matrix& a, mpfr_prec_t bits = 512) {
  return map(stored<mp_float>(a, bits), [&](const mp_float& x) { return mp_interval(x, bits); });
}

inline bool is_within(const mp_interval& x, const mp_interval& y) {
  return mpfr_lessequal_p(y.lower(), x.lower()) != 0 && mpfr_lessequal_p(x.upper(), y.upper()) != 0;
}
inline bool is_within(const complex_interval& x, const complex_interval& y) {
  return is_within(x.re, y.re) && is_within(x.im, y.im);
}

/// The rectangles with their counts, those of the conjugates written out.
inline std::vector<std::pair<complex_interval, std::size_t>> written_out(const std::vector<eigenvalue_group>& groups) {
  std::vector<std::pair<complex_interval, std::size_t>> list;
  for (const eigenvalue_group& group : groups) {
    list.emplace_back(group.value, group.count);
    if (group.kind == eigenvalue_kind::conjugate) list.emplace_back(conj(group.value), group.count);
  }
  return list;
}

/// What is false of the groups, given all eigenvalues of one matrix they speak of; nothing if all is true.
inline std::optional<std::string> falsehood(const std::vector<eigenvalue_group>& groups,
                                            const std::vector<complex_interval>& values) {
  const auto rectangles = written_out(groups);
  for (std::size_t a = 0; a < rectangles.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (!certainly_disjoint(rectangles[a].first, rectangles[b].first)) return "two rectangles meet";
  std::size_t held = 0;
  for (const auto& [rectangle, count] : rectangles) {
    const auto inside = std::count_if(values.begin(), values.end(), [&area = rectangle](const complex_interval& value) {
      return is_within(value, area);
    });
    if (static_cast<std::size_t>(inside) != count)
      return "a rectangle holds " + std::to_string(inside) + " instead of " + std::to_string(count);
    held += count;
  }
  for (const eigenvalue_group& group : groups) {
    if (group.kind == eigenvalue_kind::real && !is_exact_zero(group.value.im)) return "a real value off the axis";
    if (group.kind == eigenvalue_kind::conjugate && mpfr_sgn(group.value.im.lower()) <= 0)
      return "a conjugate pair that meets the axis";
  }
  if (held != values.size()) return "a value in no rectangle";
  return std::nullopt;
}

inline mpq_class width(const mp_interval& x) { return rational(x.upper()) - rational(x.lower()); }
inline mpq_class largest_width(const std::vector<eigenvalue_group>& groups) {
  mpq_class largest = 0;
  for (const eigenvalue_group& group : groups)
    largest = std::max({largest, width(group.value.re), width(group.value.im)});
  return largest;
}

inline std::size_t groups_of_kind(const std::vector<eigenvalue_group>& groups, eigenvalue_kind kind) {
  return static_cast<std::size_t>(
      std::count_if(groups.begin(), groups.end(), [&](const eigenvalue_group& group) { return group.kind == kind; }));
}

/// The same groups with rectangles of half the size around the same midpoints: false wherever an end is needed.
inline std::vector<eigenvalue_group> halved(std::vector<eigenvalue_group> groups) {
  for (eigenvalue_group& group : groups)
    for (mp_interval* side : {&group.value.re, &group.value.im}) {
      const mp_interval middle(midpoint(*side, reference_bits), reference_bits);
      *side = middle + (*side - middle) * mp_interval(0.5, reference_bits);
    }
  return groups;
}

/// S B S^-1 for a random product S of elementary integer matrices, which is inverted exactly.
inline rational_matrix similar(rational_matrix a, std::mt19937_64& random, int steps) {
  const std::size_t n = a.rows();
  for (int step = 0; n > 1 && step < steps; ++step) {
    const std::size_t i = random() % n, j = (i + 1 + random() % (n - 1)) % n;
    const long factor = random() % 2 == 0 ? 1 : -1;
    for (std::size_t k = 0; k < n; ++k) a(i, k) += factor * a(j, k);
    for (std::size_t k = 0; k < n; ++k) a(k, j) -= factor * a(k, i);
  }
  return a;
}

/// Block diagonal with the given real values, then blocks [x -y; y x] for the complex ones x + i y.
inline known_eigenvalues block_diagonal(std::string name, const std::vector<mpq_class>& real,
                                        const std::vector<std::pair<mpq_class, mpq_class>>& pairs) {
  const std::size_t n = real.size() + 2 * pairs.size();
  known_eigenvalues known{std::move(name), rational_zero(n, n), {}};
  for (std::size_t i = 0; i < real.size(); ++i) {
    known.A(i, i) = real[i];
    known.values.push_back(real_rectangle(reference(real[i])));
  }
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const auto& [x, y] = pairs[k];
    const std::size_t i = real.size() + 2 * k;
    known.A(i, i) = known.A(i + 1, i + 1) = x;
    known.A(i + 1, i) = y;
    known.A(i, i + 1) = -y;
    for (const int sign : {1, -1}) known.values.push_back({reference(x), reference(sign * y)});
  }
  return known;
}

} // namespace mixcert::test
