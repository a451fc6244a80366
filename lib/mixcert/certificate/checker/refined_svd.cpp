#include "mixcert/certificate/checker/refined_svd.hpp"

#include "mixcert/certificate/checker/jacobi.hpp"
#include "mixcert/certificate/checker/singular_values.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace mixcert::checker {
namespace {

constexpr int limbs = fixed_matrix::limbs;
constexpr long fraction_bits = static_cast<long>(limbs) * limb_bits;
constexpr mpfr_prec_t guess_bits = 2 * limb_bits;
constexpr int most_rounds = 8;
constexpr long close_enough = -94; ///< exponents of two: of the defects, and of what a product leaves of zero
constexpr long noise = -108;
constexpr long largest_turn = -20; ///< what turns further is not small enough to be a correction
constexpr long cluster = -48;      ///< closer values are one: a correction's own square, squared, is too large for them

real value_of(const fixed_matrix::entry& x) {
  real high(guess_bits), low(guess_bits);
  mpfr_set_si_2exp(high.get(), static_cast<long>(x.limb[0]), -limb_bits, MPFR_RNDN);
  mpfr_set_si_2exp(low.get(), static_cast<long>(x.limb[1]), -2 * limb_bits, MPFR_RNDN);
  return high + low;
}

fixed_matrix::entry fixed_of(const real& x) {
  integer places;
  mpfr_get_z(places.get_mpz_t(), scaled(x, fraction_bits).get(), MPFR_RNDN);
  return fixed_from<limbs>(places);
}

/// Of vectors u_i and v_i, rows of U and of V: U U^T, V V^T and U A V^T.
struct measured {
  fixed_matrix uu, vv, uav;
};

measured measure(const fixed_matrix& A, const fixed_vectors& at) {
  return {gram(at.U), gram(at.V), times_transposed(at.U, times_transposed(at.V, A))};
}

/// ||U U^T - I||, ||V V^T - I||, and the distance of U A V^T from its diagonal: with what rounding adds to each.
struct defects {
  interval g, f, off;
};

defects defects_of(const measured& m, mpfr_prec_t bits) {
  const auto N = static_cast<long>(m.uav.order);
  const interval rounding = interval(last_place(limbs), bits) * N;
  const interval g = distance_from_scalar(m.uu, 1, bits) + rounding, f = distance_from_scalar(m.vv, 1, bits) + rounding;
  return {g, f, norm_off_diagonal(m.uav, bits) + rounding * (sqrt(g + 1) + 1)};
}

bool is_below(const interval& x, long exponent) { return is_less(x, scaled(interval(1, x.bits()), exponent)); }

/// Groups of indices, joined by those of a pair.
class grouping {
 public:
  explicit grouping(std::size_t n) : root_(n) { std::iota(root_.begin(), root_.end(), 0U); }
  void join(std::size_t i, std::size_t j) { root_[of(i)] = of(j); }
  std::size_t of(std::size_t i) const {
    while (root_[i] != i) i = root_[i];
    return i;
  }
  /// Those of more than one.
  std::vector<std::vector<std::size_t>> groups() const {
    std::vector<std::vector<std::size_t>> all(root_.size()), r;
    for (std::size_t i = 0; i < root_.size(); ++i) all[of(i)].push_back(i);
    for (std::vector<std::size_t>& group : all)
      if (group.size() > 1) r.push_back(std::move(group));
    return r;
  }

 private:
  std::vector<std::size_t> root_;
};

/// One step of Newton's method for U A V^T diagonal and U, V orthogonal (Ogita and Aishima 2020): rows of U become
/// those of (I + F)^T U, rows of V those of (I + G)^T V. Vectors whose values are too close are turned together.
class newton_step {
 public:
  newton_step(const measured& m) : m_(m), n_(m.uav.order), F_(n_), G_(n_), close_(n_) {
    for (std::size_t i = 0; i < n_; ++i) values_.push_back(value_of(m.uav(i, i)));
    for (std::size_t i = 0; i < n_; ++i) {
      F_(i, i) = fixed_of(half_defect(m.uu, i, i));
      G_(i, i) = fixed_of(half_defect(m.vv, i, i));
      for (std::size_t j = i + 1; j < n_; ++j) correct(i, j);
    }
  }

