#include "mixcert/certificate/checker/largest_value.hpp"

#include "mixcert/certificate/checker/fixed_chain.hpp"
#include "mixcert/certificate/checker/signed_factor.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace mixcert::checker {
namespace {

constexpr mpfr_prec_t vector_bits = 128;

/// A lower triangular C with C C^T = A, or nothing where A is not known to be positive definite.
std::optional<interval_matrix> cholesky(const interval_matrix& A, mpfr_prec_t bits) {
  interval_matrix C(A.rows, A.rows, bits);
  for (std::size_t i = 0; i < A.rows; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      interval x = A(i, j);
      for (std::size_t k = 0; k < j; ++k) x -= C(i, k) * C(j, k);
      if (i == j && !is_positive(x)) return std::nullopt;
      C(i, j) = i == j ? sqrt(x) : x / C(j, j);
    }
  return C;
}

interval_matrix identity(std::size_t n, mpfr_prec_t bits) {
  interval_matrix r(n, n, bits);
  for (std::size_t k = 0; k < n; ++k) r(k, k) = interval(1, bits);
  return r;
}

/// lambda^2 I - M^T M = C C^T.
struct frozen_part {
  interval_matrix inverse_transposed; ///< C^-T
  interval_matrix coupling;           ///< C^-1 M^T
};

std::optional<frozen_part> split_off(const interval_matrix& M, const interval& lambda, mpfr_prec_t bits) {
  interval_matrix K = product(transpose(M), M, bits);
  for (interval& x : K.entries) x = -x;
  for (std::size_t k = 0; k < K.rows; ++k) K(k, k) += square(lambda);
  const std::optional<interval_matrix> C = cholesky(K, bits);
  if (!C) return std::nullopt;
  const interval_matrix inverse = solve_transposed(transpose(*C), identity(K.rows, bits));
  return frozen_part{transpose(inverse), product(inverse, transpose(M), bits)};
}

template <int limbs> fixed<limbs> dot(const numbers<limbs>& a, const numbers<limbs>& b) {
  long_sum<limbs> sum;
  sum.add(a.data(), b.data(), a.size());
  return sum.rounded();
}

template <int limbs> interval exactly(const fixed<limbs>& x, mpfr_prec_t bits) {
  interval r(bits);
  const integer places = in_last_places(x);
  mpfr_set_z_2exp(r.lower(), places.get_mpz_t(), -limbs * limb_bits, MPFR_RNDD);
  mpfr_set_z_2exp(r.upper(), places.get_mpz_t(), -limbs * limb_bits, MPFR_RNDU);
  return r;
}

template <int limbs> real near(const fixed<limbs>& x) {
  const integer places = in_last_places(x);
  real r(vector_bits);
  mpfr_set_z_2exp(r.get(), places.get_mpz_t(), -limbs * limb_bits, MPFR_RNDN);
  return r;
}

interval norm_of(const std::vector<interval>& x, mpfr_prec_t bits) {
  interval squares(bits);
  for (const interval& value : x) squares += square(value);
  return sqrt(squares);
}

integer shifted(const integer& x, long places) {
  if (places < 0) throw not_established("parts of the product are of too different sizes");
  return x << static_cast<mp_bitcnt_t>(places);
}

/// P = M kron I + V R, the columns of V and the rows of R (C^-T kron I) in fixed point.
template <int limbs> class thin_product {
 public:
  thin_product(const chain_shape& shape, const interval_matrix& frozen, frozen_part part, mpfr_prec_t bits)
      : n_(shape.streams), d_(shape.width), order_(n_ * d_), bits_(bits),
        reserve_(2 + static_cast<long>(std::bit_width(shape.norms.size()) + 1) / 2), frozen_(frozen),
        part_(std::move(part)), before_(identity(n_, bits)), left_(n_, d_) {}

  void add(const jacobian_factors& J, const rational& norm) {
    if (!left_.columns().empty()) left_.multiply(J, norm, bits_);
    const interval_matrix on_right = product(before_, part_.inverse_transposed, bits_);
    before_ = product(J.H, before_, bits_);
    const std::vector<std::size_t> kept = fed_back_rows(J);
    if (kept.empty()) return;
    // By a power of two that leaves all columns so added a length of at most 1/4.
    const std::size_t m = J.sources.rows, count = kept.size() * d_;
    const long size = exponent_above(largest(J.sources)).value_or(0) + static_cast<long>(std::bit_width(count) + 1) / 2;
    const long divided = size + reserve_ - left_.exponent();
    std::vector<numbers<limbs>> columns;
    for (const std::size_t row : kept) {
      numbers<limbs> column(order_);
      for (std::size_t c = 0; c < d_; ++c) column[row / m * d_ + c] = entry(J.sources(row % m, c), -size - reserve_);
      columns.push_back(std::move(column));
      add_row(J, row, on_right, divided);
    }
    left_.append(std::move(columns), unit() * 2 * root_of(count));
  }

  largest_value bound() {
    const std::size_t r = rows_.size();
    for (long& exponent : row_exponents_) exponent += left_.exponent();
    lower_exponent_ = std::max(0L, exponent_above(frobenius(part_.coupling, bits_)).value_or(0));
    couple();
    const interval error = error_of_products();
    const long shift = exponent_above(error).value_or(0) + 2;
    // Pivots are at most about 2^(largest - shift / 2), and what T is rounded by is to be far below 2^shift.
    const long largest = (r == 0 ? 0 : -*std::ranges::min_element(row_exponents_)) - lower_exponent_;
    places_ = std::max(0L, largest) - 2 * shift + lower_exponent_ + limb_bits;
    const std::optional<signed_factor> found = factor(inertia_matrix(shift));
    if (!found) return {interval(bits_), "a number that it is divided by is too small"};
    largest_value known{r == 0 ? interval(bits_) : gain(least_stretched(*found))};
    const interval rest = scaled(sqrt(in_bounds(rational(found->squares))), -2 * places_);
    if (found->positive() < r)
      known.open = "it does not follow from the signs of the pivots";
    else if (!is_less(rest + error, scaled(interval(1, bound_bits), shift)))
      known.open = "what is rounded is too much";
    return known;
  }

 private:
  static interval unit() { return in_bounds(last_place(limbs)); }

  static fixed<limbs> entry(const interval& x, long exponent) {
    return is_zero(x) ? fixed<limbs>{} : fixed_from<limbs>(last_places(x, exponent, limbs));
  }

  /// Row b of J as b (M C^-T kron I), of length 1 at most, for the product M of the mixing matrices before it.
  void add_row(const jacobian_factors& J, std::size_t row, const interval_matrix& on_right, long exponent) {
    std::vector<interval> x(order_, interval(bits_));
    for (std::size_t s = 0; s < n_; ++s)
      for (std::size_t c = 0; c < d_; ++c) {
        const interval& b = J.rows(row, s * d_ + c);
        if (is_zero(b)) continue;
        for (std::size_t t = 0; t < n_; ++t) add_product(x[t * d_ + c], b, on_right(s, t));
      }
    const long length = exponent_above(norm_of(x, bits_)).value_or(0);
    numbers<limbs> stored;
    for (const interval& value : x) stored.push_back(entry(value, -length));
    rows_.push_back(std::move(stored));
    row_exponents_.push_back(length + exponent);
  }

  /// The columns of (C^-1 M^T kron I) V 2^-lower_exponent.
  void couple() {
    const numbers<limbs> G = in_fixed_point<limbs>(part_.coupling, -lower_exponent_);
    for (const numbers<limbs>& v : left_.columns()) {
      numbers<limbs> u(order_);
      for (std::size_t i = 0; i < n_; ++i)
        for (std::size_t c = 0; c < d_; ++c) {
          product_sum<limbs> sum;
          for (std::size_t j = 0; j < n_; ++j) sum.add(G[i * n_ + j], v[j * d_ + c]);
          u[i * d_ + c] = sum.rounded();
        }
      coupled_.push_back(std::move(u));
    }
  }

  /// How far the matrix of inner products is from that of the exact factors (T29 c).
  interval error_of_products() const {
    const auto r = static_cast<long>(rows_.size());
    const interval u = unit(), all = root_of(rows_.size() * order_), left = left_.radius();
    const interval of_rows = u * 2 * all, of_coupled = left + u * 2 * static_cast<long>(n_) + u * all;
    const interval off = of_rows + of_coupled, size = root_of(rows_.size()) + 1 + left;
    const interval rounding = u * (3 * r) * static_cast<long>(long_sum<limbs>::roundings(order_));
    return (size * 2 + off) * off + (left + 2) * left + rounding;
  }

  /// The matrix of (T29 a) less 2^shift on the diagonal, in units of 2^(-2 places).
  integer_triangle inertia_matrix(long shift) const {
    const std::size_t r = rows_.size();
    const long to_units = 2 * places_ - limbs * limb_bits;
    const auto product = [&](const numbers<limbs>& a, const numbers<limbs>& b, long exponent) {
      return shifted(in_last_places(dot(a, b)), to_units + exponent);
    };
    integer_triangle E(2 * r);
    for (std::size_t k = 0; k < r; ++k) {
      const std::vector<numbers<limbs>>& v = left_.columns();
      for (std::size_t l = 0; l <= k; ++l) {
        E.row(k)[l] = -product(rows_[k], rows_[l], 0);
        E.row(r + k)[r + l] = -product(v[k], v[l], -2 * lower_exponent_) - product(coupled_[k], coupled_[l], 0);
      }
      for (std::size_t l = 0; l < r; ++l) E.row(r + k)[l] = -product(coupled_[k], rows_[l], 0);
      E.row(r + k)[k] += shifted(1, 2 * places_ - row_exponents_[k] - lower_exponent_);
    }
    for (std::size_t k = 0; k < 2 * r; ++k) E.row(k)[k] -= shifted(1, 2 * places_ + shift);
    return E;
  }

  /// ||P z|| / ||z|| for z = (C^-T kron I) x, x being near to the combination of rows and coupled columns.
  interval gain(const std::vector<real>& weights) const {
    const std::size_t r = rows_.size();
    const std::vector<interval> x = enclosed(combination(weights));
    const interval off_row = scaled(root_of(order_) * norm_of(x, bound_bits), 1 - limbs * limb_bits);
    const std::vector<interval> z = mixed(part_.inverse_transposed, x);
    std::vector<interval> y = mixed(frozen_, z), on_rows;
    for (std::size_t k = 0; k < r; ++k) {
      interval t(bits_);
      for (std::size_t c = 0; c < order_; ++c) add_product(t, exactly(rows_[k][c], bits_), x[c]);
      on_rows.push_back(scaled(t + between(-off_row, off_row), row_exponents_[k]));
      const numbers<limbs>& v = left_.columns()[k];
      for (std::size_t c = 0; c < order_; ++c) add_product(y[c], exactly(v[c], bits_), on_rows.back());
    }
    const interval length = norm_of(y, bits_) - left_.radius() * norm_of(on_rows, bits_);
    return enclose(lower_end(max(length, interval(bits_)) / norm_of(z, bits_)));
  }

  std::vector<real> combination(const std::vector<real>& weights) const {
    std::vector<real> x(order_, real(vector_bits));
    real scratch(vector_bits);
    for (std::size_t k = 0; k < weights.size(); ++k) {
      const numbers<limbs>& column = k < rows_.size() ? rows_[k] : coupled_[k - rows_.size()];
      for (std::size_t c = 0; c < order_; ++c) {
        mpfr_mul(scratch.get(), near(column[c]).get(), weights[k].get(), MPFR_RNDN);
        mpfr_add(x[c].get(), x[c].get(), scratch.get(), MPFR_RNDN);
      }
    }
    return x;
  }

  std::vector<interval> enclosed(const std::vector<real>& x) const {
    std::vector<interval> r;
    for (const real& value : x) r.push_back(enclose(value));
    return r;
  }

  /// (A kron I) x
  std::vector<interval> mixed(const interval_matrix& A, const std::vector<interval>& x) const {
    std::vector<interval> r(order_, interval(bits_));
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < n_; ++j)
        for (std::size_t c = 0; c < d_; ++c) add_product(r[i * d_ + c], A(i, j), x[j * d_ + c]);
    return r;
  }

