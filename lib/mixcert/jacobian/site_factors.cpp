#include "mixcert/jacobian/site_factors.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/ball/parallel.hpp"
#include "mixcert/ball/row_combination.hpp"
#include "mixcert/error.hpp"
#include "mixcert/scalar/detail/double_double_lanes.hpp"
#include "mixcert/scalar/directed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace mixcert {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A number near the middle of an enclosure, and how far the members are from it.
struct rounded {
  double_double value;
  double radius;
};

rounded round_to_middle(const mp_interval& x) {
  const double nearest = mpfr_get_d(x.lower(), MPFR_RNDN);
  if (std::isfinite(nearest) && mpfr_cmp_d(x.lower(), nearest) == 0 && mpfr_cmp_d(x.upper(), nearest) == 0)
    return {{nearest, 0}, 0};
  const mpfr_prec_t bits = x.bits();
  const double high = to_double(midpoint(x, bits));
  const mp_interval rest = x - mp_interval(high, bits);
  const double low = to_double(midpoint(rest, bits));
  rounded r{{}, magnitude_up(rest - mp_interval(low, bits))};
  detail::two_sum(high, low, r.value.high, r.value.low); // in wide enclosures `low` may be large
  return r;
}

/// Sums of squares of radii, and their root.
class radius_sum {
 public:
  void add(double radius) { squares_ = add_up(squares_, mul_up(radius, radius)); }
  double root() const {
    const double r = sqrt_up(squares_);
    if (!(r < infinity)) throw not_certified("an entry of a Jacobian could not be bounded");
    return r;
  }

 private:
  double squares_ = 0;
};

matrix<double> sources_of(const mixer_input& input) {
  std::vector<double> rows = input.state.values();
  std::size_t count = input.state.rows();
  if (input.branch_output) {
    rows.insert(rows.end(), input.branch_output->begin(), input.branch_output->end());
    ++count;
  }
  return {count, input.state.cols(), std::move(rows)};
}

/// Powers of two that bring each row's largest magnitude between 1/2 and 1; none for a row of zeros.
std::vector<std::optional<int>> exponents_of_rows(const matrix<double>& a) {
  std::vector<std::optional<int>> r;
  for (std::size_t i = 0; i < a.rows(); ++i) {
    double largest = 0;
    for (std::size_t c = 0; c < a.cols(); ++c) largest = std::max(largest, std::fabs(a(i, c)));
    r.push_back(largest > 0 ? std::optional(std::ilogb(largest) + 1) : std::nullopt);
  }
  return r;
}

const double* row(const matrix<double>& a, std::size_t i) { return a.values().data() + i * a.cols(); }
double* row(matrix<double>& a, std::size_t i) { return a.values().data() + i * a.cols(); }

row_term term(double_double factor, const double_double_matrix& M, std::size_t i) {
  return {factor, row(M.high, i), row(M.low, i)};
}

void combine(const std::vector<row_term>& terms, double_double_matrix& result, std::size_t i) {
  combine_rows(terms, result.cols(), row(result.high, i), row(result.low, i));
}

/// A feature row as 2^exponent times numbers of which the largest is about one.
struct feature_row {
  double_double_matrix numbers; ///< one row; none for a row of zeros
  long exponent = 0;
  double radius = 0, norm = 0; ///< of the numbers; upper bounds
};

feature_row round_row(const std::vector<mp_interval>& x) {
  feature_row r;
  bool any = false;
  for (const mp_interval& entry : x) {
    if (is_exact_zero(entry)) continue;
    if (!is_finite(entry)) throw not_certified("an entry of a Jacobian could not be bounded");
    const long exponent = exponent_of(abs(entry));
    r.exponent = any ? std::max(r.exponent, exponent) : exponent;
    any = true;
  }
  if (!any) return r;
  r.numbers = double_double_matrix(1, x.size());
  radius_sum radius;
  for (std::size_t c = 0; c < x.size(); ++c) {
    const rounded entry = round_to_middle(scaled(x[c], -r.exponent));
    r.numbers.high(0, c) = entry.value.high;
    r.numbers.low(0, c) = entry.value.low;
    radius.add(entry.radius);
  }
  r.radius = radius.root();
  r.norm = frobenius_up(r.numbers);
  return r;
}