  void apply(fixed_vectors& at) const {
    add(at.U, times_transposed(transpose(F_), transpose(at.U)));
    add(at.V, times_transposed(transpose(G_), transpose(at.V)));
    for (const std::vector<std::size_t>& group : close_.groups()) turn(group, at);
  }

 private:
  static real half_defect(const fixed_matrix& gram, std::size_t i, std::size_t j) {
    real x = value_of(gram(i, j));
    if (i == j) x = x - real(1, guess_bits);
    return scaled(-x, -1);
  }

  /// To twice the places: what a guess lacks of orthogonality would else be turned into the vectors in every round.
  static void make_orthogonal(fixed_matrix& rows) {
    const fixed_matrix products = gram(rows);
    fixed_matrix correction(rows.order);
    for (std::size_t i = 0; i < rows.order; ++i)
      for (std::size_t j = 0; j < rows.order; ++j) correction(i, j) = fixed_of(half_defect(products, i, j));
    add(rows, times_transposed(correction, transpose(rows)));
  }

  static bool exceeds(const real& x, const real& bound) { return bound < abs(x); }

  /// Entries (i, j) and (j, i) of F and G, from the even and odd part of those of U A V^T, once vectors are orthogonal.
  void correct(std::size_t i, std::size_t j) {
    const real f = half_defect(m_.uu, i, j), g = half_defect(m_.vv, i, j);
    const real ij = value_of(m_.uav(i, j)) + values_[j] * f + values_[i] * g;
    const real ji = value_of(m_.uav(j, i)) + values_[i] * f + values_[j] * g;
    const real even = scaled(ij + ji, -1), odd = scaled(ij - ji, -1), small = scaled(real(1, guess_bits), noise);
    real together(guess_bits), apart(guess_bits);
    if (exceeds(even, small)) {
      const real gap = values_[i] - values_[j];
      if (exceeds(even, scaled(abs(gap), largest_turn)) || !exceeds(gap, scaled(real(1, guess_bits), cluster)))
        close_.join(i, j);
      else
        together = -even / gap;
    }
    if (exceeds(odd, small)) {
      const real sum = values_[i] + values_[j];
      if (exceeds(odd, scaled(abs(sum), largest_turn)))
        close_.join(i, j);
      else
        apart = -odd / sum;
    }
    F_(i, j) = fixed_of(f + together - apart);
    F_(j, i) = fixed_of(f - together + apart);
    G_(i, j) = fixed_of(g + together + apart);
    G_(j, i) = fixed_of(g - together - apart);
  }

  /// The group's part of U A V^T, as it is after the correction.
  std::vector<std::vector<real>> block(const std::vector<std::size_t>& group) const {
    std::vector<std::vector<real>> r(group.size(), std::vector<real>(group.size(), real(guess_bits)));
    for (std::size_t a = 0; a < group.size(); ++a)
      for (std::size_t b = 0; b < group.size(); ++b) {
        const std::size_t i = group[a], j = group[b];
        r[a][b] = value_of(m_.uav(i, j)) + value_of(F_(j, i)) * values_[j] + values_[i] * value_of(G_(i, j));
        if (a != b) continue;
        r[a][b] = value_of(m_.uav(i, i)) + (value_of(F_(i, i)) + value_of(G_(i, i))) * values_[i];
      }
    return r;
  }

