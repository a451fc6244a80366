#include "mixcert/spectrum/eigenvalues.hpp"

#include "mixcert/error.hpp"
#include "mixcert/scalar/interval_matrix.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace mixcert {
namespace {

mp_interval sum_of_moduli(const complex_interval_matrix& A, std::size_t i) {
  mp_interval sum(0, A(i, 0).re.bits());
  for (std::size_t j = 0; j < A.cols(); ++j) sum += modulus(A(i, j));
  return sum;
}

complex_interval_matrix subtract(complex_interval_matrix A, const complex_interval_matrix& B) {
  for (std::size_t i = 0; i < A.values().size(); ++i) A.values()[i] = A.values()[i] - B.values()[i];
  return A;
}

complex_interval_matrix identity(std::size_t n, mpfr_prec_t bits) {
  complex_interval_matrix a(n, n, real_rectangle(mp_interval(0, bits)));
  for (std::size_t i = 0; i < n; ++i) a(i, i) = real_rectangle(mp_interval(1, bits));
  return a;
}

complex_interval_matrix scaled_columns(complex_interval_matrix A, const std::vector<complex_float>& d,
                                       mpfr_prec_t bits) {
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = 0; j < A.cols(); ++j) A(i, j) = A(i, j) * enclose(d[j], bits);
  return A;
}

/// G = X^-1 H X (theorem T16 a): D + Z for Z = Y (H X - X D) with an approximate inverse Y, each entry widened by what
/// F = I - Y X leaves open. Nothing when the norm of F is not below 1, or an entry not bounded. At least 1 x 1.
std::optional<complex_interval_matrix> similar_matrix(const matrix<mp_interval>& H, const eigen_guess& guess) {
  const std::size_t n = H.rows();
  const mpfr_prec_t bits = guess.X(0, 0).re.bits();
  const auto exact = [&](const complex_float& z) { return enclose(z, bits); };
  const complex_interval_matrix X = map(guess.X, exact), Y = map(guess_inverse(guess.X), exact);
  const complex_interval_matrix F = subtract(identity(n, bits), multiply(Y, X));
  const complex_interval_matrix residual =
      subtract(multiply(map(H, real_rectangle), X), scaled_columns(X, guess.values, bits));
  complex_interval_matrix G = multiply(Y, residual);

  std::vector<mp_interval> of_row, of_column(n, mp_interval(0, bits));
  mp_interval epsilon(0, bits);
  for (std::size_t i = 0; i < n; ++i) {
    of_row.push_back(sum_of_moduli(F, i));
    epsilon = max(epsilon, of_row[i]);
    for (std::size_t j = 0; j < n; ++j) of_column[j] = max(of_column[j], modulus(G(i, j)));
  }
  const mp_interval one(1, bits);
  if (!certainly_less(epsilon, one)) return std::nullopt;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      G(i, j) = widened(G(i, j), of_row[i] * of_column[j] / (one - epsilon));
      if (i == j) G(i, i) = G(i, i) + enclose(guess.values[i], bits);
      if (!is_finite(G(i, j))) return std::nullopt;
    }
  return G;
}

struct gershgorin_row {
  complex_interval centre;
  matrix<mp_interval> moduli; ///< 1 x n, of the entries beside the diagonal; 0 on it
  mp_interval radius;
  complex_interval rectangle() const { return widened(centre, radius); }
};

