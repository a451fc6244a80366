#include "mixcert/certificate/checker/jacobi.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

namespace mixcert::checker {
namespace {

constexpr int most_sweeps = 40;

/// x <- c x - s y, y <- s x + c y with s, and half = s / (1 + c): three shears.
struct rotation {
  real half, sine, tangent;
};

/// What makes columns with these squared lengths and this product orthogonal.
rotation between_columns(const real& xx, const real& yy, const real& xy) {
  const real one(1, xy.bits());
  const real zeta = (yy - xx) / scaled(xy, 1);
  const real size = one / (abs(zeta) + sqrt(one + zeta * zeta));
  const real tangent = sign(zeta) < 0 ? -size : size;
  const real half = tangent / (one + sqrt(one + tangent * tangent));
  return {half, scaled(half, 1) / (one + half * half), tangent};
}

/// Numbers with MPFR.
struct real_column {
  std::vector<real> x;

  static real_column zero(std::size_t size, mpfr_prec_t bits) { return {std::vector<real>(size, real(bits))}; }
  const real& get(std::size_t k) const { return x[k]; }
  void put(std::size_t k, const real& value) { x[k] = value; }
  mpfr_prec_t places() const { return x.front().bits(); }
  real dot(const real_column& other) const {
    real sum(places());
    for (std::size_t k = 0; k < x.size(); ++k) sum = sum + x[k] * other.x[k];
    return sum;
  }
  void subtract(const real_column& other, const real& times) {
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = x[k] - times * other.x[k];
  }
  void divide(const real& by) {
    for (real& value : x) value = value / by;
  }
  void rotate(real_column& other, const rotation& by) {
    subtract(other, by.half);
    other.subtract(*this, -by.sine);
    subtract(other, by.half);
  }
};

/// Numbers in units of 2^-62, at most 1.
struct short_column {
  static constexpr int point = 62;
  std::vector<std::int64_t> x;

  static short_column zero(std::size_t size, mpfr_prec_t) { return {std::vector<std::int64_t>(size, 0)}; }
  real get(std::size_t k) const { return scaled(real(x[k], 2 * point), -point); }
  void put(std::size_t k, const real& value) { x[k] = rounded(value, point); }
  static mpfr_prec_t places() { return point; }
  real dot(const short_column& other) const {
    int128 sum = 0;
    for (std::size_t k = 0; k < x.size(); ++k) sum += static_cast<int128>(x[k]) * other.x[k];
    real r(2 * point), low(2 * point);
    mpfr_set_si_2exp(r.get(), static_cast<long>(sum >> point), -point, MPFR_RNDN);
    mpfr_set_si_2exp(low.get(), static_cast<long>(sum & ((static_cast<int128>(1) << point) - 1)), -2 * point,
                     MPFR_RNDN);
    return r + low;
  }
  static std::int64_t times(std::int64_t a, std::int64_t b) {
    constexpr int128 half = static_cast<int128>(1) << (point - 1);
    return static_cast<std::int64_t>((static_cast<int128>(a) * b + half) >> point);
  }
  void subtract(const short_column& other, const real& factor) {
    const std::int64_t f = rounded(factor, point);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] -= times(f, other.x[k]);
  }
  void divide(const real& by) {
    for (std::int64_t& value : x) {
      real quotient(value, 2 * point);
      value = rounded(quotient / by, 0);
    }
  }
  void rotate(short_column& other, const rotation& by) {
    const std::int64_t half = rounded(by.half, point), sine = rounded(by.sine, point);
    for (std::size_t k = 0; k < x.size(); ++k) {
      std::int64_t a = x[k], b = other.x[k];
      a -= times(half, b);
      b += times(sine, a);
      a -= times(half, b);
      x[k] = a;
      other.x[k] = b;
    }
  }
};

template <class Column> struct decomposition { std::vector<Column> U, V; };

/// Columns of B, and of V with them, the longest of B first; the squares of these lengths.
template <class Column> std::vector<real> sort_columns(std::vector<Column>& B, std::vector<Column>& V) {
  std::vector<real> squares, sorted_squares;
  for (const Column& column : B) squares.push_back(column.dot(column));
  std::vector<std::size_t> order(B.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, [&](std::size_t i, std::size_t j) { return squares[j] < squares[i]; });
  std::vector<Column> sorted_B, sorted_V;
  for (const std::size_t k : order) {
    sorted_B.push_back(std::move(B[k]));
    sorted_V.push_back(std::move(V[k]));
    sorted_squares.push_back(std::move(squares[k]));
  }
  B = std::move(sorted_B);
  V = std::move(sorted_V);
  return sorted_squares;
}

/// Orthogonal up to what rounding leaves of two columns of these lengths; turning them further would only add to it.
bool is_orthogonal(const real& xx, const real& yy, const real& xy, std::size_t size, mpfr_prec_t places) {
  const real square = xy * xy;
  constexpr long relative = 8;
  const long absolute = 1 + static_cast<long>(std::bit_width(size)) / 2;
  return !(scaled(xx * yy, 2 * (relative - static_cast<long>(places))) < square) ||
         !(scaled(xx < yy ? yy : xx, 2 * (absolute - static_cast<long>(places))) < square);
}

template <class Column> void orthogonalise(std::vector<Column>& B, std::vector<Column>& V) {
  const mpfr_prec_t places = B.front().places();
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    std::vector<real> squares = sort_columns(B, V);
    bool done = true;
    for (std::size_t i = 0; i < B.size(); ++i)
      for (std::size_t j = i + 1; j < B.size(); ++j) {
        const real xy = B[i].dot(B[j]);
        if (sign(xy) == 0 || is_orthogonal(squares[i], squares[j], xy, B.size(), places)) continue;
        done = false;
        const rotation by = between_columns(squares[i], squares[j], xy);
        B[i].rotate(B[j], by);
        V[i].rotate(V[j], by);
        squares[i] = squares[i] - by.tangent * xy;
        squares[j] = squares[j] + by.tangent * xy;
      }
    if (done) break;
  }
  sort_columns(B, V);
}

