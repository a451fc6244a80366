#include "mixcert/spectrum/separated.hpp"

#include "mixcert/error.hpp"
#include "mixcert/scalar/directed.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

namespace mixcert {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A lower bound of x - y.
double distance_down(mpfr_srcptr x, mpfr_srcptr y) {
  mp_float r(64);
  mpfr_sub(r.get(), x, y, MPFR_RNDD);
  return to_double_down(r);
}

/// A lower bound of x + y.
double sum_down(mpfr_srcptr x, mpfr_srcptr y) {
  mp_float r(64);
  mpfr_add(r.get(), x, y, MPFR_RNDD);
  return to_double_down(r);
}

/// How far the values of a run are from the other eigenvalues of [0 C; C^T 0]: the neighbours on both sides, the
/// mirrored -sigma_i, and the zeros of a matrix that is not square. Each is a lower bound; inf where there is none.
struct gaps {
  double above, below, mirror;
  double least() const { return std::min({above, below, mirror}); }
};

gaps gaps_of(const std::vector<mp_interval>& values, std::size_t first, std::size_t count, bool square) {
  const std::size_t last = first + count - 1;
  mpfr_srcptr low = values[last].lower(), high = values[first].upper();
  return {first == 0 ? infinity : distance_down(values[first - 1].lower(), high),
          last + 1 == values.size() ? infinity : distance_down(low, values[last + 1].upper()),
          square ? sum_down(low, values.back().lower()) : to_double_down(mp_float(low, mpfr_get_prec(low)))};
}

/// r^2 / (gap - 3 r) rounded up, or inf unless gap > 3 r.
double second_order(double r, double gap) {
  const double denominator = sub_down(gap, mul_up(3, r));
  return denominator > 0 ? div_up(mul_up(r, r), denominator) : infinity;
}

/// The residual of the orthonormal basis of the same space.
double orthonormal_residual(double r, double defect) { return div_up(r, sqrt_down(sub_down(1, defect))); }

std::optional<mp_interval> intersection(const mp_interval& x, const mp_interval& y) {
  mp_float lower(x.bits()), upper(x.bits());
  mpfr_max(lower.get(), x.lower(), y.lower(), MPFR_RNDD);
  mpfr_min(upper.get(), x.upper(), y.upper(), MPFR_RNDU);
  if (mpfr_lessequal_p(lower.get(), upper.get()) == 0) return std::nullopt;
  return mp_interval(lower, upper, x.bits());
}

bool is_greater(const mp_float& x, const mp_float& y) { return mpfr_greater_p(x.get(), y.get()) != 0; }

bool is_wide(const mp_interval& value, mpfr_prec_t places) {
  mp_float width(64), allowed(value.upper(), 64);
  mpfr_sub(width.get(), value.upper(), value.lower(), MPFR_RNDU);
  mpfr_mul_2si(allowed.get(), allowed.get(), -places, MPFR_RNDD);
  return mpfr_lessequal_p(width.get(), allowed.get()) == 0;
}

mpfr_prec_t finest(const std::vector<mp_float>& values) {
  mpfr_prec_t bits = MPFR_PREC_MIN;
  for (const mp_float& x : values) bits = std::max(bits, x.bits());
  return bits;
}

/// Exact when a has no finer entries.
matrix<mp_float> columns(const matrix<mp_float>& a, std::size_t first, std::size_t count, mpfr_prec_t bits) {
  std::vector<mp_float> values;
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = first; j < first + count; ++j) values.emplace_back(a(i, j).get(), bits);
  return {a.rows(), count, std::move(values)};
}

using ball = ball_matrix<mp_float>;

separated_group bound_group(const ball& C, const ball& Ct, const svd_guess<mp_float>& svd, std::size_t first,
                            std::size_t count, mpfr_prec_t bits) {
  const ball U{columns(svd.U, first, count, bits), 0}, V{columns(svd.V, first, count, bits), 0};
  std::vector<mp_float> S;
  for (std::size_t j = first; j < first + count; ++j) S.emplace_back(svd.sigma[j].get(), bits);
  const ball CV = product(C, V);
  const double E = frobenius_up(difference(CV, product_with_diagonal(U, S)));
  const double F = frobenius_up(difference(product(Ct, U), product_with_diagonal(V, S)));
  ball M = product(ball{transpose(U.midpoint), 0}, CV);
  separated_group group{first, count, {}, sqrt_up(mul_up(0.5, add_up(mul_up(E, E), mul_up(F, F)))), 0};
  for (std::size_t j = 0; j < count; ++j) {
    group.rayleigh.push_back(M.midpoint(j, j));
    M.midpoint(j, j) = mp_float(bits);
  }
  group.coupling = frobenius_up(M);
  std::sort(group.rayleigh.begin(), group.rayleigh.end(), is_greater);
  return group;
}

