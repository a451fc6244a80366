// Columns that are multiplied by one Jacobian after another, in fixed point (theorem T24 b).
#pragma once

#include "mixcert/certificate/checker/derivative.hpp"
#include "mixcert/certificate/checker/fixed_point.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

namespace mixcert::checker {

inline constexpr mpfr_prec_t bound_bits = 128;
inline constexpr int most_enlargements = 32;

inline interval in_bounds(const rational& x) { return interval(x, bound_bits); }
inline interval root_of(std::size_t x) { return sqrt(interval(static_cast<long>(x), bound_bits)); }

/// The least power of two that is not below any member, as its exponent; of 0 nothing.
std::optional<long> exponent_above(const interval& x);
interval largest(const interval_matrix& A);
interval longest_row(const interval_matrix& A, mpfr_prec_t bits);

/// A sum of any number of products, whose partial sums are below 2: within one last place for every 4096 of them.
template <int limbs> class long_sum {
 public:
  static std::size_t roundings(std::size_t terms) { return (terms + most - 1) / most; }

  void add(const fixed<limbs>* a, const fixed<limbs>* b, std::size_t count) {
    while (count > 0) {
      if (terms_ == most) close();
      const std::size_t now = std::min(count, most - terms_);
      part_.add(a, b, now);
      terms_ += now;
      count -= now;
      a += now;
      b += now;
    }
  }

  fixed<limbs> rounded() {
    close();
    fixed<limbs> r;
    int128 carry = 0;
    for (int k = limbs - 1; k > 0; --k) {
      carry += total_[k];
      r.limb[k] = take_digit(carry);
    }
    carry += total_[0];
    constexpr int128 limit = static_cast<int128>(1) << (limb_bits + 1);
    if (carry <= -limit || carry >= limit) overflowed();
    r.limb[0] = static_cast<std::int64_t>(carry);
    return r;
  }

 private:
  static constexpr std::size_t most = product_sum<limbs>::most_terms;

  void close() {
    const fixed<limbs> x = part_.rounded();
    for (int k = 0; k < limbs; ++k) total_[k] += x.limb[k];
    part_ = {};
    terms_ = 0;
  }

  product_sum<limbs> part_;
  std::size_t terms_ = 0;
  std::array<int128, limbs> total_{};
};

template <int limbs> using numbers = std::vector<fixed<limbs>>;

template <int limbs> numbers<limbs> in_fixed_point(const interval_matrix& A, long exponent) {
  numbers<limbs> r;
  r.reserve(A.entries.size());
  for (const interval& x : A.entries)
    r.push_back(is_zero(x) ? fixed<limbs>{} : fixed_from<limbs>(last_places(x, exponent, limbs)));
  return r;
}

template <int limbs> bool is_zero_part(const fixed<limbs>* x, std::size_t count) {
  return std::all_of(x, x + count, [](const fixed<limbs>& a) {
    return std::ranges::all_of(a.limb, [](std::int64_t digit) { return digit == 0; });
  });
}

/// H, sources and rows of J 2^-exponent in fixed point, each entry within two last places. Entries of H and of the
/// sources, and the lengths of the rows, are at most 1; so is the norm of J 2^-exponent.
template <int limbs> struct fixed_factors {
  std::size_t n, d, m;
  long exponent;
  numbers<limbs> H, sources, rows;
  std::vector<bool> zero; ///< of each row, each of its n parts

  fixed_factors(const jacobian_factors& J, const rational& norm, mpfr_prec_t bits)
      : n(J.H.rows), d(J.sources.cols), m(J.sources.rows) {
    const std::optional<long> of_H = exponent_above(largest(J.H)), of_sources = exponent_above(largest(J.sources)),
                              of_rows = exponent_above(longest_row(J.rows, bits));
    const bool feeds_back = of_sources && of_rows;
    exponent = exponent_above(in_bounds(norm)).value_or(0);
    if (of_H) exponent = std::max(exponent, *of_H);
    if (feeds_back) exponent = std::max(exponent, *of_sources + *of_rows);
    H = in_fixed_point<limbs>(J.H, -exponent);
    if (!feeds_back) {
      sources.resize(m * d);
      rows.resize(n * m * n * d);
    } else {
      sources = in_fixed_point<limbs>(J.sources, -*of_sources);
      rows = in_fixed_point<limbs>(J.rows, *of_sources - exponent);
    }
    for (std::size_t k = 0; k < n * m * n; ++k) zero.push_back(is_zero_part(rows.data() + k * d, d));
  }
};

/// Columns of a matrix P of n d rows, times 2^-exponent: what has been multiplied so far.
template <int limbs> class fixed_chain {
 public:
  fixed_chain(std::size_t streams, std::size_t width) : n_(streams), d_(width), order_(n_ * d_), radius_(bound_bits) {}

  /// The unit vectors.
  void start_with_identity() {
    exponent_ = 2 + static_cast<long>(std::bit_width(order_)) / 2; // ||I||_F = sqrt(n d) < 2^(exponent - 1)
    fixed<limbs> one;
    one.limb[0] = static_cast<std::int64_t>(1) << (limb_bits - exponent_);
    columns_.assign(order_, numbers<limbs>(order_));
    for (std::size_t k = 0; k < order_; ++k) columns_[k][k] = one;
  }

  /// Further columns, already times 2^-exponent, that are so far from what they stand for. Throws not_established where
  /// all together have ||P||_F 2^-exponent > 1.
  void append(std::vector<numbers<limbs>> columns, const interval& off) {
    for (numbers<limbs>& p : columns) columns_.push_back(std::move(p));
    radius_ += off;
    sum_of_squares();
  }

  void multiply(const jacobian_factors& J, const rational& norm, mpfr_prec_t bits) {
    const fixed_factors<limbs> by(J, norm, bits);
    numbers<limbs> fed_back(by.n * by.m), result(order_);
    for (numbers<limbs>& p : columns_) {
      feed_back(by, p, fed_back);
      for (std::size_t i = 0; i < n_; ++i)
        for (std::size_t c = 0; c < d_; ++c) {
          product_sum<limbs> sum;
          for (std::size_t j = 0; j < n_; ++j) sum.add(by.H[i * n_ + j], p[j * d_ + c]);
          for (std::size_t j = 0; j < by.m; ++j) sum.add(fed_back[i * by.m + j], by.sources[j * d_ + c]);
          result[i * d_ + c] = sum.rounded();
        }
      p.swap(result);
    }
    exponent_ += by.exponent;
    radius_ = scaled(in_bounds(norm), -by.exponent) * radius_ + rounding(by.m);
    for (int times = 0; enlarge() && times < most_enlargements; ++times) continue;
  }

  const std::vector<numbers<limbs>>& columns() const { return columns_; }
  long exponent() const { return exponent_; }
  const interval& radius() const { return radius_; }

 private:
  /// t_ij = <b_ij, p>
  void feed_back(const fixed_factors<limbs>& by, const numbers<limbs>& p, numbers<limbs>& t) const {
    for (std::size_t row = 0; row < t.size(); ++row) {
      long_sum<limbs> sum;
      for (std::size_t s = 0; s < n_; ++s)
        if (!by.zero[row * n_ + s]) sum.add(by.rows.data() + row * order_ + s * d_, p.data() + s * d_, d_);
      t[row] = sum.rounded();
    }
  }

  /// What is added to the radius where ||P||_F <= 1 (T24 b).
  interval rounding(std::size_t m) const {
    const interval u = in_bounds(last_place(limbs)), sources = root_of(m * d_), rows = root_of(n_ * m),
                   off_sources = u * 2 * sources, off_rows = u * 2 * root_of(n_ * m * order_);
    const interval of_factors = u * 2 * static_cast<long>(n_) + off_sources * (rows + off_rows) + sources * off_rows;
    const std::size_t count = columns_.size();
    const interval of_products =
        u * root_of(order_ * count) +
        (sources + off_sources) * u * root_of(n_ * m * count) * static_cast<long>(long_sum<limbs>::roundings(order_));
    return of_factors + of_products;
  }

  /// A bound of ||P||_F^2 2^56, as far as the first limbs tell. Throws not_established where it is above 2^56.
  integer sum_of_squares() const {
    integer squares;
    for (const numbers<limbs>& p : columns_) {
      int128 sum = 0;
      for (const fixed<limbs>& x : p) {
        const int128 size = (x.limb[0] < 0 ? -static_cast<int128>(x.limb[0]) : x.limb[0]) + 1;
        sum += size * size >> limb_bits;
        ++sum;
      }
      if (sum >> (limb_bits + 1) != 0) overflowed();
      squares += static_cast<unsigned long>(sum);
    }
    if (squares > integer(1) << limb_bits) overflowed();
    return squares;
  }

  /// Times a power of two that brings ||P||_F nearer to between 1/4 and 1/2, if it is below; exactly. Whether there was
  /// one: a part of a limb at most.
  bool enlarge() {
    const integer squares = sum_of_squares();
    if (squares == 0) return false;
    const auto places = static_cast<long>(mpz_sizeinbase(squares.get_mpz_t(), 2));
    const long shift = std::max(0L, (limb_bits - 2 - places) / 2);
    if (shift == 0) return false;
    for (numbers<limbs>& p : columns_)
      for (fixed<limbs>& x : p) shift_left(x, static_cast<int>(shift));
    exponent_ -= shift;
    radius_ = scaled(std::move(radius_), shift);
    return true;
  }

  static void shift_left(fixed<limbs>& x, int places) {
    int128 carry = 0;
    for (int k = limbs - 1; k > 0; --k) {
      carry += static_cast<int128>(x.limb[k]) << places;
      x.limb[k] = take_digit(carry);
    }
    x.limb[0] = static_cast<std::int64_t>(carry + (static_cast<int128>(x.limb[0]) << places));
  }

  std::size_t n_, d_, order_;
  long exponent_ = 0;
  std::vector<numbers<limbs>> columns_;
  interval radius_;
};

} // namespace mixcert::checker
