// The Cayley transform of a skew-symmetric matrix, and how it varies (theorem T20).
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/scalar.hpp"
#include "mixcert/scalar/slope_form.hpp"

#include <concepts>
#include <cstddef>
#include <utility>
#include <vector>

namespace mixcert {
namespace cayley_detail {

/// A number in or near x; a choice, not a claim.
inline float64 point_of(float64 x) { return x; }
inline quad point_of(const quad& x) { return x; }
inline rational point_of(const rational& x) { return x; }
inline interval point_of(const interval& x) {
  const double middle = x.lower() / 2 + x.upper() / 2;
  return interval(detail::finite(middle) ? middle : 0.0);
}
inline mp_interval point_of(const mp_interval& x) {
  return is_finite(x) ? mp_interval(midpoint(x, x.bits()), x.bits()) : mp_interval(0, x.bits());
}

inline slope_form point_of(const slope_form& x) { return slope_form(point_of(x.centre())); }

template <class S> constexpr bool encloses = requires(const S x) { hull(x, x); };

/// About the inverse of a square matrix of points, by elimination with row pivots. Never fails: any matrix will do.
template <class S> matrix<S> approximate_inverse(const context<S>& context, matrix<S> a) {
  const std::size_t k = a.rows();
  matrix<S> r(k, k, context.exact(0));
  for (std::size_t i = 0; i < k; ++i) r(i, i) = context.exact(1);
  for (std::size_t p = 0; p < k; ++p) {
    std::size_t top = p;
    for (std::size_t i = p + 1; i < k; ++i)
      if (certainly_less(abs(a(top, p)), abs(a(i, p)))) top = i;
    for (std::size_t j = 0; j < k; ++j) {
      std::swap(a(p, j), a(top, j));
      std::swap(r(p, j), r(top, j));
    }
    if (is_exact_zero(a(p, p))) continue;
    const S inverse = point_of(context.exact(1) / a(p, p));
    for (std::size_t j = 0; j < k; ++j) {
      a(p, j) = point_of(a(p, j) * inverse);
      r(p, j) = point_of(r(p, j) * inverse);
    }
    for (std::size_t i = 0; i < k; ++i) {
      if (i == p) continue;
      const S factor = a(i, p);
      for (std::size_t j = 0; j < k; ++j) {
        a(i, j) = point_of(a(i, j) - factor * a(p, j));
        r(i, j) = point_of(r(i, j) - factor * r(p, j));
      }
    }
  }
  return r;
}

template <class S> matrix<S> product(const context<S>& context, const matrix<S>& a, const matrix<S>& b) {
  matrix<S> c(a.rows(), b.cols(), context.exact(0));
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t l = 0; l < a.cols(); ++l)
      for (std::size_t j = 0; j < b.cols(); ++j) c(i, j) += a(i, l) * b(l, j);
  return c;
}

} // namespace cayley_detail

/// The entries above the diagonal in the order in which parameters fill them, and the sign they get there.
enum class skew_order { upper_rows, upper_columns, lower_rows, lower_columns };

/// Where p_0, p_1, ... stand in the k x k matrix A: (i, j) with A_ij = p and A_ji = -p. upper_rows: (0,1), (0,2), ...,
/// (1,2), ...; upper_columns: (0,1), (0,2), (1,2), (0,3), ...; lower_rows: (1,0), (2,0), (2,1), ...; lower_columns:
/// (1,0), (2,0), ..., (2,1), ....
inline std::vector<std::pair<std::size_t, std::size_t>> skew_places(std::size_t k, skew_order order) {
  std::vector<std::pair<std::size_t, std::size_t>> places;
  const bool first_is_less = order == skew_order::upper_rows || order == skew_order::lower_columns;
  const bool upper = order == skew_order::upper_rows || order == skew_order::upper_columns;
  for (std::size_t outer = 0; outer < k; ++outer)
    for (std::size_t inner = first_is_less ? outer + 1 : 0; inner < (first_is_less ? k : outer); ++inner) {
      const std::size_t less = first_is_less ? outer : inner, greater = first_is_less ? inner : outer;
      places.emplace_back(upper ? less : greater, upper ? greater : less);
    }
  return places;
}