/// Consecutive values, and their bounds once they are known to be separated.
struct component {
  std::size_t first, count;
  std::optional<separated_group> group;
};

/// Maximal runs in which each enclosure meets the next.
std::vector<component> connected_components(const std::vector<mp_interval>& values) {
  std::vector<component> components;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (i > 0 && !certainly_less(values[i], values[i - 1]))
      ++components.back().count;
    else
      components.push_back({i, 1, {}});
  return components;
}

} // namespace

double group_defect(const svd_defects& defects) {
  return mul_up(0.5, add_up(defects.orthogonality_u, defects.orthogonality_v));
}

std::vector<separated_group> find_separated(const matrix<mp_float>& C, const svd_guess<mp_float>& svd,
                                            const svd_defects& defects, const std::vector<mp_interval>& values,
                                            mpfr_prec_t places, mpfr_prec_t bits) {
  bits = std::max({bits, finest(C.values()), finest(svd.U.values()), finest(svd.V.values()), finest(svd.sigma)});
  const ball with_bits{columns(C, 0, C.cols(), bits), 0}, transposed{transpose(with_bits.midpoint), 0};
  const double defect = group_defect(defects);
  const bool square = C.rows() == C.cols();
  std::vector<component> components = connected_components(values);
  for (std::size_t k = 0; k < components.size();) {
    component& c = components[k];
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(c.first);
    const bool wide = std::any_of(begin, begin + static_cast<std::ptrdiff_t>(c.count),
                                  [&](const mp_interval& value) { return is_wide(value, places); });
    const gaps gap = gaps_of(values, c.first, c.count, square);
    if (!wide || !(gap.mirror > 0)) {
      ++k;
      continue;
    }
    separated_group group = bound_group(with_bits, transposed, svd, c.first, c.count, bits);
    if (second_order(orthonormal_residual(group.residual, defect), gap.least()) < infinity) {
      c.group = std::move(group);
      ++k;
    } else if (std::min(gap.above, gap.below) <= gap.mirror) {
      const std::size_t upper = gap.above <= gap.below ? k - 1 : k;
      components[upper] = {components[upper].first, components[upper].count + components[upper + 1].count, {}};
      components.erase(components.begin() + static_cast<std::ptrdiff_t>(upper) + 1);
      k = upper;
    } else {
      ++k;
    }
  }
  std::vector<separated_group> groups;
  for (component& c : components)
    if (c.group && sharpen(values, *c.group, defect, square)) groups.push_back(std::move(*c.group));
  return groups;
}

std::optional<std::vector<mp_interval>> sharpen(const std::vector<mp_interval>& values, const separated_group& group,
                                                double defect, bool square) {
  if (!std::is_sorted(group.rayleigh.begin(), group.rayleigh.end(), is_greater))
    throw std::invalid_argument("sharpen: the quotients must be descending");
  const mpfr_prec_t bits = values[group.first].bits();
  const auto number = [&](double x) { return mp_interval(x, bits); };
  const auto within = [&](double x) { return hull(number(-x), number(x)); };
  const auto point = [&](mpfr_srcptr x) { return mp_interval(mp_float(x, mpfr_get_prec(x)), bits); };
  const double gap = gaps_of(values, group.first, group.count, square).least();
  const double r = orthonormal_residual(group.residual, defect), error = second_order(r, gap);
  if (!(defect < 1) || !(error < infinity) || !(group.coupling < infinity)) return std::nullopt;
  const mp_interval one = number(1), growth = hull(one / (one + number(defect)), one / (one - number(defect)));
  // Where no other eigenvalue of the path's start can be.
  const mp_interval reach = number(gap) - number(r);
  const mp_interval lowest = point(values[group.first + group.count - 1].lower()) - reach;
  const mp_interval highest = point(values[group.first].upper()) + reach;
  std::vector<mp_interval> ritz, sharp;
  for (const mp_float& quotient : group.rayleigh) {
    ritz.push_back((mp_interval(quotient, bits) + within(group.coupling)) * growth);
    if (!certainly_less(lowest, ritz.back()) || !certainly_less(ritz.back(), highest)) return std::nullopt;
  }
  for (std::size_t j = 0; j < group.count; ++j) {
    const std::optional<mp_interval> both = intersection(values[group.first + j], ritz[j] + within(error));
    if (!both) throw not_certified("two enclosures of a singular value do not meet: one of the bounds is false");
    sharp.push_back(*both);
  }
  return sharp;
}

} // namespace mixcert