  /// Turns the vectors of a group so that its block becomes diagonal. Where values are the same up to what is small
  /// beside them, they are turned alike by eigenvectors of what differs.
  void turn(const std::vector<std::size_t>& group, fixed_vectors& at) const {
    std::vector<std::vector<real>> M = block(group);
    const std::size_t k = group.size();
    real mean(guess_bits);
    for (std::size_t a = 0; a < k; ++a) mean = mean + M[a][a];
    mean = mean / real(static_cast<long>(k), guess_bits);
    const auto norm = [&](const real& shift) {
      real squares(guess_bits);
      for (std::size_t a = 0; a < k; ++a)
        for (std::size_t b = 0; b < k; ++b) {
          const real x = a == b ? M[a][b] - shift : M[a][b];
          squares = squares + x * x;
        }
      return sqrt(squares);
    };
    const real shift = mean - scaled(norm(mean), 1);
    const bool alike = sign(shift) > 0;
    if (alike)
      for (std::size_t a = 0; a < k; ++a) M[a][a] = M[a][a] - shift;
    const real size = norm(real(guess_bits));
    if (sign(size) == 0) return;
    fixed_matrix scaled_block(k);
    const long exponent = 1 + static_cast<long>(mpfr_get_exp(size.get()));
    for (std::size_t a = 0; a < k; ++a)
      for (std::size_t b = 0; b < k; ++b) scaled_block(a, b) = fixed_of(scaled(M[a][b], -exponent));
    fixed_vectors turned = guess_vectors(scaled_block);
    make_orthogonal(turned.U);
    make_orthogonal(turned.V);
    combine(group, alike ? turned.V : turned.U, at.U);
    combine(group, turned.V, at.V);
  }

  void combine(const std::vector<std::size_t>& group, const fixed_matrix& by, fixed_matrix& rows) const {
    std::vector<fixed_matrix::entry> column(group.size()), r(group.size());
    for (std::size_t c = 0; c < n_; ++c) {
      for (std::size_t a = 0; a < group.size(); ++a) column[a] = rows(group[a], c);
      for (std::size_t a = 0; a < group.size(); ++a) {
        product_sum<limbs> sum;
        sum.add(by.row(a), column.data(), group.size());
        r[a] = sum.rounded();
      }
      for (std::size_t a = 0; a < group.size(); ++a) rows(group[a], c) = r[a];
    }
  }

  const measured& m_;
  std::size_t n_;
  fixed_matrix F_, G_;
  grouping close_;
  std::vector<real> values_;
};

/// What lies within the defects of the sizes of the diagonal, sorted (T5 a).
std::vector<interval> enclosures(const measured& m, const defects& d, mpfr_prec_t bits) {
  const interval one(1, bits);
  if (!is_less(d.g, one) || !is_less(d.f, one)) throw not_established("the guessed vectors are not orthogonal");
  std::vector<integer> sizes;
  for (std::size_t i = 0; i < m.uav.order; ++i) sizes.emplace_back(::abs(in_last_places(m.uav(i, i))));
  std::ranges::sort(sizes, std::greater<>());
  const interval grow = sqrt((d.g + 1) * (d.f + 1)), shrink = sqrt((1 - d.g) * (1 - d.f));
  std::vector<interval> r;
  for (const integer& size : sizes) {
    const interval s(rational(size) * last_place(limbs), bits);
    r.push_back(between(max(s - d.off, interval(bits)) / grow, (s + d.off) / shrink));
  }
  return r;
}

} // namespace

std::vector<interval> enclose_singular_values(const fixed_matrix& A, mpfr_prec_t bits) {
  fixed_vectors at = guess_vectors(A);
  std::optional<interval> before;
  for (int round = 0;; ++round) {
    const measured m = measure(A, at);
    const defects d = defects_of(m, bits);
    const interval all = d.g + d.f + d.off;
    const bool stalls = before && round > 3 && !is_less(scaled(all, 1), *before);
    if (is_below(all, close_enough) || stalls || round == most_rounds) return enclosures(m, d, bits);
    before = all;
    newton_step(m).apply(at);
  }
}

} // namespace mixcert::checker
