#include "mixcert/spectrum/lanczos.hpp"

#include "mixcert/error.hpp"
#include "mixcert/spectrum/detail/vectors.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace mixcert {
namespace {

using vector = std::vector<double>;

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
    for (const vector& b : basis)
      detail::add_multiple(x.data(), -detail::inner(b.data(), x.data(), x.size()), b.data(), x.size());
  const double length = std::sqrt(detail::inner(x.data(), x.data(), x.size()));
  if (length > 0)
    for (double& value : x) value /= length;
  return length;
}

/// The tridiagonal matrix of inner products.
using eigen_solver = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;
eigen_solver decompose(const vector& diagonal, const vector& beside) {
  const auto k = static_cast<Eigen::Index>(diagonal.size());
  eigen_solver eigen(k);
  eigen.computeFromTridiagonal(Eigen::Map<const Eigen::VectorXd>(diagonal.data(), k),
                               Eigen::Map<const Eigen::VectorXd>(beside.data(), k - 1));
  return eigen;
}

/// Whether the first pair has converged, and the second value so far that it is known where it is.
bool has_converged(const eigen_solver& eigen, double beside) {
  constexpr double negligible = 0x1p-44, roughly = 0x1p-4;
  const Eigen::Index k = eigen.eigenvalues().size();
  const auto value = [&](Eigen::Index i) { return eigen.eigenvalues()(k - 1 - i); };
  const auto residual = [&](Eigen::Index i) { return beside * std::fabs(eigen.eigenvectors()(k - 1, k - 1 - i)); };
  return residual(0) <= negligible * value(0) && (k == 1 || residual(1) <= roughly * (value(0) - value(1)));
}

} // namespace

leading_guess guess_leading(const linear_map<double>& map) {
  constexpr std::size_t most_steps = 200, between_looks = 4;
  std::vector<vector> basis{starting_vector(map.columns)};
  normalise_against(basis.front(), {});
  vector diagonal, beside;
  for (;;) {
    vector next = map.adjoint_times(map.times(basis.back()));
    diagonal.push_back(detail::inner(next.data(), basis.back().data(), next.size()));
    beside.push_back(normalise_against(next, basis));
    if (!std::isfinite(diagonal.back()) || !std::isfinite(beside.back()))
      throw not_certified("a product of Jacobians is not finite in binary64");
    const bool is_last = basis.size() == std::min(most_steps, map.columns) || !(beside.back() > 0);
    if (is_last || basis.size() % between_looks == 0) {
      const eigen_solver eigen = decompose(diagonal, beside);
      if (is_last || has_converged(eigen, beside.back())) {
        const auto root = [](double x) { return std::sqrt(std::max(0.0, x)); };
        const auto k = static_cast<Eigen::Index>(basis.size());
        leading_guess r{root(eigen.eigenvalues()(k - 1)), k > 1 ? root(eigen.eigenvalues()(k - 2)) : 0,
                        vector(map.columns, 0.0)};
        for (std::size_t i = 0; i < basis.size(); ++i)
          detail::add_multiple(r.right.data(), eigen.eigenvectors()(static_cast<Eigen::Index>(i), k - 1),
                               basis[i].data(), map.columns);
        return r;
      }
    }
    basis.push_back(std::move(next));
  }
}

} // namespace mixcert
