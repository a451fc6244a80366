#include "mixcert/jacobian/factor_chain.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/ball/double_double_ball.hpp"
#include "mixcert/ball/row_combination.hpp"
#include "mixcert/error.hpp"
#include "mixcert/scalar/directed.hpp"
#include "mixcert/scalar/matrix_product.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mixcert {
namespace {

const double* row(const matrix<double>& a, std::size_t i) { return a.values().data() + i * a.cols(); }
double* row(matrix<double>& a, std::size_t i) { return a.values().data() + i * a.cols(); }

row_term term(double_double factor, const double_double_matrix& a, std::size_t i, std::size_t first = 0) {
  return {factor, row(a.high, i) + first, row(a.low, i) + first};
}

/// Upper bounds of the norms of the first `count` columns.
std::vector<double> column_norms_up(const double_double_matrix& a, std::size_t count) {
  std::vector<double> squares(count, 0.0);
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < count; ++j) {
      const double x = add_up(std::fabs(a.high(i, j)), std::fabs(a.low(i, j)));
      squares[j] = add_up(squares[j], mul_up(x, x));
    }
  for (double& x : squares) x = sqrt_up(x);
  return squares;
}

double row_norm_up(const double_double_matrix& a, std::size_t i) {
  double squares = 0;
  for (std::size_t c = 0; c < a.cols(); ++c) {
    const double x = add_up(std::fabs(a.high(i, c)), std::fabs(a.low(i, c)));
    squares = add_up(squares, mul_up(x, x));
  }
  return sqrt_up(squares);
}

double scaled_up(double x, int exponent) { return x == 0 ? 0 : next_up(std::ldexp(x, exponent)); }

/// What numbers lose that become subnormal, sources when they are brought to a size of one among them: far less than
/// this in the norm of a column.
constexpr double underflow = 0x1p-1000;

/// How many numbers there are of what.
struct counts {
  std::size_t n, d, sources_of_site, sources, rows;
};

counts count(const std::vector<site_factors>& sites) {
  const site_factors& first = sites.front();
  counts c{first.H.rows(), first.sources.cols(), first.sources.rows(), 0, 0};
  c.sources = c.sources_of_site * sites.size();
  for (const site_factors& site : sites) c.rows += site.derivatives.size();
  return c;
}

/// vec(D_ij) of every site, row by row.
double_double_matrix derivatives_of(const std::vector<site_factors>& sites, const counts& c) {
  double_double_matrix r(c.rows, c.n * c.d);
  std::size_t k = 0;
  for (const site_factors& site : sites)
    for (const derivative_row& D : site.derivatives) {
      for (std::size_t s = 0; s < D.streams.size(); ++s) {
        std::copy_n(row(D.features.high, s), c.d, row(r.high, k) + D.streams[s] * c.d);
        std::copy_n(row(D.features.low, s), c.d, row(r.low, k) + D.streams[s] * c.d);
      }
      ++k;
    }
  return r;
}

matrix<double> sources_of(const std::vector<site_factors>& sites, const counts& c) {
  matrix<double> r(c.sources, c.d, 0.0);
  std::size_t at = 0;
  for (const site_factors& site : sites)
    for (const double x : site.sources.values()) r.values()[at++] = x;
  return r;
}

/// The right factors, vec(D_ij)^T (M kron I) for the product M of the mixing matrices before the site.
class right_factors {
 public:
  right_factors(const double_double_matrix& derivatives, const counts& c)
      : derivatives_(derivatives), counts_(c), rows(c.rows, c.n * c.d), norms(c.rows, 0.0), radii(c.rows, 0.0) {}