/// What derivatives are composed of.
struct feature_rows {
  std::vector<feature_row> generators;
  std::vector<std::vector<feature_row>> arrays; ///< by streams
};

feature_rows round_rows(const feedback<mp_interval>& f) {
  feature_rows r;
  for (const auto& generator : f.generators) r.generators.push_back(round_row(generator.row));
  for (const auto& array : f.arrays) {
    r.arrays.emplace_back();
    for (const auto& features : array.rows) r.arrays.back().push_back(round_row(features));
  }
  return r;
}

/// More than underflow adds to a combination of rows.
constexpr double underflow_of_rows = 0x1p-1020;

/// sum_k w_k row_k, times 2^exponent: the terms, and a bound of how far their combination is from it (theorem T22 c).
class weighted_rows {
 public:
  explicit weighted_rows(int exponent) : exponent_(exponent) {}

  void add(const mp_interval& weight, const feature_row& features) {
    if (is_exact_zero(weight) || features.numbers.rows() == 0) return;
    const rounded w = round_to_middle(scaled(weight, exponent_ + features.exponent));
    const double size = next_up(std::fabs(w.value.high));
    terms_.push_back(term(w.value, features.numbers, 0));
    sizes_ = add_up(sizes_, mul_up(size, features.norm));
    radius_ = add_up(radius_, mul_up(size, features.radius));
    radius_ = add_up(radius_, mul_up(w.radius, add_up(features.norm, features.radius)));
  }
  bool empty() const { return terms_.empty(); }
  const std::vector<row_term>& terms() const { return terms_; }
  double radius() const {
    return add_up(radius_, add_up(mul_up(combination_rounding(terms_.size()), sizes_), underflow_of_rows));
  }

 private:
  int exponent_;
  std::vector<row_term> terms_;
  double sizes_ = 0, radius_ = 0;
};

derivative_row combined_row(const feedback<mp_interval>& f, const feature_rows& rows, std::size_t i, std::size_t j,
                            std::size_t width, int exponent, radius_sum& radius) {
  derivative_row r{i, j, {}, {}};
  const std::size_t at = i * f.sources.rows() + j;
  std::vector<weighted_rows> combinations;
  for (std::size_t s = 0; s < f.frozen.cols(); ++s) {
    weighted_rows D(exponent);
    for (std::size_t g = 0; g < rows.generators.size(); ++g) D.add(f.derivatives[at](s, g), rows.generators[g]);
    for (std::size_t a = 0; a < rows.arrays.size(); ++a) D.add(f.array_weights(at, a), rows.arrays[a][s]);
    if (D.empty()) continue;
    r.streams.push_back(s);
    combinations.push_back(std::move(D));
  }
  r.features = double_double_matrix(combinations.size(), width);
  for (std::size_t k = 0; k < combinations.size(); ++k) {
    combine(combinations[k].terms(), r.features, k);
    radius.add(combinations[k].radius());
  }
  return r;
}

std::size_t width_of(const site_factors& site) { return site.sources.cols(); }

std::size_t longest_derivative(const site_factors& site) {
  std::size_t r = 0;
  for (const derivative_row& d : site.derivatives) r = std::max(r, d.streams.size());
  return r * width_of(site);
}

/// More than underflow adds in products with a matrix of a norm of at most 1, and in the sources (theorem T22 c).
constexpr double underflow = 0x1p-1000;

} // namespace

double derivatives_norm(const site_factors& site) {
  double squares = 0;
  for (const derivative_row& d : site.derivatives) {
    const double norm = frobenius_up(d.features);
    squares = add_up(squares, mul_up(norm, norm));
  }
  return sqrt_up(squares);
}

site_factors factors_of(const feedback<mp_interval>& f, const mixer_input& input) {
  const std::size_t n = input.state.rows(), width = input.state.cols();
  site_factors r{double_double_matrix(n, n), 0, sources_of(input), {}, 0};
  radius_sum of_H, of_derivatives;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const rounded x = round_to_middle(f.frozen(i, j));
      r.H.high(i, j) = x.value.high;
      r.H.low(i, j) = x.value.low;
      of_H.add(x.radius);
    }
  const std::vector<std::optional<int>> exponents = exponents_of_rows(r.sources);
  for (std::size_t j = 0; j < exponents.size(); ++j)
    for (std::size_t c = 0; c < width; ++c) r.sources(j, c) = std::ldexp(r.sources(j, c), -exponents[j].value_or(0));
  const feature_rows rows = round_rows(f);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < r.sources.rows(); ++j) {
      if (!exponents[j]) continue;
      derivative_row d = combined_row(f, rows, i, j, width, *exponents[j], of_derivatives);
      if (!d.streams.empty()) r.derivatives.push_back(std::move(d));
    }
  r.H_radius = of_H.root();
  r.derivatives_radius = of_derivatives.root();
  return r;
}