  std::size_t n_, d_, order_;
  mpfr_prec_t bits_;
  long reserve_, lower_exponent_ = 0, places_ = 0;
  const interval_matrix& frozen_;
  frozen_part part_;
  interval_matrix before_; ///< product of the mixing matrices of the sites so far
  fixed_chain<limbs> left_;
  std::vector<numbers<limbs>> rows_, coupled_;
  std::vector<long> row_exponents_;
};

/// Nothing where so few limbs are not enough.
template <int limbs>
std::optional<largest_value> bounded(const std::function<jacobian_factors(std::size_t)>& factors,
                                     const chain_shape& shape, const interval_matrix& frozen, const frozen_part& part,
                                     mpfr_prec_t bits) {
  constexpr long wanted = 84; // places of the norm, and a reserve for what rounding adds
  if (limbs * limb_bits < wanted + shape.excess) return std::nullopt;
  thin_product<limbs> product(shape, frozen, part, bits);
  for (std::size_t l = 0; l < shape.norms.size(); ++l) product.add(factors(l), shape.norms[l]);
  return product.bound();
}

} // namespace

largest_value bound_largest(const std::function<jacobian_factors(std::size_t)>& factors, const chain_shape& shape,
                            const interval_matrix& frozen, const interval& bound, mpfr_prec_t bits) {
  largest_value known{interval(bits), "the norms of the factors multiply to too much beside it"};
  const std::optional<frozen_part> part = split_off(frozen, bound, bits);
  if (!part) {
    known.open = "the frozen product is not known to be below it";
    return known;
  }
  // Whether more limbs can say more.
  const auto is_open = [&](std::optional<largest_value> found) {
    if (!found) return true;
    found->at_least = max(found->at_least, known.at_least);
    known = *std::move(found);
    return known.open && !is_less(bound, known.at_least);
  };
  try {
    if (is_open(bounded<2>(factors, shape, frozen, *part, bits)) &&
        is_open(bounded<3>(factors, shape, frozen, *part, bits)) &&
        is_open(bounded<5>(factors, shape, frozen, *part, bits)))
      is_open(bounded<8>(factors, shape, frozen, *part, bits));
  } catch (const not_established& reason) {
    known.open = reason.what();
  }
  return known;
}

} // namespace mixcert::checker