  void add(const site_factors& site, const double_double_ball& M, std::size_t first) {
    const std::size_t n = counts_.n, d = counts_.d;
    const double norm_M = frobenius_up(M.midpoint);
    const double relative = add_up(mul_up(combination_rounding(n), norm_M), M.radius);
    std::vector<row_term> terms;
    for (std::size_t k = first; k < first + site.derivatives.size(); ++k) {
      for (std::size_t t = 0; t < n; ++t) {
        terms.clear();
        for (std::size_t s = 0; s < n; ++s) terms.push_back(term(M.midpoint(s, t), derivatives_, k, s * d));
        combine_rows(terms, d, row(rows.high, k) + t * d, row(rows.low, k) + t * d);
      }
      norms[k] = row_norm_up(rows, k);
      radii[k] = add_up(add_up(mul_up(relative, row_norm_up(derivatives_, k)),
                               mul_up(add_up(norm_M, M.radius), site.derivatives_radius)),
                        underflow);
    }
  }

 private:
  const double_double_matrix& derivatives_;
  counts counts_;

 public:
  double_double_matrix rows;
  std::vector<double> norms, radii;
};

/// The coordinates of the left factors on the sources, site after site multiplied by the Jacobians that follow.
class left_factors {
 public:
  left_factors(const double_double_ball& derivatives_on_sources, double norm_of_sources, const counts& c)
      : on_sources_(derivatives_on_sources), norm_of_sources_(norm_of_sources), counts_(c),
        coordinates(c.n * c.sources, c.rows) {}

  void add(const site_factors& site, std::size_t site_number, std::size_t first) {
    const std::size_t n = counts_.n, s = counts_.sources, before = site_number * counts_.sources_of_site;
    const std::size_t added = site.derivatives.size();
    local_errors.push_back(errors_at(site, first, before));
    double_double_matrix inner(added, counts_.rows);
    std::vector<row_term> terms;
    for (std::size_t k = 0; k < added; ++k) {
      terms.clear();
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t c = 0; c < before; ++c)
          terms.push_back(term(on_sources_.midpoint(first + k, i * s + c), coordinates, i * s + c));
      combine_rows(terms, first, row(inner.high, k), row(inner.low, k));
    }
    double_double_matrix next(n * s, counts_.rows);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t c = 0; c < before; ++c) {
        terms.clear();
        for (std::size_t j = 0; j < n; ++j) terms.push_back(term(site.H(i, j), coordinates, j * s + c));
        combine_rows(terms, first, row(next.high, i * s + c), row(next.low, i * s + c));
      }
    for (std::size_t k = 0; k < added; ++k) {
      const std::size_t at = site.derivatives[k].output * s + before + site.derivatives[k].source;
      std::copy_n(row(inner.high, k), first, row(next.high, at));
      std::copy_n(row(inner.low, k), first, row(next.low, at));
      next.high(at, first + k) = 1;
    }
    coordinates = std::move(next);
  }

 private:
  /// What data and rounding add to the error of each column v when it becomes J v.
  std::vector<double> errors_at(const site_factors& site, std::size_t columns, std::size_t before) const {
    const double A = frobenius_up(site.sources), H = frobenius_up(site.H), X = norm_of_sources_;
    const double of_H = add_up(mul_up(combination_rounding(counts_.n), H), site.H_radius);
    const double of_inner = add_up(
        mul_up(combination_rounding(counts_.n * std::max<std::size_t>(1, before)), frobenius_up(on_sources_.midpoint)),
        on_sources_.radius);
    const double of_sources = mul_up(underflow, mul_up(add_up(derivatives_norm(site), site.derivatives_radius), X));
    const double relative =
        add_up(add_up(mul_up(X, of_H), of_sources), mul_up(A, add_up(of_inner, mul_up(X, site.derivatives_radius))));
    std::vector<double> errors = column_norms_up(coordinates, columns);
    for (double& error : errors) error = add_up(mul_up(relative, error), underflow);
    errors.resize(columns + site.derivatives.size(), underflow); // its own columns are its sources
    return errors;
  }

  const double_double_ball& on_sources_;
  double norm_of_sources_;
  counts counts_;

 public:
  double_double_matrix coordinates;
  std::vector<std::vector<double>> local_errors; ///< made at each site, of the columns of the sites before it
};

