#include "mixcert/jacobian/detail/chain_map.hpp"

#include "mixcert/error.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace mixcert {
namespace {

using vector = std::vector<double>;

double inner(const double* x, const double* y, std::size_t count) {
  double parts[4] = {};
  std::size_t c = 0;
  for (; c + 4 <= count; c += 4)
    for (std::size_t h = 0; h < 4; ++h) parts[h] += x[c + h] * y[c + h];
  for (; c < count; ++c) parts[0] += x[c] * y[c];
  return (parts[0] + parts[1]) + (parts[2] + parts[3]);
}

void add_multiple(double* sum, double factor, const double* x, std::size_t count) {
  for (std::size_t c = 0; c < count; ++c) sum[c] += factor * x[c];
}

const double* row(const matrix<double>& a, std::size_t i) { return a.values().data() + i * a.cols(); }

/// A x and A^T y.
vector times(const matrix<double>& A, const vector& x) {
  vector r(A.rows());
  for (std::size_t i = 0; i < A.rows(); ++i) r[i] = inner(row(A, i), x.data(), A.cols());
  return r;
}

vector transposed_times(const matrix<double>& A, const vector& y) {
  vector r(A.cols(), 0.0);
  for (std::size_t i = 0; i < A.rows(); ++i) add_multiple(r.data(), y[i], row(A, i), A.cols());
  return r;
}

/// Numbers between -1 and 1 in no order, the same ones at every call.
vector starting_vector(std::size_t size) {
  vector r;
  std::uint64_t state = 1;
  for (std::size_t i = 0; i < size; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    r.push_back(static_cast<double>(state >> 11U) * 0x1p-52 - 1);
  }
  return r;
}

/// Makes x orthogonal to the others and of length 1; returns the length that was left.
double normalise_against(vector& x, const std::vector<vector>& basis) {
  for (int pass = 0; pass < 2; ++pass)
    for (const vector& b : basis) add_multiple(x.data(), -inner(b.data(), x.data(), x.size()), b.data(), x.size());
  const double length = std::sqrt(inner(x.data(), x.data(), x.size()));
  if (length > 0)
    for (double& value : x) value /= length;
  return length;
}

/// The first eigenpair of the tridiagonal matrix.
struct ritz_pair {
  double value;
  Eigen::VectorXd weights;
};

ritz_pair first_pair(const vector& alpha, const vector& beta) {
  const auto k = static_cast<Eigen::Index>(alpha.size());
  Eigen::MatrixXd T = Eigen::MatrixXd::Zero(k, k);
  for (Eigen::Index i = 0; i < k; ++i) {
    T(i, i) = alpha[static_cast<std::size_t>(i)];
    if (i > 0) T(i, i - 1) = T(i - 1, i) = beta[static_cast<std::size_t>(i) - 1];
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(T);
  return {eigen.eigenvalues()(k - 1), eigen.eigenvectors().col(k - 1)};
}

} // namespace

chain_map::chain_map(const factor_chain& chain)
    : chain_(chain), frozen_(map(chain.frozen, [](const mp_interval& x) { return to_double(midpoint(x, 53)); })) {}

vector chain_map::times(const vector& z) const {
  const std::size_t n = frozen_.rows(), d = chain_.sources.cols(), s = chain_.sources.rows();
  const vector on_sources = mixcert::times(chain_.coordinates.high, mixcert::times(chain_.rows.high, z));
  vector r(n * d, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) add_multiple(&r[i * d], frozen_(i, j), &z[j * d], d);
    for (std::size_t c = 0; c < s; ++c) add_multiple(&r[i * d], on_sources[i * s + c], row(chain_.sources, c), d);
  }
  return r;
}

vector chain_map::transposed_times(const vector& y) const {
  const std::size_t n = frozen_.rows(), d = chain_.sources.cols(), s = chain_.sources.rows();
  vector on_sources(n * s);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t c = 0; c < s; ++c) on_sources[i * s + c] = inner(&y[i * d], row(chain_.sources, c), d);
  vector r =
      mixcert::transposed_times(chain_.rows.high, mixcert::transposed_times(chain_.coordinates.high, on_sources));
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) add_multiple(&r[j * d], frozen_(i, j), &y[i * d], d);
  return r;
}

singular_guess guess_first_vector(const chain_map& map) {
  constexpr std::size_t most_steps = 200;
  constexpr double negligible = 0x1p-44;
  std::vector<vector> basis{starting_vector(map.order())};
  normalise_against(basis.front(), {});
  vector alpha, beta;
  for (;;) {
    vector next = map.transposed_times(map.times(basis.back()));
    alpha.push_back(inner(next.data(), basis.back().data(), next.size()));
    beta.push_back(normalise_against(next, basis));
    const ritz_pair pair = first_pair(alpha, beta);
    if (!std::isfinite(pair.value)) throw not_certified("the product of the Jacobians is not finite in binary64");
    const bool done = beta.back() * std::fabs(pair.weights(pair.weights.size() - 1)) <= negligible * pair.value;
    if (done || basis.size() == std::min(most_steps, map.order())) {
      vector right(map.order(), 0.0);
      for (std::size_t k = 0; k < basis.size(); ++k)
        add_multiple(right.data(), pair.weights(static_cast<Eigen::Index>(k)), basis[k].data(), right.size());
      return {std::sqrt(std::max(0.0, pair.value)), std::move(right)};
    }
    basis.push_back(std::move(next));
  }
}

} // namespace mixcert
