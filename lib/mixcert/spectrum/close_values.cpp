#include "mixcert/spectrum/close_values.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/error.hpp"
#include "mixcert/spectrum/enclosure.hpp"
#include "mixcert/spectrum/guess.hpp"

#include <algorithm>
#include <cmath>

namespace mixcert {
namespace {

/// By T6 (a), each within the distance; empty where that fails.
std::vector<interval> plain_values(const matrix<double>& A, double distance) {
  constexpr mpfr_prec_t places = 128;
  std::vector<interval> r;
  try {
    const svd_guess<double> svd = guess_svd(A);
    for (const mp_interval& x : enclose_singular_values(svd, bound_defects(A, svd), distance, places))
      r.push_back(to_interval(x));
  } catch (const not_certified&) {
    r.clear();
  }
  return r;
}

/// diag(s) + N, each entry of the diagonal rounded once: within 2^-53 ||result||_F of it.
matrix<double> with_diagonal(std::span<const double> s, matrix<double> N) {
  for (std::size_t i = 0; i < s.size(); ++i) N(i, i) += s[i];
  return N;
}

/// T27 (c) with `middle` I + B.
std::vector<interval> values_near(double middle, std::span<const double> s, const matrix<double>& N) {
  const std::size_t k = s.size();
  std::vector<double> offsets;
  for (const double value : s) offsets.push_back(value - middle); // each within 2^-53 of itself
  const matrix<double> B = with_diagonal(offsets, N);
  matrix<double> shifted(k, k, 0.0); // (B + B^T)/2 + shift I, positive semidefinite
  const double norm = frobenius_up(B), shift = std::ldexp(1.0, std::ilogb(std::max(norm, 0x1p-900)) + 2);
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < k; ++j) shifted(i, j) = (B(i, j) + B(j, i)) / 2 + (i == j ? shift : 0);
  // Entries of B: two roundings; of the sum with its transposed, and with the shift: one each.
  const double distance = add_up(mul_up(0x1p-50, frobenius_up(shifted)), 0x1p-1000);
  const double norm_up = add_up(norm, mul_up(0x1p-51, norm));
  const double room = sub_down(middle, norm_up);
  if (!(room > 0)) return {};
  const double bend = div_up(mul_up(norm_up, norm_up), mul_down(2, room));
  std::vector<interval> r;
  for (const interval& x : plain_values(shifted, distance)) {
    const double low = sub_down(sub_down(x.lower(), shift), bend), high = add_up(sub_up(x.upper(), shift), bend);
    r.emplace_back(std::max(0.0, add_down(middle, low)), add_up(middle, high));
  }
  return r;
}

double widest(const std::vector<interval>& values) {
  double r = 0;
  for (const interval& x : values) r = std::max(r, x.upper() - x.lower());
  return r;
}

} // namespace

std::vector<interval> enclose_close_values(std::span<const double> s, const matrix<double>& N) {
  const matrix<double> A = with_diagonal(s, N);
  std::vector<interval> plain = plain_values(A, mul_up(0x1p-53, frobenius_up(A)));
  std::vector<interval> near = values_near(s[s.size() / 2], s, N);
  if (near.empty() || (!plain.empty() && widest(plain) < widest(near))) return plain;
  return near;
}

} // namespace mixcert