/// Upper bounds of the norms of the columns of (I kron X^T) T.
std::vector<double> left_norms_up(const double_double_matrix& T, const matrix<double>& X, std::size_t n) {
  const std::size_t s = X.rows();
  const double_double_ball features = exact_ball(transpose(X));
  std::vector<double> squares(T.cols(), 0.0);
  double radii = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double_double_ball block{double_double_matrix(T.cols(), s), 0};
    for (std::size_t c = 0; c < s; ++c)
      for (std::size_t k = 0; k < T.cols(); ++k) {
        block.midpoint.high(k, c) = T.high(i * s + c, k);
        block.midpoint.low(k, c) = T.low(i * s + c, k);
      }
    const double_double_ball columns = multiply_transposed(block, features, true);
    radii = add_up(radii, columns.radius);
    for (std::size_t k = 0; k < T.cols(); ++k) {
      const double norm = row_norm_up(columns.midpoint, k);
      squares[k] = add_up(squares[k], mul_up(norm, norm));
    }
  }
  for (double& x : squares) x = add_up(sqrt_up(x), radii);
  return squares;
}

/// <D_ij of every site, stream by stream, x> for every source x: r x n s.
double_double_ball on_sources(const double_double_matrix& rows, const matrix<double>& sources, std::size_t n) {
  const std::size_t d = sources.cols(), s = sources.rows();
  double_double_ball r{double_double_matrix(rows.rows(), n * s), 0};
  double squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double_double_ball block{double_double_matrix(rows.rows(), d), 0};
    for (std::size_t k = 0; k < rows.rows(); ++k) {
      std::copy_n(row(rows.high, k) + i * d, d, row(block.midpoint.high, k));
      std::copy_n(row(rows.low, k) + i * d, d, row(block.midpoint.low, k));
    }
    const double_double_ball products = multiply_transposed(block, exact_ball(sources), true);
    for (std::size_t k = 0; k < rows.rows(); ++k) {
      std::copy_n(row(products.midpoint.high, k), s, row(r.midpoint.high, k) + i * s);
      std::copy_n(row(products.midpoint.low, k), s, row(r.midpoint.low, k) + i * s);
    }
    squares = add_up(squares, mul_up(products.radius, products.radius));
  }
  r.radius = sqrt_up(squares);
  return r;
}

/// ||J_L ... J_{l+1}|| for every site, and with it how far each left factor is from what it stands for.
class error_sum {
 public:
  error_sum(const std::vector<site_factors>& sites, const std::vector<matrix<mp_interval>>& H,
            const std::vector<double>& norms, const left_factors& left, std::vector<double> left_norms,
            const std::vector<double>& derivative_norms)
      : sites_(sites), H_(H), left_norms_(std::move(left_norms)), errors(left_norms_.size(), 0.0) {
    std::vector<double> weights(sites.size()); // sum_k ||v_k|| ||b_k|| of a site
    std::size_t first = errors.size();
    double suffix = 1;
    for (std::size_t l = sites.size(); l-- > 0;) {
      if (l + 1 < sites.size()) suffix = std::min(mul_up(suffix, norms[l + 1]), from_factors(l, weights));
      for (std::size_t k = 0; k < left.local_errors[l].size(); ++k)
        errors[k] = add_up(errors[k], mul_up(suffix, left.local_errors[l][k]));
      // Columns of this site meet errors at later sites only: theirs are complete.
      const std::size_t count = sites[l].derivatives.size();
      first -= count;
      for (std::size_t k = first; k < first + count; ++k)
        weights[l] = add_up(weights[l], mul_up(add_up(left_norms_[k], errors[k]), derivative_norms[k]));
    }
  }

 private:
  /// Theorem T25 (a) for the sites after l: ||M|| + sum_p ||M_{p-1} ... H_{l+1}|| sum_k ||v_k|| ||b_k||.
  double from_factors(std::size_t l, const std::vector<double>& weights) const {
    const mpfr_prec_t bits = H_.front()(0, 0).bits();
    matrix<mp_interval> M(H_.front().rows(), H_.front().rows(), mp_interval(0, bits));
    for (std::size_t i = 0; i < M.rows(); ++i) M(i, i) = mp_interval(1, bits);
    double sum = 0;
    for (std::size_t p = l + 1; p < sites_.size(); ++p) {
      sum = add_up(sum, mul_up(frobenius_up(M), weights[p]));
      M = multiply(H_[p], M, mp_interval(0, bits));
    }
    return add_up(sum, frobenius_up(M));
  }

