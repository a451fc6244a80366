#include "mixcert/spectrum/second_order.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/spectrum/close_values.hpp"
#include "mixcert/spectrum/complete.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <stdexcept>

namespace mixcert {
namespace {

using detail::near_diagonal_arrays;
using detail::near_diagonal_norms;

constexpr double u = 0x1p-53, infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t least_padded = 16, line = 64 / sizeof(double);
constexpr double least_gap = 0x1p-36; // of the largest value: what lies closer is one group

double product_up(std::initializer_list<double> factors) {
  double r = 1;
  for (const double x : factors) r = mul_up(r, x);
  return r;
}

double sum_up(std::initializer_list<double> terms) {
  double r = 0;
  for (const double x : terms) r = add_up(r, x);
  return r;
}

/// By what a sum of at most `count` squares may be greater than it was computed in binary64, in any order.
double rounding_of_squares(std::size_t count) { return div_up(1, sub_down(1, gamma_up(count + 1, u))); }

/// The norm, from the sum of squares of numbers that are not large, and its rounding.
double norm_up(double squares, double rounding) { return sqrt_up(add_up(mul_up(squares, rounding), 0x1p-1000)); }

/// |value + change|, within the error, for value >= 0.
interval around(double value, double change, double error) {
  const double lower = add_down(value, sub_down(change, error)), upper = add_up(value, add_up(change, error));
  const double mirrored = sub_up(sub_up(error, change), value); // more than upper only where value + change < 0
  return {std::max(0.0, std::max(lower, -upper)), std::max(upper, mirrored)};
}

} // namespace

second_order_svd::second_order_svd(std::size_t largest_order, lane_width lanes)
    : kernels_(detail::near_diagonal_kernels_of(lanes)), largest_order_(largest_order) {
  const std::size_t p = std::bit_ceil(std::max(largest_order, least_padded));
  constexpr std::size_t matrices = 15, rows = 3;
  memory_.resize((matrices * p + rows) * p + line);
  ranking_.reserve(p);
  values_.reserve(p);
}

void second_order_svd::reset(std::size_t order) {
  if (order == 0 || order > largest_order_) throw std::invalid_argument("an order of 0 or beyond the largest");
  order_ = order;
  padded_ = std::bit_ceil(std::max(order, least_padded));
  const std::size_t misplaced = reinterpret_cast<std::uintptr_t>(memory_.data()) / sizeof(double) % line;
  double* next = memory_.data() + (line - misplaced) % line;
  near_diagonal_arrays& a = arrays_;
  for (double** at : {&a.C, &a.C_low, &a.U, &a.V, &a.W, &a.high, &a.low, &a.high_V, &a.low_V, &a.half, &a.P, &a.F, &a.G,
                      &a.R, &a.N}) {
    *at = next;
    next += padded_ * padded_;
  }
  for (double** at : {&a.s, &a.rows, &a.columns}) {
    *at = next;
    next += padded_;
  }
  std::fill(a.C, a.U, 0.0);
}

/// Makes ||C||_F at most 1 and, nearly, at least 1/2. Exact but for what underflows, less than 2^-1000 in all.
bool second_order_svd::scale() {
  const std::size_t count = padded_ * padded_;
  const double squares = kernels_.sum_of_squares(count, arrays_.C);
  const double lows = kernels_.sum_of_squares(count, arrays_.C_low);
  if (!(squares >= 0x1p-900 && squares <= 0x1p900 && lows <= squares)) return false;
  exponent_ = std::ilogb(std::sqrt(squares)) + 1;
  kernels_.scale(2 * count, arrays_.C, std::ldexp(1.0, -exponent_)); // C_low stands behind C
  return true;
}

/// Columns by their squares, descending; false where one is too large for a guess, or no number, which has no rank.
bool second_order_svd::rank_columns() {
  const double* const squares = arrays_.columns;
  if (!std::all_of(squares, squares + padded_, [](double x) { return x <= 2; })) return false;
  ranking_.resize(padded_);
  std::iota(ranking_.begin(), ranking_.end(), std::size_t{0});
  std::sort(ranking_.begin(), ranking_.end(),
            [&](std::size_t i, std::size_t j) { return squares[i] != squares[j] ? squares[i] > squares[j] : i < j; });
  return true;
}

/// V in `half`, sorted nearly: from the rotations of R^T for C Pi = Q R, which takes fewer than of C. Columns that have
/// no direction of their own are replaced.
bool second_order_svd::guess_right_vectors() {
  near_diagonal_arrays& a = arrays_;
  const std::size_t p = padded_;
  std::copy(a.C, a.C + p * p, a.W);
  ranking_.resize(p);
  kernels_.triangle(p, a.W, ranking_.data(), a.columns, a.rows);
  for (std::size_t i = 0; i < p; ++i)
    for (std::size_t j = 0; j < p; ++j) a.V[ranking_[i] * p + j] = a.W[j * p + i];
  kernels_.rotate(p, a.V, nullptr, a.columns);
  if (!rank_columns()) return false;
  const double floor = 0x1p-100 * a.columns[ranking_[0]];
  std::size_t without = 0;
  for (std::size_t j = 0; j < p; ++j) {
    const double square = a.columns[ranking_[j]];
    const bool has_direction = square > floor;
    without += has_direction ? 0 : 1;
    a.rows[j] = has_direction ? 1 / std::sqrt(square) : 0;
  }
  for (std::size_t i = 0; i < p; ++i)
    for (std::size_t j = 0; j < p; ++j) a.half[i * p + j] = a.V[i * p + ranking_[j]] * a.rows[j];
  if (without == p - order_) {
    for (std::size_t j = order_; j < p; ++j) a.half[j * p + j] = 1;
  } else {
    complete(a.half, a.rows);
  }
  return true;
}

/// Replaces the columns for which there is a zero by such that make the others orthonormal to them.
void second_order_svd::complete(double* columns, const double* present) const {
  const std::size_t p = padded_;
  std::vector<std::size_t> order(p);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto absent = std::stable_partition(order.begin(), order.end(), [&](std::size_t j) { return present[j] != 0; });
  matrix<double> first(p, static_cast<std::size_t>(absent - order.begin()), 0.0);
  for (std::size_t i = 0; i < p; ++i)
    for (std::size_t j = 0; j < first.cols(); ++j) first(i, j) = columns[i * p + order[j]];
  const matrix<double> all = completed(first);
  for (std::size_t i = 0; i < p; ++i)
    for (std::size_t j = 0; j < p; ++j) columns[i * p + order[j]] = all(i, j);
}

/// U, V and s, descending.
bool second_order_svd::guess() {
  near_diagonal_arrays& a = arrays_;
  const std::size_t p = padded_;
  if (!guess_right_vectors()) return false;
  double* const turned = a.half;
  kernels_.multiply(p, a.C, turned, a.W, a.columns);
  const double largest = *std::max_element(a.columns, a.columns + p), floor = 0x1p-100 * largest;
  constexpr double small = 0x1p-14; // of squares: where rounding would show in the angles
  if (std::any_of(a.columns, a.columns + p, [&](double x) { return x > floor && x < small * largest; }))
    kernels_.rotate(p, a.W, turned, a.columns); // of few lanes: small columns stand together
  if (!rank_columns()) return false;
  std::size_t rank = 0;
  for (std::size_t j = 0; j < p; ++j) {
    const double square = a.columns[ranking_[j]];
    const bool has_direction = square > floor;
    a.s[j] = has_direction ? std::sqrt(square) : 0;
    a.rows[j] = has_direction ? 1 / a.s[j] : 0;
    rank += has_direction ? 1 : 0;
  }
  for (std::size_t i = 0; i < p; ++i)
    for (std::size_t j = 0; j < p; ++j) {
      a.V[i * p + j] = turned[i * p + ranking_[j]];
      a.U[i * p + j] = a.W[i * p + ranking_[j]] * a.rows[j];
    }
  if (rank == order_) {
    for (std::size_t j = rank; j < p; ++j) a.U[j * p + j] = 1;
  } else {
    complete(a.U, a.rows);
  }
  return true;
}

double second_order_svd::coupling::distance(std::size_t count) const {
  return add_up(mul_up(static_cast<double>(count), entry), second_order);
}

/// Theorem T27 (d); inf where its hypotheses fail.
second_order_svd::coupling second_order_svd::bound_coupling(const near_diagonal_norms& norms) const {
  const std::size_t p = padded_;
  const double order = static_cast<double>(p), root = sqrt_up(order), s = arrays_.s[0];
  const double of_squares = rounding_of_squares(p * p);
  const double F = norm_up(norms.F, of_squares), G = norm_up(norms.G, of_squares);
  const double R = norm_up(norms.R, of_squares), Y = norm_up(norms.Y, of_squares);
  const coupling unknown{infinity, infinity, infinity};
  if (!(norm_up(norms.C, of_squares) <= 1.01 && s <= 1.25 && norms.largest_square <= 1.5)) return unknown;

  const double cut = mul_up(0x1p-27, root); // the norm of a row or column of what is cut off
  const double of_products = product_up({3, gamma_up(p + 1, u), 1.25, cut});
  const double error_F = add_up(of_products, mul_up(3 * u, F)), error_G = add_up(of_products, mul_up(3 * u, G));
  const double error_R = add_up(product_up({gamma_up(2 * p + 4, u), 2.4, cut}), mul_up(u, R));
  const double error_Y = mul_up(1.25, add_up(mul_up(gamma_up(p, u), R), mul_up(root, error_R)));
  const double f = add_up(F, mul_up(order, error_F)), g = add_up(G, mul_up(order, error_G)), m = std::max(f, g);
  if (!(f <= 0x1p-10 && g <= 0x1p-10)) return unknown;
  const double rounding = mul_up(4 * u, add_up(mul_up(s, add_up(F, G)), Y));
  const double entry = sum_up({mul_up(s / 2, add_up(error_F, error_G)), error_Y, rounding, 0x1p-960});
  const double second_order = mul_up(m, add_up(product_up({2, s, m}), mul_up(2.5, add_up(Y, mul_up(order, error_Y)))));
  return {entry, second_order, norm_up(std::accumulate(arrays_.rows, arrays_.rows + p, 0.0), of_squares)};
}

/// Values first, ..., first + count - 1, within the error of those of that block of diag(s) + N.
bool second_order_svd::enclose_group(std::size_t first, std::size_t count, double error) {
  const near_diagonal_arrays& a = arrays_;
  const std::size_t p = padded_;
  if (count == 1) {
    values_.push_back(around(a.s[first], a.N[first * p + first], error));
    return true;
  }
  matrix<double> block(count, count, 0.0);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < count; ++j) block(i, j) = a.N[(first + i) * p + first + j];
  const std::vector<interval> values = enclose_close_values({a.s + first, count}, block, error);
  values_.insert(values_.end(), values.begin(), values.end());
  return !values.empty();
}

