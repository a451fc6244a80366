#include "mixcert/batch/independent_rows.hpp"

#include "mixcert/scalar/detail/double_double_lanes.hpp"
#include "mixcert/scalar/directed.hpp"

#include <algorithm>
#include <cmath>

namespace mixcert {
namespace {

constexpr double near = 0x1p-20; // of squares: what is lost above it, its inverse, is far below the last place
constexpr int places = 26, most_passes = 3;

/// With so many places from the quotient of the norms on, so that combinations of few places are found exactly.
double shortened(double multiple, double norm, double other) {
  const double unit = std::exp2(std::logb(norm / other) + 1 - places);
  const double r = std::nearbyint(multiple / unit) * unit;
  return std::isfinite(r) ? r : 0;
}

} // namespace

independent_rows::independent_rows(const detail::batch_kernels& kernels, std::size_t count, std::size_t length)
    : kernels_(kernels), count_(count), length_(length), own_(3 * count * length),
      chunks_(2 * count * chunk_count(kernels, length)), coefficients_(count * count), triangle_(count * count),
      products_(count * count) {
  given_.length = length;
  given_.high.resize(count);
  given_.norm.resize(count);
  given_.error.resize(count);
}

detail::lane_balls independent_rows::own(std::size_t s) {
  double* const high = own_.data() + 3 * s * length_;
  return {high, high + length_, high + 2 * length_};
}

void independent_rows::bound_chunks(long_rows& rows, std::size_t s, const double* numbers, std::size_t place) {
  double* const norms = chunks_.data() + place * chunk_count(kernels_, length_);
  kernels_.bound_chunks(length_, numbers, norms);
  rows.high[s] = {numbers, norms};
}

void independent_rows::read(const double* X) {
  for (std::size_t s = 0; s < count_; ++s) bound_chunks(given_, s, X + s * length_, s);
  rows_ = given_;
  std::ranges::fill(coefficients_, 0.0);
  bool any = false;
  for (std::size_t s = 0; s < count_; ++s) {
    multiply_with_former(s);
    any = depends(s) || any;
  }
  bound_products();
  given_.norm = rows_.norm;
  if (!any) return;
  for (std::size_t s = 0; s < count_; ++s) {
    std::copy_n(X + s * length_, length_, own(s).high);
    std::fill_n(own(s).low, 2 * length_, 0.0);
    bound_chunks(rows_, s, own(s).high, count_ + s);
    rows_.low.push_back(own(s).low);
  }
  for (std::size_t s = 0; s < count_; ++s) orthogonalise(s);
  bound_products();
}

dd_ball independent_rows::number(std::size_t s, std::size_t c) {
  if (rows_.low.empty()) return {rows_.high[s].numbers[c], 0, 0};
  const detail::lane_balls row = own(s);
  return {row.high[c], row.low[c], row.radius[c]};
}

/// Subtracts multiples of the rows before row s, one after the other, as long as it depends on them.
void independent_rows::orthogonalise(std::size_t s) {
  multiply_with_former(s);
  for (int pass = 0; pass < most_passes; ++pass) {
    for (std::size_t j = 0; j < s; ++j) {
      subtract(s, j);
      multiply_with_former(s);
    }
    if (!depends(s)) return;
  }
}

void independent_rows::subtract(std::size_t s, std::size_t j) {
  const double inner = product(s, j).high, square = product(j, j).high;
  const double multiple = shortened(inner / square, std::sqrt(product(s, s).high), std::sqrt(square));
  double& coefficient = coefficients_[s * count_ + j];
  double sum = 0, lost = 0;
  detail::two_sum(coefficient, multiple, sum, lost);
  if (multiple == 0 || lost != 0) return;
  coefficient = sum;
  rows_.error[s] = kernels_.subtract_multiple(length_, multiple, own(j), own(s));
  bound_chunks(rows_, s, own(s).high, count_ + s);
}

void independent_rows::multiply_with_former(std::size_t s) {
  dd_ball* const row = products_.data() + s * count_;
  multiply_midpoints(kernels_, rows_, s, rows_, 0, s + 1, row);
  for (std::size_t j = 0; j < s; ++j) products_[j * count_ + s] = row[j];
}

void independent_rows::bound_products() {
  for (std::size_t s = 0; s < count_; ++s) {
    rows_.norm[s] = norm_from_square(kernels_, rows_, s, product(s, s).high);
    for (std::size_t j = 0; j <= s; ++j) {
      dd_ball& of_both = products_[s * count_ + j];
      of_both.radius = add_up(of_both.radius, product_radius(kernels_, rows_, s, rows_, j));
      products_[j * count_ + s] = of_both;
    }
  }
}

/// Whether row s is near the span of those before it; not rigorous. Computes row s of the triangular factor.
bool independent_rows::depends(std::size_t s) {
  double* const row = triangle_.data() + s * count_;
  const double square = product(s, s).high;
  double rest = square;
  for (std::size_t j = 0; j < s; ++j) {
    const double* const former = triangle_.data() + j * count_;
    double inner = product(s, j).high;
    for (std::size_t k = 0; k < j; ++k) inner -= row[k] * former[k];
    row[j] = former[j] > 0 ? inner / former[j] : 0;
    rest -= row[j] * row[j];
  }
  row[s] = rest > 0 ? std::sqrt(rest) : 0;
  return square != 0 && !(rest > near * square);
}

} // namespace mixcert
