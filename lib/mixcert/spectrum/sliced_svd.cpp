#include "mixcert/spectrum/sliced_svd.hpp"

#include "mixcert/ball/integer_product.hpp"
#include "mixcert/scalar/detail/double_double_lanes.hpp"
#include "mixcert/spectrum/detail/cluster_rotation.hpp"
#include "mixcert/spectrum/guess.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mixcert {
namespace {

constexpr std::size_t guess_digits = 3; // more than binary64's 53 places
constexpr double separation = 0x1p-30;  // of the norm; nearer values are turned within their space

/// U^T A V, I - U^T U and I - V^T V for binary64 numbers U, V, cut to guess_digits.
struct projected {
  sliced_matrix U, V, T;
  matrix<double> off, R, S; ///< T without its diagonal, and the defects
};

matrix<double> defect(const sliced_matrix& U, std::size_t levels) {
  return map(nearest(minus_identity(product(transpose(U), U, levels).value)), [](double x) { return -x; });
}

projected project(const sliced_matrix& A, const matrix<double>& U, const matrix<double>& V, const slicing& s) {
  projected p{sliced(U, 1, s.bits, guess_digits).value, sliced(V, 1, s.bits, guess_digits).value, {}, {}, {}, {}};
  p.T = product(transpose(p.U), product(A, p.V, s.levels).value, s.levels).value;
  p.off = nearest(p.T);
  for (std::size_t i = 0; i < p.off.rows(); ++i) p.off(i, i) = 0;
  p.R = defect(p.U, s.levels);
  p.S = defect(p.V, s.levels);
  return p;
}

/// Whether the vectors are orthogonal, and singular, as far as a correction can be a small one.
bool is_near(const projected& p) {
  constexpr double near = 0x1p-30;
  for (const matrix<double>* a : {&p.off, &p.R, &p.S})
    for (const double x : a->values())
      if (!(std::fabs(x) <= near)) return false;
  return true;
}

matrix<double> multiply_rounded(const matrix<double>& a, const matrix<double>& b) {
  matrix<double> c(a.rows(), b.cols(), 0.0);
  add_integer_product(c, a, b); // not of integers: rounded
  return c;
}

/// Groups of consecutive values, nearer to the next than `separation`.
std::vector<value_cluster> clusters_of(const std::vector<double>& sigma) {
  std::vector<value_cluster> r;
  const double least = separation * sigma.front();
  for (std::size_t i = 0; i < sigma.size(); ++i)
    if (i > 0 && !(sigma[i - 1] - sigma[i] > least))
      ++r.back().count;
    else
      r.push_back({i, 1, false});
  r.back().holds_zero = !(sigma.back() > least);
  return r;
}

/// The corrections F and G of U (I + F) and V (I + G).
struct corrections {
  matrix<double> F, G;
};

/// With a = t_ij + (sigma_j r_ij + sigma_i s_ij)/2, b = t_ji + (sigma_i r_ij + sigma_j s_ij)/2 the skew parts k, g of F
/// and G satisfy (sigma_j - sigma_i)(k + g) = a + b and (sigma_j + sigma_i)(k - g) = a - b; the symmetric ones are
/// those of R/2 and S/2.
corrections correct(const projected& p, const std::vector<double>& sigma, const std::vector<value_cluster>& clusters) {
  const std::size_t n = sigma.size();
  std::vector<std::size_t> cluster(n);
  for (std::size_t c = 0; c < clusters.size(); ++c)
    std::fill_n(cluster.begin() + static_cast<std::ptrdiff_t>(clusters[c].first), clusters[c].count, c);
  corrections r{matrix<double>(n, n, 0.0), matrix<double>(n, n, 0.0)};
  for (std::size_t i = 0; i < n; ++i) {
    r.F(i, i) = p.R(i, i) / 2;
    r.G(i, i) = p.S(i, i) / 2;
    for (std::size_t j = i + 1; j < n; ++j) {
      const double a = p.off(i, j) + (sigma[j] * p.R(i, j) + sigma[i] * p.S(i, j)) / 2;
      const double b = p.off(j, i) + (sigma[i] * p.R(i, j) + sigma[j] * p.S(i, j)) / 2;
      const bool together = cluster[i] == cluster[j];
      const double sum = together ? 0 : (a + b) / (sigma[j] - sigma[i]);
      const double difference = together && clusters[cluster[i]].holds_zero ? 0 : (a - b) / (sigma[j] + sigma[i]);
      const double k = (sum + difference) / 2, g = (sum - difference) / 2;
      r.F(i, j) = p.R(i, j) / 2 + k;
      r.F(j, i) = p.R(i, j) / 2 - k;
      r.G(i, j) = p.S(i, j) / 2 + g;
      r.G(j, i) = p.S(i, j) / 2 - g;
    }
  }
  return r;
}

/// U (I + F + F^2 / 2): orthogonal to third order in the skew part of F.
double_double_matrix corrected(const sliced_matrix& U, const matrix<double>& F) {
  matrix<double> series = multiply_rounded(F, F);
  for (std::size_t at = 0; at < series.values().size(); ++at)
    series.values()[at] = series.values()[at] / 2 + F.values()[at];
  const matrix<double> high = nearest(U), change = multiply_rounded(high, series);
  double_double_matrix rounded(U.rows, U.cols);
  rounded.high = high;
  const matrix<double> low = nearest(difference(U, sliced(rounded, U.exponent, U.bits, U.slices.size()).value));
  for (std::size_t at = 0; at < high.values().size(); ++at) {
    double lost = 0;
    detail::two_sum(high.values()[at], change.values()[at], rounded.high.values()[at], lost);
    rounded.low.values()[at] = lost + low.values()[at];
  }
  return rounded;
}

double_double_matrix in_order(const double_double_matrix& a, const std::vector<std::size_t>& order) {
  double_double_matrix r(a.rows(), a.cols());
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < a.cols(); ++j) {
      r.high(i, j) = a.high(i, order[j]);
      r.low(i, j) = a.low(i, order[j]);
    }
  return r;
}

