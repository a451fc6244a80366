#include "mixcert/certificate/checker/product_chain.hpp"

#include "mixcert/certificate/checker/verdict.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace mixcert::checker {
namespace {

constexpr mpfr_prec_t bound_bits = 128;
constexpr long small_radius = -92; ///< exponent of two
constexpr int most_enlargements = 32;

interval in_bounds(const rational& x) { return interval(x, bound_bits); }
interval root_of(std::size_t x) { return sqrt(interval(static_cast<long>(x), bound_bits)); }

/// The least power of two that is not below any member, as its exponent; of 0 nothing.
std::optional<long> exponent_above(const interval& x) {
  const interval size = abs(x);
  if (!is_bounded(size)) throw not_established("a factor of the product has no bound");
  if (mpfr_zero_p(size.upper()) != 0) return std::nullopt;
  return static_cast<long>(mpfr_get_exp(size.upper()));
}

interval largest(const interval_matrix& A) {
  interval r(A.entries.front().bits());
  for (const interval& x : A.entries) r = max(r, abs(x));
  return r;
}

interval longest_row(const interval_matrix& A, mpfr_prec_t bits) {
  interval r(bits);
  for (std::size_t i = 0; i < A.rows; ++i) {
    interval squares(bits);
    for (std::size_t c = 0; c < A.cols; ++c) squares += square(A(i, c));
    r = max(r, sqrt(squares));
  }
  return r;
}

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

/// The columns of a product P, times 2^-exponent: what has been multiplied so far.
template <int limbs> class chain {
 public:
  chain(std::size_t streams, std::size_t width) : n_(streams), d_(width), order_(n_ * d_), radius_(bound_bits) {
    exponent_ = 2 + static_cast<long>(std::bit_width(order_)) / 2; // ||I||_F = sqrt(n d) < 2^(exponent - 1)
    fixed<limbs> one;
    one.limb[0] = static_cast<std::int64_t>(1) << (limb_bits - exponent_);
    columns_.assign(order_, numbers<limbs>(order_));
    for (std::size_t k = 0; k < order_; ++k) columns_[k][k] = one;
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

  bool is_narrow() const { return is_less(radius_, scaled(interval(1, bound_bits), small_radius)); }

  chain_product result() const {
    chain_product r{fixed_matrix(order_), exponent_, radius_};
    for (std::size_t j = 0; j < order_; ++j)
      for (std::size_t i = 0; i < order_; ++i)
        for (int k = 0; k < fixed_matrix::limbs; ++k) r.matrix(i, j).limb[k] = columns_[j][i].limb[k];
    r.radius += in_bounds(last_place(fixed_matrix::limbs)) * static_cast<long>(order_);
    return r;
  }

 private:
  /// t_ij = <b_ij, p>
  void feed_back(const fixed_factors<limbs>& by, const numbers<limbs>& p, numbers<limbs>& t) const {
    for (std::size_t row = 0; row < t.size(); ++row) {
      product_sum<limbs> sum;
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
    const interval of_products = u * static_cast<long>(order_) + (sources + off_sources) * u * root_of(n_ * m * order_);
    return of_factors + of_products;
  }

  /// Times a power of two that brings ||P||_F nearer to between 1/4 and 1/2, if it is below; exactly. Whether there was
  /// one: a part of a limb at most, as far as the first limbs tell.
  bool enlarge() {
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
    // ||P||_F^2 <= squares 2^-56
    const auto places = static_cast<long>(mpz_sizeinbase(squares.get_mpz_t(), 2));
    if (places > limb_bits + 1 || squares > integer(1) << limb_bits) overflowed();
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
  long exponent_;
  std::vector<numbers<limbs>> columns_;
  interval radius_;
};

/// Nothing where so few limbs leave too large a radius.
template <int limbs>
std::optional<chain_product> multiplied(const std::function<jacobian_factors(std::size_t)>& factors,
                                        const chain_shape& shape, mpfr_prec_t bits) {
  constexpr long reserve = 24; // for what rounding adds, and its growth with the order
  if (limbs * limb_bits < reserve - small_radius + shape.excess) return std::nullopt;
  chain<limbs> product(shape.streams, shape.width);
  for (std::size_t l = 0; l < shape.norms.size(); ++l) product.multiply(factors(l), shape.norms[l], bits);
  if (!product.is_narrow()) return std::nullopt;
  return product.result();
}

} // namespace

chain_product multiply(const std::function<jacobian_factors(std::size_t)>& factors, const chain_shape& shape,
                       mpfr_prec_t bits) {
  if (auto r = multiplied<3>(factors, shape, bits)) return *std::move(r);
  if (auto r = multiplied<4>(factors, shape, bits)) return *std::move(r);
  if (auto r = multiplied<5>(factors, shape, bits)) return *std::move(r);
  if (auto r = multiplied<8>(factors, shape, bits)) return *std::move(r);
  throw malformed("the norms of the factors multiply to too much beside that of their product");
}

interval_matrix multiply_in_intervals(const std::function<jacobian_factors(std::size_t)>& factors, std::size_t count,
                                      std::size_t order, mpfr_prec_t bits) {
  interval_matrix P(order, order, bits);
  for (std::size_t k = 0; k < order; ++k) P(k, k) = interval(1, bits);
  for (std::size_t l = 0; l < count; ++l) {
    const jacobian_factors J = factors(l);
    const std::size_t n = J.H.rows, d = J.sources.cols, m = J.sources.rows;
    const interval_matrix fed_back = checker::product(J.rows, P, bits);
    interval_matrix next(order, order, bits);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t c = 0; c < d; ++c)
        for (std::size_t k = 0; k < order; ++k) {
          interval& x = next(i * d + c, k);
          for (std::size_t j = 0; j < n; ++j) add_product(x, J.H(i, j), P(j * d + c, k));
          for (std::size_t j = 0; j < m; ++j) add_product(x, J.sources(j, c), fed_back(i * m + j, k));
        }
    P = std::move(next);
  }
  return P;
}

} // namespace mixcert::checker
