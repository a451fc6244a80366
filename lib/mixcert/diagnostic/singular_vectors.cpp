#include "mixcert/diagnostic/singular_vectors.hpp"

#include "mixcert/scalar/interval_matrix.hpp"

#include <algorithm>
#include <stdexcept>

namespace mixcert {
namespace {

mp_interval zero_like(const mp_interval& x) { return {0, x.bits()}; }

mp_interval square_of_length(const std::vector<mp_interval>& x, const mp_interval& zero) {
  mp_interval sum = zero;
  for (const mp_interval& value : x) sum += sqr(value);
  return sum;
}

/// ||image - value of||^2
mp_interval square_of_residual(const std::vector<mp_interval>& image, const mp_interval& value,
                               const std::vector<mp_interval>& of) {
  mp_interval sum = zero_like(value);
  for (std::size_t i = 0; i < image.size(); ++i) sum += sqr(image[i] - value * of[i]);
  return sum;
}

/// That of the values beyond the `count` largest which is nearest to them, 0 beside more rows than columns, or fewer;
/// nothing when there is no other direction at all.
std::optional<mp_interval> next_value(const std::vector<spectrum_entry<mp_interval>>& spectrum, std::size_t count,
                                      bool square) {
  std::size_t passed = 0;
  for (const auto& entry : spectrum)
    if ((passed += entry.multiplicity) > count) return entry.value;
  if (square) return std::nullopt;
  return zero_like(spectrum.front().value);
}

/// length / (gap side), when it is below 1.
std::optional<double> sine(const mp_interval& length, const mp_interval& gap, const mp_interval& square_of_side) {
  const double bound = magnitude_up(length / (gap * sqrt(square_of_side)));
  if (!(bound < 1)) return std::nullopt;
  return bound;
}

std::size_t number_of_values(const std::vector<spectrum_entry<mp_interval>>& spectrum) {
  std::size_t r = 0;
  for (const auto& entry : spectrum) r += entry.multiplicity;
  return r;
}

} // namespace

singular_triple triple_of(const svd_guess<mp_float>& svd, std::size_t k) {
  singular_triple r{{}, svd.sigma[k], {}};
  for (std::size_t i = 0; i < svd.U.rows(); ++i) r.left.push_back(svd.U(i, k));
  for (std::size_t i = 0; i < svd.V.rows(); ++i) r.right.push_back(svd.V(i, k));
  return r;
}

std::vector<mp_interval> enclosed(const std::vector<mp_float>& x, mpfr_prec_t bits) {
  std::vector<mp_interval> r;
  for (const mp_float& value : x) r.emplace_back(value, std::max(bits, value.bits()));
  return r;
}

angle_bounds bound_top_angles(const singular_triple& triple, const std::vector<mp_interval>& image,
                              const std::vector<mp_interval>& adjoint_image,
                              const std::vector<spectrum_entry<mp_interval>>& spectrum, std::size_t count) {
  const std::size_t m = triple.left.size(), n = triple.right.size();
  if (image.size() != m || adjoint_image.size() != n || number_of_values(spectrum) != std::min(m, n) || count < 1 ||
      count > std::min(m, n) || mpfr_sgn(triple.value.get()) < 0)
    throw std::invalid_argument("bound_top_angles: lengths of vectors, images and spectrum, the count and the value");
  const mpfr_prec_t bits = std::max(spectrum.front().value.bits(), image.front().bits());
  const mp_interval value(triple.value, std::max(bits, triple.value.bits()));
  const std::vector<mp_interval> left = enclosed(triple.left, bits), right = enclosed(triple.right, bits);
  const std::optional<mp_interval> next = next_value(spectrum, count, m == n);
  if (!next) return {0.0, 0.0};
  const mp_interval gap = value - *next;
  if (!certainly_less(zero_like(gap), gap)) return {};
  const mp_interval length =
      sqrt(square_of_residual(image, value, left) + square_of_residual(adjoint_image, value, right));
  const mp_interval zero = zero_like(value);
  return {sine(length, gap, square_of_length(left, zero)), sine(length, gap, square_of_length(right, zero))};
}

angle_bounds bound_top_angles(const singular_triple& triple, const matrix<mp_interval>& M,
                              const std::vector<spectrum_entry<mp_interval>>& spectrum, std::size_t count) {
  if (triple.left.size() != M.rows() || triple.right.size() != M.cols() || M.values().empty())
    throw std::invalid_argument("bound_top_angles: the matrix and the vectors must fit");
  const mpfr_prec_t bits = M(0, 0).bits();
  const auto column = [&](const std::vector<mp_float>& x) { return matrix(x.size(), 1, enclosed(x, bits)); };
  return bound_top_angles(triple, multiply(M, column(triple.right)).values(),
                          multiply(transpose(M), column(triple.left)).values(), spectrum, count);
}

} // namespace mixcert
