#include "mixcert/jacobian/factored_product.hpp"

#include "mixcert/error.hpp"
#include "mixcert/jacobian/detail/factored_map.hpp"
#include "mixcert/jacobian/detail/span.ipp"
#include "mixcert/scalar/interval_matrix.hpp"
#include "mixcert/scalar/matrix_product.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace mixcert {
namespace {

using row = std::vector<mp_interval>;

/// +-2^exponent.
struct power_of_two {
  long exponent;
  bool negative;
};

mp_interval times(mp_interval x, const power_of_two& factor) {
  mp_interval r = scaled(std::move(x), factor.exponent);
  return factor.negative ? -r : r;
}

/// By what a row has to be divided to have entries of about 1, the first that is not zero positive.
power_of_two factor_of(const row& values) {
  long exponent = 0;
  bool any = false, negative = false;
  for (const mp_interval& x : values) {
    if (is_exact_zero(x)) continue;
    if (!is_finite(x)) throw not_certified("an entry of a generator could not be bounded");
    const long own = exponent_of(abs(x));
    exponent = any ? std::max(exponent, own) : own;
    if (!any) negative = mpfr_sgn(x.upper()) < 0;
    any = true;
  }
  return {exponent, negative};
}

/// Exact numbers, and equal ones.
bool same_points(const row& a, const row& b) {
  return std::ranges::equal(a, b, [](const mp_interval& x, const mp_interval& y) {
    return mpfr_equal_p(x.lower(), x.upper()) != 0 && mpfr_equal_p(x.lower(), y.lower()) != 0 &&
           mpfr_equal_p(x.upper(), y.upper()) != 0;
  });
}

/// So that what is not bounded does not vanish beside an exact zero.
void require_bounded(const feedback<mp_interval>& f) {
  const auto require = [](const mp_interval_matrix& a) {
    if (!std::ranges::all_of(a.values(), [](const mp_interval& x) { return is_finite(x); }))
      throw not_certified("an entry of a Jacobian could not be bounded");
  };
  require(f.frozen);
  require(f.sources);
  for (const mp_interval_matrix& D : f.derivatives) require(D);
}

/// sum <- sum + A B; an exact zero of A costs nothing.
void add_multiplied(mp_interval_matrix& sum, const mp_interval_matrix& A, const mp_interval_matrix& B) {
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t k = 0; k < A.cols(); ++k) {
      if (is_exact_zero(A(i, k))) continue;
      for (std::size_t j = 0; j < B.cols(); ++j) add_product(sum(i, j), A(i, k), B(k, j));
    }
}

void append_rows(row& values, mp_interval_matrix product) {
  std::ranges::move(product.values(), std::back_inserter(values));
}

/// Sources S, m x q, and derivatives B: n m of them, n x q.
struct site_map {
  mp_interval_matrix H, sources;
  std::vector<mp_interval_matrix> derivatives;
};

/// B (M kron I) + B (I kron K) W, nm x nq; without K, K = I.
mp_interval_matrix inner_products(const site_map& site, const factored_map<mp_interval>& before,
                                  const mp_interval_matrix* K, const mp_interval& zero) {
  const std::size_t rows = site.derivatives.size(), cols = before.W.rows();
  const mp_interval_matrix transposed = transpose(before.H);
  row frozen, coordinates;
  for (const mp_interval_matrix& D : site.derivatives) {
    append_rows(frozen, multiply(transposed, D, zero));
    append_rows(coordinates, K != nullptr ? multiply(D, *K, zero) : D);
  }
  mp_interval_matrix r(rows, cols, std::move(frozen));
  add_multiplied(r, mp_interval_matrix(rows, cols, std::move(coordinates)), before.W);
  return r;
}

/// I_n kron S^T
mp_interval_matrix on_streams(const mp_interval_matrix& S, std::size_t n, const mp_interval& zero) {
  const std::size_t m = S.rows(), q = S.cols();
  mp_interval_matrix r(n * q, n * m, zero);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t g = 0; g < q; ++g)
      for (std::size_t j = 0; j < m; ++j) r(i * q + g, i * m + j) = S(j, g);
  return r;
}

/// (H kron I) W
mp_interval_matrix apply_frozen(const mp_interval_matrix& H, mp_interval_matrix W, const mp_interval& zero) {
  const std::size_t n = H.rows(), size = W.rows();
  const mp_interval_matrix blocks(n, size * size / n, std::move(W.values()));
  return {size, size, std::move(multiply(H, blocks, zero).values())};
}

