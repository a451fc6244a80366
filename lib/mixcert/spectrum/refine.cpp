#include "mixcert/scalar/matrix_product.hpp"
#include "mixcert/spectrum/guess.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace mixcert {
namespace {

using mp_matrix = matrix<mp_float>;

mp_matrix identity_minus_gram(const mp_matrix& u) {
  mp_matrix r = map(multiply(transpose(u), u), [](const mp_float& x) { return -x; });
  for (std::size_t i = 0; i < r.rows(); ++i)
    r(i, i) = r(i, i) + constant_like(r(i, i), 1);
  return r;
}

mp_float half(const mp_float& x) { return scaled(x, -1); }

double largest_entry(const mp_matrix& a) {
  double r = 0;
  for (const mp_float& x : a.values())
    r = std::max(r, magnitude_up(x));
  return r;
}

/// u <- u + u f
void correct(mp_matrix& u, const mp_matrix& f) {
  const mp_matrix step = multiply(u, f);
  for (std::size_t i = 0; i < u.values().size(); ++i)
    u.values()[i] = u.values()[i] + step.values()[i];
}

/// The nearest orthogonal matrix to a binary64 guess, by Newton and Schulz.
mp_matrix orthonormalised(const matrix<double>& guess, mpfr_prec_t bits) {
  mp_matrix w = map(guess, [&](double x) { return mp_float(x, bits); });
  for (int step = 0; step < 16; ++step) {
    const mp_matrix defect = identity_minus_gram(w);
    const double size = largest_entry(defect);
    correct(w, map(defect, half));
    if (!(size > std::ldexp(1.0, static_cast<int>(-bits / 2 + 8))))
      break;
  }
  return w;
}

/// Rotations (P, Q) that bring the square block b closer to diagonal by what binary64 can resolve of it.
std::pair<mp_matrix, mp_matrix> block_rotations(const mp_matrix& b) {
  const std::size_t k = b.rows();
  const mpfr_prec_t bits = b(0, 0).bits();
  mp_float mean(bits);
  for (std::size_t i = 0; i < k; ++i)
    mean = mean + b(i, i);
  mean = mean / mp_float(static_cast<double>(k), bits);
  mp_matrix spread = b;
  for (std::size_t i = 0; i < k; ++i)
    spread(i, i) = spread(i, i) - mean;
  // A block that is nearly mean * I is diagonalised by the eigenvectors of its symmetric part.
  const bool nearly_scalar = largest_entry(spread) < std::ldexp(magnitude_up(mean), -10);
  const mp_matrix& source = nearly_scalar ? spread : b;
  mpfr_exp_t exponent = mpfr_get_emin();
  for (const mp_float& x : source.values())
    if (mpfr_regular_p(x.get()) != 0)
      exponent = std::max(exponent, mpfr_get_exp(x.get()));
  const matrix<double> d = map(source, [&](const mp_float& x) { return to_double(scaled(x, -exponent)); });
  if (!nearly_scalar) {
    const svd_guess<double> svd = guess_svd(d);
    return {orthonormalised(svd.U, bits), orthonormalised(svd.V, bits)};
  }
  const auto size = static_cast<Eigen::Index>(k);
  Eigen::MatrixXd symmetric(size, size);
  for (Eigen::Index i = 0; i < size; ++i)
    for (Eigen::Index j = 0; j < size; ++j) {
      const auto r = static_cast<std::size_t>(i), c = static_cast<std::size_t>(j);
      symmetric(i, j) = (d(r, c) + d(c, r)) / 2;
    }
  const Eigen::MatrixXd vectors = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric).eigenvectors();
  matrix<double> w(k, k, 0.0);
  for (Eigen::Index i = 0; i < size; ++i)
    for (Eigen::Index j = 0; j < size; ++j)
      w(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) = vectors(i, j);
  const mp_matrix rotation = orthonormalised(w, bits);
  return {rotation, rotation};
}

void rotate_columns(mp_matrix& u, const std::vector<std::size_t>& columns, const mp_matrix& rotation) {
  mp_matrix part(u.rows(), columns.size(), u(0, 0));
  for (std::size_t i = 0; i < u.rows(); ++i)
    for (std::size_t c = 0; c < columns.size(); ++c)
      part(i, c) = u(i, columns[c]);
  part = multiply(part, rotation);
  for (std::size_t i = 0; i < u.rows(); ++i)
    for (std::size_t c = 0; c < columns.size(); ++c)
      u(i, columns[c]) = part(i, c);
}

/// Indices joined by pairs, as lists of at least two.
class clusters {
 public:
  explicit clusters(std::size_t n) : root_(n) { std::iota(root_.begin(), root_.end(), std::size_t{0}); }
  void join(std::size_t i, std::size_t j) { root_[find(i)] = find(j); }
  std::vector<std::vector<std::size_t>> lists() {
    std::vector<std::vector<std::size_t>> by_root(root_.size()), r;
    for (std::size_t i = 0; i < root_.size(); ++i)
      by_root[find(i)].push_back(i);
    for (auto& list : by_root)
      if (list.size() > 1)
        r.push_back(std::move(list));
    return r;
  }

