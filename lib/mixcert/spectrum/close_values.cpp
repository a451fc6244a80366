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
std::vector<interval> values_near(double middle, std::span<const double> s, const matrix<double>& N, double error) {
  const std::size_t k = s.size();
  std::vector<double> offsets;
  double sizes = 0;
  for (const double value : s) {
    offsets.push_back(value - middle);
    sizes = add_up(sizes, std::fabs(offsets.back()));
  }
  const matrix<double> B = with_diagonal(offsets, N);
  const double computed = frobenius_up(B), rounding = mul_up(0x1p-52, add_up(sizes, computed)); // of B
  const double norm = add_up(computed, rounding), room = sub_down(middle, norm);
  if (!(room > 0)) return {};
  const double off = add_up(error, div_up(mul_up(norm, norm), mul_down(2, room)));
  const double shift = std::ldexp(1.0, std::ilogb(std::max(norm, 0x1p-900)) + 2);
  matrix<double> shifted(k, k, 0.0); // (B + B^T)/2 + shift I, positive definite
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < k; ++j) shifted(i, j) = (B(i, j) + B(j, i)) / 2 + (i == j ? shift : 0);
  const double distance = add_up(rounding, mul_up(0x1p-51, frobenius_up(shifted)));
  std::vector<interval> r;
  for (const interval& x : plain_values(shifted, distance)) {
    const double low = sub_down(sub_down(x.lower(), shift), off), high = add_up(sub_up(x.upper(), shift), off);
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

std::vector<interval> enclose_close_values(std::span<const double> s, const matrix<double>& N, double error) {
  const matrix<double> A = with_diagonal(s, N);
  std::vector<interval> plain = plain_values(A, add_up(error, mul_up(0x1p-53, frobenius_up(A))));
  std::vector<interval> near = values_near(s[s.size() / 2], s, N, error);
  if (near.empty() || (!plain.empty() && widest(plain) < widest(near))) return plain;
  return near;
}

} // namespace mixcert