std::vector<gershgorin_row> gershgorin_rows(const complex_interval_matrix& G) {
  std::vector<gershgorin_row> rows;
  for (std::size_t i = 0; i < G.rows(); ++i) {
    const mp_interval zero(0, G(i, i).re.bits());
    gershgorin_row row{G(i, i), {1, G.cols(), zero}, zero};
    for (std::size_t j = 0; j < G.cols(); ++j)
      if (j != i) row.radius += row.moduli(0, j) = modulus(G(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

/// By which factor theorem T16 (c) shortens the radius of row i, if by any: at least max_j |G_ji| / p_j, below 1.
std::optional<mp_interval> shortening(const std::vector<gershgorin_row>& rows, std::size_t i) {
  const mp_interval zero(0, rows[i].radius.bits()), one(1, rows[i].radius.bits());
  const mp_interval strictly(1.0009765625, rows[i].radius.bits());
  mp_interval tau = zero;
  for (std::size_t j = 0; j < rows.size(); ++j) {
    if (j == i) continue;
    mp_interval others = zero; // row j without the entries i and j
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (k != i) others += rows[j].moduli(0, k);
    const mp_interval p = modulus(rows[i].centre - rows[j].centre) - rows[i].radius - others;
    if (!certainly_less(zero, p)) return std::nullopt;
    tau = max(tau, rows[j].moduli(0, i) / p * strictly);
  }
  if (!certainly_less(tau, one)) return std::nullopt;
  return tau;
}

struct counted_rectangle {
  complex_interval value;
  std::size_t count;
};

/// Replaces a < b by the smallest rectangle that holds both.
void join(std::vector<counted_rectangle>& groups, std::size_t a, std::size_t b) {
  groups[a] = {hull(groups[a].value, groups[b].value), groups[a].count + groups[b].count};
  groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(b));
}

bool join_two_that_meet(std::vector<counted_rectangle>& groups) {
  for (std::size_t a = 0; a < groups.size(); ++a)
    for (std::size_t b = a + 1; b < groups.size(); ++b)
      if (!certainly_disjoint(groups[a].value, groups[b].value)) {
        join(groups, a, b);
        return true;
      }
  return false;
}

std::vector<std::size_t> met_by_mirror(const std::vector<counted_rectangle>& groups, std::size_t a) {
  const complex_interval mirror = conj(groups[a].value);
  std::vector<std::size_t> met;
  for (std::size_t b = 0; b < groups.size(); ++b)
    if (!certainly_disjoint(mirror, groups[b].value)) met.push_back(b);
  return met;
}

bool join_two_that_meet_one_mirror(std::vector<counted_rectangle>& groups) {
  for (std::size_t a = 0; a < groups.size(); ++a)
    if (const std::vector<std::size_t> met = met_by_mirror(groups, a); met.size() > 1) {
      join(groups, met[0], met[1]);
      return true;
    }
  return false;
}

/// Disjoint rectangles that hold as many eigenvalues as Gershgorin rows (theorem T16 b), the rows that stand alone
/// shortened (c).
std::vector<counted_rectangle> disjoint_groups(const std::vector<gershgorin_row>& rows) {
  std::vector<counted_rectangle> groups;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    complex_interval rectangle = rows[i].rectangle();
    bool alone = true;
    for (std::size_t j = 0; j < rows.size(); ++j)
      alone = alone && (i == j || certainly_disjoint(rectangle, rows[j].rectangle()));
    if (alone)
      if (const auto tau = shortening(rows, i)) rectangle = widened(rows[i].centre, *tau * rows[i].radius);
    groups.push_back({std::move(rectangle), 1});
  }
  while (join_two_that_meet(groups)) continue;
  return groups;
}

/// Theorem T16 (d). `symmetric`: every matrix in question is symmetric.
std::vector<eigenvalue_group> sorted_by_conjugation(std::vector<counted_rectangle> groups, bool symmetric) {
  while (join_two_that_meet(groups) || join_two_that_meet_one_mirror(groups)) continue;
  std::vector<eigenvalue_group> result;
  for (std::size_t a = 0; a < groups.size(); ++a) {
    const std::vector<std::size_t> met = met_by_mirror(groups, a);
    if (met.empty() || (symmetric && met.front() != a))
      throw not_certified("an enclosure of eigenvalues of a real matrix is false: none of its conjugates");
    const auto& [value, count] = groups[a];
    const complex_interval common = intersection(value, conj(groups[met.front()].value));
    if (met.front() != a) {
      if (mpfr_sgn(value.im.lower()) > 0) result.push_back({common, count, eigenvalue_kind::conjugate});
    } else if (count == 1 || symmetric) {
      result.push_back({real_rectangle(common.re), count, eigenvalue_kind::real});
    } else {
      result.push_back({common, count, eigenvalue_kind::mixed});
    }
  }
  std::sort(result.begin(), result.end(), [](const eigenvalue_group& a, const eigenvalue_group& b) {
    return mpfr_greater_p(a.value.re.lower(), b.value.re.lower()) != 0;
  });
  return result;
}

/// H is a single matrix, and symmetric.
bool is_symmetric_point(const matrix<mp_interval>& H) {
  for (std::size_t i = 0; i < H.rows(); ++i)
    for (std::size_t j = 0; j < H.cols(); ++j)
      if (mpfr_equal_p(H(i, j).lower(), H(i, j).upper()) == 0 || mpfr_equal_p(H(i, j).lower(), H(j, i).lower()) == 0)
        return false;
  return true;
}

void require_square_and_bounded(const matrix<mp_interval>& H) {
  if (H.rows() != H.cols())
    throw input_error("this matrix is " + std::to_string(H.rows()) + " x " + std::to_string(H.cols()) +
                      " and has no eigenvalues; give a square one");
  for (const mp_interval& x : H.values())
    if (!is_finite(x)) throw not_certified("an entry of the matrix could not be bounded, so neither its eigenvalues");
}

/// e with x < 2^e, or nothing when x = 0.
std::optional<long> exponent_of(const mp_float& x) {
  if (mpfr_regular_p(x.get()) == 0) return std::nullopt;
  return mpfr_get_exp(x.get());
}

/// The sum of the binary exponents of the widths, one for each eigenvalue, none below `least`.
double total_width(const std::vector<eigenvalue_group>& groups, long least) {
  double sum = 0;
  for (const auto& [value, count, kind] : groups) {
    long exponent = least;
    for (const mp_interval* side : {&value.re, &value.im}) {
      mp_float width(64);
      mpfr_sub(width.get(), side->upper(), side->lower(), MPFR_RNDU);
      exponent = std::max(exponent, exponent_of(width).value_or(least));
    }
    sum += static_cast<double>(exponent) * static_cast<double>(kind == eigenvalue_kind::conjugate ? 2 * count : count);
  }
  return sum;
}

/// Nothing when the guess cannot be verified.
std::optional<std::vector<eigenvalue_group>> groups_from(const matrix<mp_interval>& H, const eigen_guess& guess) {
  if (H.rows() == 0) return std::vector<eigenvalue_group>{};
  const auto G = similar_matrix(H, guess);
  if (!G) return std::nullopt;
  return sorted_by_conjugation(disjoint_groups(gershgorin_rows(*G)), is_symmetric_point(H));
}

} // namespace

std::vector<eigenvalue_group> enclose_eigenvalues(const matrix<mp_interval>& H, const eigen_guess& guess) {
  require_square_and_bounded(H);
  const auto groups = groups_from(H, guess);
  if (!groups) throw not_certified("the approximate eigenvectors could not be shown to be independent");
  return *groups;
}

std::vector<eigenvalue_group> enclose_eigenvalues(const matrix<mp_interval>& H, mpfr_prec_t bits) {
  require_square_and_bounded(H);
  const matrix<mp_float> middle = map(H, [&](const mp_interval& x) { return midpoint(x, 2 * bits); });
  const matrix<mp_float> width = map(H, [&](const mp_interval& x) {
    mp_float w(bits);
    mpfr_sub(w.get(), x.upper(), x.lower(), MPFR_RNDU);
    return w;
  });
  const auto has_size = [](const mp_float& x) { return mpfr_zero_p(x.get()) == 0; };
  const bool is_zero = std::none_of(middle.values().begin(), middle.values().end(), has_size);
  const bool is_point = std::none_of(width.values().begin(), width.values().end(), has_size);
  const long size = is_zero ? largest_exponent(width) : largest_exponent(middle);
  const long uncertainty = is_point ? size - bits : std::max(size - bits, largest_exponent(width));

  // What moves a value of a Jordan block of size k is the k-th root of the uncertainty: gaps below it are none.
  const schur_guess schur = guess_schur(middle, bits);
  std::optional<std::vector<eigenvalue_group>> best;
  for (long k = 1; k <= std::max<long>(1, static_cast<long>(H.rows())); ++k) {
    const mp_float least_gap = scaled(mp_float(1.0, bits), size + std::min<long>(0, uncertainty - size + 8) / k);
    const auto groups = groups_from(H, guess_eigenvectors(schur, least_gap, 2 * bits + 128));
    const long least = size - 4 * bits;
    if (groups && (!best || total_width(*groups, least) < total_width(*best, least))) best = groups;
  }
  if (!best) throw not_certified("no approximate eigenvectors of the matrix could be verified");
  return *best;
}

} // namespace mixcert