bool greater(const mp_float& a, const mp_float& b) { return mpfr_greater_p(a.get(), b.get()) != 0; }

} // namespace

slicing slicing_for(std::size_t order) {
  slicing s{0};
  s.bits = slice_bits(order, s.levels);
  return s;
}

sliced_svd refine_svd(const double_double_matrix& A, const sliced_matrix& slices, const slicing& s) {
  svd_guess<double> guess = bidiagonal_svd(A.high);
  projected p = project(slices, guess.U, guess.V, s);
  if (!is_near(p)) { // among many equal values division and conquest may lose its way; rotations do not
    guess = guess_svd(A.high);
    p = project(slices, guess.U, guess.V, s);
  }
  const std::vector<value_cluster> clusters = clusters_of(guess.sigma);
  if (clusters.size() < guess.sigma.size()) {
    for (const value_cluster& cluster : clusters)
      if (cluster.count > 1) {
        const cluster_rotation turn = rotation_within(p.T, p.R, p.S, cluster);
        rotate_columns(guess.U, cluster, turn.U);
        rotate_columns(guess.V, cluster, turn.V);
      }
    p = project(slices, guess.U, guess.V, s);
  }
  std::vector<mp_float> sigma;
  for (std::size_t i = 0; i < guess.sigma.size(); ++i) {
    const mp_float t = entry(p.T, i, i);
    sigma.push_back(t + t * mp_float((p.R(i, i) + p.S(i, i)) / 2, t.bits()));
    guess.sigma[i] = std::fabs(to_double(t));
  }
  const corrections c = correct(p, guess.sigma, clusters);
  double_double_matrix U = corrected(p.U, c.F), V = corrected(p.V, c.G);
  for (std::size_t i = 0; i < sigma.size(); ++i)
    if (mpfr_signbit(sigma[i].get()) != 0) {
      sigma[i] = -sigma[i];
      for (std::size_t row = 0; row < U.rows(); ++row) {
        U.high(row, i) = -U.high(row, i);
        U.low(row, i) = -U.low(row, i);
      }
    }
  std::vector<std::size_t> order(sigma.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t i, std::size_t j) { return greater(sigma[i], sigma[j]); });
  std::vector<mp_float> descending;
  for (const std::size_t i : order) descending.push_back(sigma[i]);
  return {sliced(in_order(U, order), 1, s.bits, s.digits).value, sliced(in_order(V, order), 1, s.bits, s.digits).value,
          std::move(descending)};
}

} // namespace mixcert