  const std::vector<site_factors>& sites_;
  const std::vector<matrix<mp_interval>>& H_;
  std::vector<double> left_norms_;

 public:
  std::vector<double> errors;
};

/// Powers of two that give row k of R and column k of T about the same weight, and all of them a size of about one.
void balance(factor_chain& chain, const std::vector<double>& row_norms, const std::vector<double>& left_norms) {
  for (std::size_t k = 0; k < left_norms.size(); ++k) {
    if (!(left_norms[k] > 0) || !(row_norms[k] > 0)) continue;
    const int column = std::ilogb(left_norms[k]), right = std::ilogb(row_norms[k]);
    const int weight = column + right - static_cast<int>(chain.exponent);
    const int to_right = weight / 2 - right, to_column = -static_cast<int>(chain.exponent) - to_right;
    for (matrix<double>* part : {&chain.rows.high, &chain.rows.low})
      for (std::size_t c = 0; c < part->cols(); ++c) (*part)(k, c) = std::ldexp((*part)(k, c), to_right);
    for (matrix<double>* part : {&chain.coordinates.high, &chain.coordinates.low})
      for (std::size_t i = 0; i < part->rows(); ++i) (*part)(i, k) = std::ldexp((*part)(i, k), to_column);
  }
}

bool is_zero_row(const double_double_matrix& a, std::size_t i) {
  for (std::size_t c = 0; c < a.cols(); ++c)
    if (a.high(i, c) != 0 || a.low(i, c) != 0) return false;
  return true;
}

bool is_zero_column(const double_double_matrix& a, std::size_t k) {
  for (std::size_t i = 0; i < a.rows(); ++i)
    if (a.high(i, k) != 0 || a.low(i, k) != 0) return false;
  return true;
}

/// An upper bound of the norm of term k, as a part of 2^exponent.
double term_norm_up(const factor_chain& chain, std::size_t k, double row_norm, double left_norm) {
  if (is_zero_row(chain.rows, k) || is_zero_column(chain.coordinates, k)) return 0;
  return scaled_up(mul_up(left_norm, row_norm), -static_cast<int>(chain.exponent));
}

/// Leaves out the terms that are zero or so small that no factor of theirs could be used; the distance has their norms.
void drop_negligible_terms(factor_chain& chain, std::vector<double>& row_norms, std::vector<double>& left_norms) {
  constexpr double negligible = 0x1p-100;
  std::vector<std::size_t> kept;
  for (std::size_t k = 0; k < chain.rows.rows(); ++k) {
    const double norm = term_norm_up(chain, k, row_norms[k], left_norms[k]);
    if (!(norm <= negligible))
      kept.push_back(k);
    else
      chain.distance = add_up(chain.distance, norm);
  }
  if (kept.size() == chain.rows.rows()) return;
  double_double_matrix rows(kept.size(), chain.rows.cols()), coordinates(chain.coordinates.rows(), kept.size());
  for (std::size_t k = 0; k < kept.size(); ++k) {
    row_norms[k] = row_norms[kept[k]];
    left_norms[k] = left_norms[kept[k]];
    std::copy_n(row(chain.rows.high, kept[k]), rows.cols(), row(rows.high, k));
    std::copy_n(row(chain.rows.low, kept[k]), rows.cols(), row(rows.low, k));
    for (std::size_t i = 0; i < coordinates.rows(); ++i) {
      coordinates.high(i, k) = chain.coordinates.high(i, kept[k]);
      coordinates.low(i, k) = chain.coordinates.low(i, kept[k]);
    }
  }
  chain.rows = std::move(rows);
  chain.coordinates = std::move(coordinates);
  row_norms.resize(kept.size());
  left_norms.resize(kept.size());
}