/// Q = (I - A)(I + A)^-1 = 2N - I with N = (I + A)^-1, for the skew A with these parameters. Orthogonal, without the
/// eigenvalue -1. An enclosure N of (I + A)^-1 always exists, as I + A is invertible and the norm of its inverse at
/// most 1; it is as narrow as the approximate inverse is good. Over a box of states N is known to first order in its
/// radii.
template <field S> class cayley_transform {
 public:
  /// Requires k (k - 1) / 2 parameters.
  cayley_transform(const context<S>& context, std::size_t k, const std::vector<S>& parameters,
                   skew_order order = skew_order::upper_rows)
      : places_(skew_places(k, order)), N_(k, k, context.exact(0)), Q_(N_) {
    using namespace cayley_detail;
    const S one = context.exact(1), two = context.exact(2);
    matrix<S> M = N_; // I + A
    for (std::size_t i = 0; i < k; ++i) M(i, i) = one;
    for (std::size_t l = 0; l < places_.size(); ++l) {
      const auto [i, j] = places_[l];
      M(i, j) = parameters[l];
      M(j, i) = -parameters[l];
    }
    const matrix<S> R = approximate_inverse(context, map(M, [](const S& x) { return point_of(x); }));
    matrix<S> E = product(context, R, M);
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t j = 0; j < k; ++j) E(i, j) = (i == j ? one : context.exact(0)) - E(i, j);
    N_ = first_bounds(context, k, parameters, order, R);
    constexpr int rounds = 3; // N = R + E N; each gains the size of E
    for (int round = 0; round < rounds; ++round) {
      matrix<S> next = product(context, E, N_);
      for (std::size_t c = 0; c < next.values().size(); ++c) {
        next.values()[c] += R.values()[c];
        if constexpr (encloses<S>) next.values()[c] = max(-one, min(next.values()[c], one));
      }
      N_ = std::move(next);
    }
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t j = 0; j < k; ++j) {
        Q_(i, j) = two * N_(i, j);
        if (i == j) Q_(i, j) -= one;
      }
  }

  const std::vector<std::pair<std::size_t, std::size_t>>& places() const { return places_; }
  const matrix<S>& N() const { return N_; }
  const matrix<S>& value() const { return Q_; }

 private:
  /// Entries of N are at most ||N|| <= 1. Over a box of states: enclosures at the centre and in the box. In plain
  /// arithmetic R.
  static matrix<S> first_bounds(const context<S>& context, std::size_t k, const std::vector<S>& parameters,
                                skew_order order, const matrix<S>& R) {
    if constexpr (std::same_as<S, slope_form>) {
      std::vector<interval> centres, ranges;
      for (const S& p : parameters) {
        centres.push_back(p.centre());
        ranges.push_back(p.range());
      }
      const mixcert::context<interval> intervals;
      const cayley_transform<interval> centre(intervals, k, centres, order), range(intervals, k, ranges, order);
      matrix<S> N(k, k, context.exact(0));
      for (std::size_t c = 0; c < N.values().size(); ++c) {
        const interval &at_centre = centre.N().values()[c], &in_box = range.N().values()[c];
        N.values()[c] = S(at_centre, in_box, {}, in_box - at_centre);
      }
      return N;
    } else if constexpr (cayley_detail::encloses<S>) {
      return matrix<S>(k, k, hull(-context.exact(1), context.exact(1)));
    } else {
      return R;
    }
  }

  std::vector<std::pair<std::size_t, std::size_t>> places_;
  matrix<S> N_, Q_;
};

/// The derivatives by the parameters of sum_uv G_uv Q_uv, G constant and zero but for a block whose first entry is
/// (row, column): with W = N^T G N^T those by A_ij are -2 W_ij.
template <field S>
std::vector<S> gradient(const context<S>& context, const cayley_transform<S>& Q, const matrix<S>& block,
                        std::size_t row, std::size_t column) {
  const matrix<S>& N = Q.N();
  const std::size_t k = N.rows();
  matrix<S> right(block.rows(), k, context.exact(0)), W(k, k, context.exact(0)); // G N^T, N^T G N^T
  for (std::size_t u = 0; u < block.rows(); ++u)
    for (std::size_t j = 0; j < k; ++j)
      for (std::size_t v = 0; v < block.cols(); ++v) right(u, j) += block(u, v) * N(j, column + v);
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t u = 0; u < block.rows(); ++u)
      for (std::size_t j = 0; j < k; ++j) W(i, j) += N(row + u, i) * right(u, j);
  std::vector<S> r;
  for (const auto& [i, j] : Q.places()) r.push_back(context.exact(-2) * (W(i, j) - W(j, i)));
  return r;
}

} // namespace mixcert