/// In place of a column that is too short to have a direction: one orthogonal to those before.
template <class Column> Column completed(const std::vector<Column>& before, std::size_t size, mpfr_prec_t bits) {
  std::size_t best = 0;
  real least(bits);
  for (std::size_t k = 0; k < size; ++k) {
    real taken(bits);
    for (const Column& column : before) taken = taken + column.get(k) * column.get(k);
    if (k == 0 || taken < least) {
      best = k;
      least = taken;
    }
  }
  Column r = Column::zero(size, bits);
  r.put(best, real(1, bits));
  for (int again = 0; again < 3; ++again) {
    for (const Column& column : before) r.subtract(column, column.dot(r));
    r.divide(sqrt(r.dot(r)));
  }
  return r;
}

/// The columns divided by their lengths.
template <class Column> std::vector<Column> directions(std::vector<Column> B) {
  const mpfr_prec_t places = B.front().places();
  const real longest = sqrt(B.front().dot(B.front()));
  std::vector<Column> r;
  for (Column& column : B) {
    const real length = sqrt(column.dot(column));
    if (sign(length) == 0 || length < scaled(longest, -static_cast<long>(places) / 2)) {
      r.push_back(completed(r, B.size(), places));
    } else {
      column.divide(length);
      r.push_back(std::move(column));
    }
  }
  return r;
}

template <class Column> decomposition<Column> decomposed(std::vector<Column> B) {
  const mpfr_prec_t places = B.front().places();
  std::vector<Column> V;
  for (std::size_t k = 0; k < B.size(); ++k) {
    V.push_back(Column::zero(B.size(), places));
    V.back().put(k, real(1, places));
  }
  orthogonalise(B, V);
  return {directions(std::move(B)), std::move(V)};
}

fixed_matrix in_fixed_point(const std::vector<short_column>& rows) {
  fixed_matrix r(rows.size());
  constexpr int shift = limb_bits * fixed_matrix::limbs - short_column::point;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows.size(); ++j)
      r(i, j) = fixed_from<fixed_matrix::limbs>(integer(static_cast<long>(rows[i].x[j])) << shift);
  return r;
}

} // namespace

guessed_vectors guess_vectors(std::vector<std::vector<real>> columns) {
  std::vector<real_column> B;
  for (std::vector<real>& column : columns) B.push_back({std::move(column)});
  decomposition<real_column> found = decomposed(std::move(B));
  guessed_vectors r;
  for (real_column& column : found.U) r.U.push_back(std::move(column.x));
  for (real_column& column : found.V) r.V.push_back(std::move(column.x));
  return r;
}

fixed_vectors guess_vectors(const fixed_matrix& A) {
  std::vector<short_column> B(A.order);
  constexpr int shift = short_column::point - limb_bits;
  for (std::size_t j = 0; j < A.order; ++j)
    for (std::size_t i = 0; i < A.order; ++i) {
      const auto& [high, low] = A(i, j).limb;
      B[j].x.push_back((high << shift) + (low >> (limb_bits - shift)));
    }
  const decomposition<short_column> found = decomposed(std::move(B));
  return {in_fixed_point(found.U), in_fixed_point(found.V)};
}

} // namespace mixcert::checker