bool is_zero(const site_factors& site) {
  const auto zero = [](double x) { return x == 0; };
  return site.derivatives.empty() && site.derivatives_radius == 0 && site.H_radius == 0 &&
         std::ranges::all_of(site.H.high.values(), zero) && std::ranges::all_of(site.H.low.values(), zero);
}

factor_chain zero_chain(const std::vector<site_factors>& sites, const counts& c, mpfr_prec_t bits) {
  return {matrix<mp_interval>(c.n, c.n, mp_interval(0, bits)),
          sources_of(sites, c),
          double_double_matrix(c.n * c.sources, 0),
          double_double_matrix(0, c.n * c.d),
          0,
          0};
}

/// About the size of the product: no more than the square root of the sum of squares of what it is the sum of.
long exponent_of_product(const matrix<mp_interval>& M, double sum_of_squares) {
  double squares = sum_of_squares;
  for (const mp_interval& x : M.values()) squares += std::pow(magnitude_up(x), 2);
  return squares > 0 && std::isfinite(squares) ? std::ilogb(std::sqrt(squares)) + 1 : 0;
}

} // namespace

factor_chain chain_factors(const std::vector<site_factors>& sites, const std::vector<matrix<mp_interval>>& frozen,
                           const std::vector<double>& norms) {
  const counts c = count(sites);
  const mpfr_prec_t bits = frozen.front()(0, 0).bits();
  if (std::ranges::any_of(sites, is_zero)) return zero_chain(sites, c, bits);
  double_double_matrix derivatives = derivatives_of(sites, c);
  factor_chain chain{{}, sources_of(sites, c), {}, {}, 0, 0};
  const double norm_of_sources = frobenius_up(chain.sources);
  const double_double_ball inner_products = on_sources(derivatives, chain.sources, c.n);
  right_factors right(derivatives, c);
  left_factors left(inner_products, norm_of_sources, c);
  matrix<mp_interval> M(c.n, c.n, mp_interval(0, bits));
  for (std::size_t i = 0; i < c.n; ++i) M(i, i) = mp_interval(1, bits);
  std::size_t first = 0;
  for (std::size_t l = 0; l < sites.size(); ++l) {
    right.add(sites[l], ball_around(M), first);
    left.add(sites[l], l, first);
    M = multiply(frozen[l], M, mp_interval(0, bits));
    first += sites[l].derivatives.size();
  }
  std::vector<double> derivative_norms;
  for (std::size_t l = 0, k = 0; l < sites.size(); ++l)
    for (std::size_t end = k + sites[l].derivatives.size(); k < end; ++k)
      derivative_norms.push_back(add_up(row_norm_up(derivatives, k), sites[l].derivatives_radius));
  derivatives = {}; // as large as the rows
  std::vector<double> left_norms = left_norms_up(left.coordinates, chain.sources, c.n);
  const error_sum sum(sites, frozen, norms, left, left_norms, derivative_norms);
  double distance = 0, squares = 0;
  for (std::size_t k = 0; k < c.rows; ++k) {
    const double of_left = mul_up(sum.errors[k], add_up(right.norms[k], right.radii[k]));
    distance = add_up(distance, add_up(of_left, mul_up(left_norms[k], right.radii[k])));
    squares += std::pow(left_norms[k] * right.norms[k], 2);
  }
  chain.exponent = exponent_of_product(M, squares);
  chain.frozen = map(M, [&](const mp_interval& x) { return scaled(x, -chain.exponent); });
  chain.coordinates = std::move(left.coordinates);
  chain.rows = std::move(right.rows);
  // Rows and columns have norms of about one once they are balanced; powers of two may leave subnormal numbers.
  const double of_scaling = mul_up(static_cast<double>(c.rows), mul_up(underflow, add_up(1, norm_of_sources)));
  chain.distance = add_up(scaled_up(distance, -static_cast<int>(chain.exponent)), of_scaling);
  if (!(chain.distance < std::numeric_limits<double>::infinity()))
    throw not_certified("the factors of a product of Jacobians could not be bounded");
  drop_negligible_terms(chain, right.norms, left_norms);
  balance(chain, right.norms, left_norms);
  return chain;
}

} // namespace mixcert
