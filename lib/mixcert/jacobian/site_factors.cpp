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

/// Row `stream` of D at `at`: generators and arrays, weighted.
std::vector<mp_interval> derivative_of(const feedback<mp_interval>& f, std::size_t at, std::size_t stream,
                                       std::size_t width, mpfr_prec_t bits) {
  std::vector<mp_interval> row(width, mp_interval(0, bits));
  const auto add = [&](const mp_interval& weight, const std::vector<mp_interval>& feature) {
    if (is_exact_zero(weight)) return;
    for (std::size_t c = 0; c < width; ++c) add_product(row[c], weight, feature[c]);
  };
  for (std::size_t g = 0; g < f.generators.size(); ++g) add(f.derivatives[at](stream, g), f.generators[g].row);
  for (std::size_t a = 0; a < f.arrays.size(); ++a) add(f.array_weights(at, a), f.arrays[a].rows[stream]);
  return row;
}

bool is_zero(const std::vector<mp_interval>& row) {
  return std::ranges::all_of(row, [](const mp_interval& x) { return is_exact_zero(x); });
}

derivative_row rounded_row(const feedback<mp_interval>& f, std::size_t i, std::size_t j, std::size_t n,
                           std::size_t width, int exponent, mpfr_prec_t bits, radius_sum& radius) {
  derivative_row r{i, j, {}, {}};
  std::vector<std::vector<mp_interval>> rows;
  for (std::size_t s = 0; s < n; ++s) {
    std::vector<mp_interval> row = derivative_of(f, i * f.sources.rows() + j, s, width, bits);
    if (is_zero(row)) continue;
    r.streams.push_back(s);
    rows.push_back(std::move(row));
  }
  r.features = double_double_matrix(rows.size(), width);
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (std::size_t c = 0; c < width; ++c) {
      const rounded x = round_to_middle(scaled(std::move(rows[k][c]), exponent));
      r.features.high(k, c) = x.value.high;
      r.features.low(k, c) = x.value.low;
      radius.add(x.radius);
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
  const mpfr_prec_t bits = f.frozen(0, 0).bits();
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
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < r.sources.rows(); ++j) {
      if (!exponents[j]) continue;
      derivative_row d = rounded_row(f, i, j, n, width, *exponents[j], bits, of_derivatives);
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
