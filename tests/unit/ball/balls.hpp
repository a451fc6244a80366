// Formats, data and the containment check of the tests of ball matrices.
#pragma once

#include "mixcert/ball/ball_matrix.hpp"
#include "support/exact.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <boost/test/unit_test.hpp>

namespace mixcert::test {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
inline constexpr double largest_double = std::numeric_limits<double>::max();

struct binary64 {
  using scalar = double;
  static constexpr long places = 53;
  static double from(const mp_float& x) { return to_double(x); }
  static double from(double x) { return x; }
};

template <long Places> struct multiprecision {
  using scalar = mp_float;
  static constexpr long places = Places;
  static mp_float from(const mp_float& x) { return {x.get(), Places}; }
  static mp_float from(double x) { return {x, Places}; }
};

using formats = std::tuple<binary64, multiprecision<64>, multiprecision<192>>;

/// eta of theorem T7, for all formats here.
inline mpq_class eta() { return power_of_two(-1074); }
template <class Format> mpq_class unit_roundoff() { return power_of_two(-Format::places); }

/// Of size about 2^exponent, all places random.
template <class Format> typename Format::scalar random_number(std::mt19937_64& random, long exponent) {
  mp_float x(0.0, 256);
  for (int part = 0; part < 4; ++part) x = scaled(x, -53) + mp_float(static_cast<double>(random() >> 11), 256);
  x = scaled(x, exponent - 53);
  return Format::from(random() % 2 == 0 ? x : -x);
}

/// What the entries look like: the least and the largest binary exponent.
struct range {
  const char* name;
  long least, largest;
};

inline constexpr std::array ranges = {range{"plain", -1, 1}, range{"graded", -498, 498}, range{"huge", 499, 501},
                                      range{"tiny", -541, -537}, range{"zero", 0, -1}};

template <class Format>
matrix<typename Format::scalar> random_matrix(std::mt19937_64& random, std::size_t rows, std::size_t cols, range r) {
  matrix<typename Format::scalar> a(rows, cols, Format::from(0.0));
  if (r.least <= r.largest)
    for (auto& x : a.values())
      x = random_number<Format>(random, r.least + static_cast<long>(random() % (r.largest - r.least + 1)));
  return a;
}

/// A radius of about 2^-20 of the entries.
inline double radius_for(range r) {
  return r.least > r.largest ? 0x1p-3 : std::ldexp(1.1, static_cast<int>(r.least - 20));
}

struct shape {
  std::size_t rows, inner, cols;
};

inline constexpr std::array shapes = {shape{1, 1, 1}, shape{3, 3, 3}, shape{8, 8, 8}, shape{1, 6, 1},
                                      shape{5, 1, 1}, shape{1, 1, 5}, shape{4, 1, 5}, shape{2, 7, 3},
                                      shape{0, 3, 2}, shape{2, 3, 0}, shape{0, 0, 0}, shape{0, 4, 0}};

/// Deviations of Frobenius norm exactly r (none for an empty matrix).
inline std::vector<rational_matrix> boundary(std::size_t rows, std::size_t cols, const mpq_class& r) {
  std::vector<rational_matrix> list;
  const std::size_t size = rows * cols;
  const auto add = [&](const std::vector<std::pair<std::size_t, mpq_class>>& entries) {
    rational_matrix e = rational_zero(rows, cols);
    for (const auto& [position, value] : entries) e.values()[position] = r * value;
    list.push_back(std::move(e));
  };
  if (size == 0) return list;
  add({{0, 1}});
  add({{size - 1, -1}});
  if (size >= 2)
    add({{size / 2, mpq_class(3) / 5}, {size - 1 - size / 2 == size / 2 ? 0 : size - 1 - size / 2, mpq_class(-4) / 5}});
  if (size >= 4)
    add({{0, mpq_class(1) / 2}, {1, mpq_class(-1) / 2}, {size - 2, mpq_class(1) / 2}, {size - 1, mpq_class(1) / 2}});
  return list;
}

/// A deviation along `direction`, of Frobenius norm at most r and less by a part in 2^200: the worst one for a product
/// with the transpose of `direction`.
inline rational_matrix along(const rational_matrix& direction, const mpq_class& r) {
  const mpq_class norm = frobenius(direction);
  return norm == 0 ? direction : times(mpq_class(r / norm), direction);
}

/// The midpoint and members at the boundary of the ball.
template <class T> std::vector<rational_matrix> members(const ball_matrix<T>& ball) {
  const rational_matrix middle = rational(ball.midpoint);
  std::vector<rational_matrix> list{middle};
  if (ball.radius != 0) {
    for (const rational_matrix& e : boundary(middle.rows(), middle.cols(), rational(ball.radius)))
      list.push_back(plus(middle, e));
    list.push_back(plus(middle, along(middle, rational(ball.radius))));
  }
  return list;
}

/// Whether `member` lies within Frobenius distance `radius` of the midpoint.
template <class T> bool holds(const matrix<T>& midpoint, const mpq_class& radius, const rational_matrix& member) {
  if (midpoint.rows() != member.rows() || midpoint.cols() != member.cols()) return false;
  return at_least_root(radius, frobenius_squared(minus(rational(midpoint), member)));
}

template <class T> bool holds(const ball_matrix<T>& ball, const rational_matrix& member) {
  return holds(ball.midpoint, rational(ball.radius), member);
}

/// Whether a radius is at most (1 + 2^-40) times a bound, up to the spacing of the least binary64 numbers.
inline bool tight(double radius, const mpq_class& bound) {
  return rational(radius) <= bound * (1 + power_of_two(-40)) + 4 * eta();
}

/// Whether a radius is tight, and not below a bound that is known to a part in 2^190.
inline bool sharp(double radius, const mpq_class& bound) {
  return tight(radius, bound) && rational(radius) * (1 + power_of_two(-190)) >= bound;
}

inline mpq_class gamma(std::size_t k, const mpq_class& u) {
  const mpq_class ku = u * static_cast<unsigned long>(k);
  return ku / (1 - ku);
}

/// sqrt(m n) from above.
inline mpq_class root_of_entries(std::size_t m, std::size_t n) {
  return root_up(mpq_class(static_cast<unsigned long>(m * n)));
}

} // namespace mixcert::test