double error_rate::at(double norm) const { return add_up(mul_up(relative, norm), absolute); }

error_rate error_rate_of(const site_factors& site, bool transposed) {
  const double H = frobenius_up(site.H), A = frobenius_up(site.sources), B = derivatives_norm(site);
  const double AB = mul_up(A, B);
  const std::size_t n = site.H.rows(), long_terms = transposed ? width_of(site) : longest_derivative(site);
  const std::size_t short_terms = transposed ? n + site.derivatives.size() : n + site.sources.rows();
  const double data = add_up(site.H_radius, mul_up(A, site.derivatives_radius));
  // Of the inner products AB, of the outer sums H + AB, and of the inner products' rounding in the outer sums.
  const double inner = combination_rounding(long_terms), outer = combination_rounding(short_terms);
  const double rounding = add_up(mul_up(inner, AB), mul_up(outer, add_up(H, mul_up(AB, add_up(1, inner)))));
  const double sizes = add_up(add_up(1, A), add_up(B, site.derivatives_radius));
  return {add_up(data, rounding), mul_up(underflow, sizes)};
}

double local_error(const site_factors& site, double norm, bool transposed) {
  return error_rate_of(site, transposed).at(norm);
}

double_double_matrix apply(const site_factors& site, const double_double_matrix& M) {
  const std::size_t n = site.H.rows(), d = width_of(site);
  double_double_matrix inner(site.derivatives.size(), M.cols()), result(M.rows(), M.cols());
  std::vector<row_term> terms;
  for (std::size_t k = 0; k < site.derivatives.size(); ++k) {
    const derivative_row& D = site.derivatives[k];
    terms.clear();
    for (std::size_t s = 0; s < D.streams.size(); ++s)
      for (std::size_t c = 0; c < d; ++c) terms.push_back(term(D.features(s, c), M, D.streams[s] * d + c));
    combine(terms, inner, k);
  }
  for (std::size_t c = 0; c < d; ++c)
    for (std::size_t i = 0; i < n; ++i) {
      terms.clear();
      for (std::size_t s = 0; s < n; ++s) terms.push_back(term(site.H(i, s), M, s * d + c));
      for (std::size_t k = 0; k < site.derivatives.size(); ++k)
        if (site.derivatives[k].output == i)
          terms.push_back(term({site.sources(site.derivatives[k].source, c), 0}, inner, k));
      combine(terms, result, i * d + c);
    }
  return result;
}

double_double_matrix apply_transposed(const site_factors& site, const double_double_matrix& M) {
  const std::size_t n = site.H.rows(), d = width_of(site);
  double_double_matrix inner(site.derivatives.size(), M.cols()), result(M.rows(), M.cols());
  std::vector<row_term> terms;
  for (std::size_t k = 0; k < site.derivatives.size(); ++k) {
    const derivative_row& D = site.derivatives[k];
    terms.clear();
    for (std::size_t c = 0; c < d; ++c) terms.push_back(term({site.sources(D.source, c), 0}, M, D.output * d + c));
    combine(terms, inner, k);
  }
  for (std::size_t c = 0; c < d; ++c)
    for (std::size_t s = 0; s < n; ++s) {
      terms.clear();
      for (std::size_t i = 0; i < n; ++i) terms.push_back(term(site.H(i, s), M, i * d + c));
      for (std::size_t k = 0; k < site.derivatives.size(); ++k) {
        const derivative_row& D = site.derivatives[k];
        const auto at = std::ranges::find(D.streams, s);
        if (at == D.streams.end()) continue;
        terms.push_back(term(D.features(static_cast<std::size_t>(at - D.streams.begin()), c), inner, k));
      }
      combine(terms, result, s * d + c);
    }
  return result;
}

} // namespace mixcert