/// Theorem T27 (b), with N + E for N: groups with gaps of at least least_gap between them.
bool second_order_svd::enclose_groups(const coupling& known, double radius) {
  const near_diagonal_arrays& a = arrays_;
  const std::size_t p = padded_;
  const double all = known.distance(p), norm = add_up(known.norm, all);
  const double least = add_up(mul_up(least_gap, a.s[0]), mul_up(4, norm));
  const double of_squares = rounding_of_squares(p * p);
  double gap_before = infinity;
  for (std::size_t first = 0; first < order_;) {
    std::size_t end = first + 1;
    while (end < p && !(sub_down(a.s[end - 1], a.s[end]) >= least)) ++end;
    const std::size_t count = end - first;
    const double gap_after = end < p ? sub_down(a.s[end - 1], a.s[end]) : infinity;
    const double gap = sub_down(std::min(gap_before, gap_after), mul_up(2, norm));
    const double squares = std::max(std::accumulate(a.rows + first, a.rows + end, 0.0),
                                    std::accumulate(a.columns + first, a.columns + end, 0.0));
    const double outside = add_up(norm_up(squares, of_squares), all);
    const double moved = gap < infinity ? div_up(mul_up(outside, outside), gap) : 0;
    if (!enclose_group(first, count, sum_up({moved, known.distance(count), radius}))) return false;
    gap_before = gap_after;
    first = end;
  }
  return true;
}

std::span<const interval> second_order_svd::enclose(double radius) {
  values_.clear();
  if (!scale() || !guess()) return {};
  const coupling known = bound_coupling(kernels_.couple(padded_, arrays_));
  const double scaled_radius = mul_up(radius, std::ldexp(1.0, -exponent_));
  if (!(known.distance(padded_) < infinity && known.norm < infinity && scaled_radius < infinity)) return {};
  if (!enclose_groups(known, scaled_radius)) return {};
  const double unit = std::ldexp(1.0, exponent_);
  for (interval& x : values_) x = interval(mul_down(x.lower(), unit), mul_up(x.upper(), unit));
  return std::span(values_).first(order_);
}

} // namespace mixcert