/// Theorem T2 (e), with W_2 = (I kron S^T) B.
factored_map<mp_interval> multiply_site(const site_map& site, factored_map<mp_interval> before,
                                        const mp_interval_matrix* K, const mp_interval& zero) {
  const mp_interval_matrix inner = inner_products(site, before, K, zero);
  mp_interval_matrix W = apply_frozen(site.H, std::move(before.W), zero);
  add_multiplied(W, on_streams(site.sources, site.H.rows(), zero), inner);
  return {multiply(site.H, before.H, zero), std::move(W)};
}

} // namespace

factored_product::factored_product(const context<mp_interval>& numbers, std::size_t width)
    : numbers_(numbers), width_(width) {}

/// The place of a row divided by its factor.
std::size_t factored_product::add(const row& values) {
  const auto at = std::ranges::find_if(
      generators_, [&](const generator<mp_interval>& known) { return same_points(values, known.row); });
  const auto place = static_cast<std::size_t>(at - generators_.begin());
  if (at == generators_.end()) generators_.push_back({"g" + std::to_string(place), values});
  return place;
}

void factored_product::append(const feedback<mp_interval>& map) {
  const std::size_t n = map.frozen.rows();
  if (n != map.frozen.cols() || (!sites_.empty() && n != sites_.front().frozen.rows()))
    throw std::invalid_argument("a product needs maps of as many streams to as many");
  const feedback<mp_interval> f = without_arrays(numbers_, map);
  require_bounded(f);
  const mp_interval zero = numbers_.exact(0);
  const span_detail::used_parts used = span_detail::parts_used(f);
  site_coordinates site{f.frozen, {}, {}, {}};
  std::vector<std::pair<std::size_t, power_of_two>> columns; // of each used generator
  if (used.feedback)
    for (const std::size_t g : used.generators) {
      row values = f.generators[g].row;
      const power_of_two factor = factor_of(values);
      for (mp_interval& x : values) x = times(std::move(x), {-factor.exponent, factor.negative});
      const std::size_t place = add(values);
      const auto at = std::ranges::find(site.generators, place);
      columns.emplace_back(at - site.generators.begin(), factor);
      if (at == site.generators.end()) site.generators.push_back(place);
    }
  const auto coordinates = [&](const mp_interval_matrix& on_generators) {
    mp_interval_matrix r(on_generators.rows(), site.generators.size(), zero);
    for (std::size_t i = 0; i < r.rows(); ++i)
      for (std::size_t k = 0; k < columns.size(); ++k)
        r(i, columns[k].first) += times(on_generators(i, used.generators[k]), columns[k].second);
    return r;
  };
  site.sources = coordinates(f.sources);
  for (const mp_interval_matrix& D : f.derivatives) site.derivatives.push_back(coordinates(D));
  sites_.push_back(std::move(site));
}

std::size_t factored_product::coordinates() const { return std::min(generators_.size(), width_); }

std::vector<generator<mp_interval>> factored_product::basis() const {
  if (!is_standard()) return generators_;
  std::vector<generator<mp_interval>> r;
  for (std::size_t c = 0; c < width_; ++c) {
    r.push_back({"e" + std::to_string(c), row(width_, numbers_.exact(0))});
    r.back().row[c] = numbers_.exact(1);
  }
  return r;
}

/// A row for each generator of the site: its coordinates.
mp_interval_matrix factored_product::generators_of(const site_coordinates& site) const {
  mp_interval_matrix r(site.generators.size(), coordinates(), numbers_.exact(0));
  for (std::size_t g = 0; g < r.rows(); ++g) {
    const std::size_t place = site.generators[g];
    if (is_standard())
      for (std::size_t c = 0; c < width_; ++c) r(g, c) = generators_[place].row[c];
    else
      r(g, place) = numbers_.exact(1);
  }
  return r;
}

feedback<mp_interval> factored_product::result() const {
  if (sites_.empty()) throw std::invalid_argument("a product needs at least one map");
  const std::size_t n = sites_.front().frozen.rows(), q = coordinates();
  const mp_interval zero = numbers_.exact(0);
  const mp_interval_matrix K = is_standard() ? mp_interval_matrix() : gram(numbers_, generators_);
  factored_map<mp_interval> product{mp_interval_matrix(n, n, zero), mp_interval_matrix(n * q, n * q, zero)};
  for (std::size_t i = 0; i < n; ++i) product.H(i, i) = numbers_.exact(1);
  for (const site_coordinates& site : sites_) {
    const mp_interval_matrix generators = generators_of(site);
    site_map map{site.frozen, multiply(site.sources, generators, zero), {}};
    for (const mp_interval_matrix& D : site.derivatives) map.derivatives.push_back(multiply(D, generators, zero));
    product = multiply_site(map, std::move(product), is_standard() ? nullptr : &K, zero);
  }
  return as_feedback(numbers_, std::move(product), basis());
}

} // namespace mixcert