 private:
  std::size_t find(std::size_t i) {
    while (root_[i] != i)
      i = root_[i] = root_[root_[i]];
    return i;
  }
  std::vector<std::size_t> root_;
};

/// One simultaneous correction of all pairs. Returns the size, relative to the norm, of the second-order terms it
/// leaves behind; inf when a cluster had to be rotated.
double correct_all_pairs(const mp_matrix& a, svd_guess<mp_float>& svd, double negligible) {
  const std::size_t m = a.rows();
  const mp_matrix R = identity_minus_gram(svd.U), S = identity_minus_gram(svd.V);
  mp_matrix T = multiply(transpose(svd.U), multiply(a, svd.V));
  std::vector<mp_float> sigma;
  double norm = 0;
  for (std::size_t i = 0; i < m; ++i) {
    sigma.push_back(T(i, i));
    norm = std::max(norm, magnitude_up(T(i, i)));
  }
  const double defect = std::max(largest_entry(R), largest_entry(S));
  double largest_coupling = defect, largest_angle = defect;
  // T as it would be if U and V were orthonormal, to first order.
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < m; ++j)
      T(i, j) = T(i, j) + half(R(i, j) * sigma[j] + sigma[i] * S(i, j));
  mp_matrix F = map(R, half), G = map(S, half);
  clusters close(m);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = i + 1; j < m; ++j) {
      const double coupling = std::max(magnitude_up(T(i, j)), magnitude_up(T(j, i)));
      if (coupling <= negligible * norm)
        continue;
      const mp_float plus = (T(i, j) + T(j, i)) / (sigma[j] - sigma[i]);
      const mp_float minus = (T(i, j) - T(j, i)) / (sigma[i] + sigma[j]);
      const double angle = std::max(magnitude_up(plus), magnitude_up(minus));
      if (!(angle < 0x1p-8)) {
        close.join(i, j);
        continue;
      }
      largest_coupling = std::max(largest_coupling, coupling / norm);
      largest_angle = std::max(largest_angle, angle);
      const mp_float f = half(plus + minus), g = half(plus - minus);
      F(i, j) = F(i, j) + f;
      F(j, i) = F(j, i) - f;
      G(i, j) = G(i, j) + g;
      G(j, i) = G(j, i) - g;
    }
  correct(svd.U, F);
  correct(svd.V, G);
  const auto lists = close.lists();
  for (const std::vector<std::size_t>& list : lists) {
    mp_matrix block(list.size(), list.size(), T(0, 0));
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t j = 0; j < list.size(); ++j)
        block(i, j) = T(list[i], list[j]);
    const auto [P, Q] = block_rotations(block);
    rotate_columns(svd.U, list, P);
    rotate_columns(svd.V, list, Q);
  }
  if (!lists.empty())
    return std::numeric_limits<double>::infinity();
  return static_cast<double>(m) * largest_angle * largest_coupling;
}

/// sigma = diag(U^T A V), made non-negative and descending by signs and order of the columns.
void set_sorted_values(const mp_matrix& a, svd_guess<mp_float>& svd) {
  const std::size_t m = a.rows();
  const mp_matrix av = multiply(a, svd.V);
  std::vector<mp_float> value;
  for (std::size_t j = 0; j < m; ++j) {
    mp_float sum = constant_like(av(0, j), 0);
    for (std::size_t i = 0; i < m; ++i)
      add_product(sum, svd.U(i, j), av(i, j));
    if (mpfr_signbit(sum.get()) != 0) {
      sum = -sum;
      for (std::size_t i = 0; i < m; ++i)
        svd.U(i, j) = -svd.U(i, j);
    }
    value.push_back(std::move(sum));
  }
  std::vector<std::size_t> order(m);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return mpfr_greater_p(value[i].get(), value[j].get()) != 0; });
  const svd_guess<mp_float> old = svd;
  svd.sigma.clear();
  for (std::size_t j = 0; j < m; ++j) {
    svd.sigma.push_back(value[order[j]]);
    for (std::size_t i = 0; i < m; ++i) {
      svd.U(i, j) = old.U(i, order[j]);
      svd.V(i, j) = old.V(i, order[j]);
    }
  }
}

} // namespace

svd_guess<mp_float> refine_svd(const matrix<mp_float>& a, mpfr_prec_t bits) {
  if (a.values().empty())
    return {a, {}, a};
  const mpfr_prec_t working = bits + 32;
  const auto lift = [&](double x) { return mp_float(x, working); };
  const svd_guess<double> start = guess_svd(map(a, [](const mp_float& x) { return to_double(x); }));
  svd_guess<mp_float> svd{map(start.U, lift), {}, map(start.V, lift)};
  const double negligible = std::ldexp(1.0, static_cast<int>(-bits - 8));
  const double enough = std::ldexp(1.0, static_cast<int>(-bits));
  constexpr int most_steps = 24;
  for (int step = 0; step < most_steps; ++step)
    if (correct_all_pairs(a, svd, negligible) < enough)
      break;
  set_sorted_values(a, svd);
  return svd;
}

} // namespace mixcert
