#include "mixcert/spectrum/detail/cluster_rotation.hpp"
#include "mixcert/spectrum/detail/eigen_svd.hpp"

#include <Eigen/Eigenvalues>

namespace mixcert {
namespace {

using index = Eigen::Index;

index to_index(std::size_t i) { return static_cast<index>(i); }

/// The block of T, less the first of its diagonal entries on the diagonal, and that entry.
struct block_of_T {
  Eigen::MatrixXd E;
  double first;
};

block_of_T block(const sliced_matrix& T, const value_cluster& c) {
  block_of_T b{Eigen::MatrixXd(to_index(c.count), to_index(c.count)), 0};
  const mp_float first = entry(T, c.first, c.first);
  b.first = to_double(first);
  for (std::size_t i = 0; i < c.count; ++i)
    for (std::size_t j = 0; j < c.count; ++j) {
      mp_float t = entry(T, c.first + i, c.first + j);
      if (i == j) t = t - first;
      b.E(to_index(i), to_index(j)) = to_double(t);
    }
  return b;
}

} // namespace

cluster_rotation rotation_within(const sliced_matrix& T, const matrix<double>& R, const matrix<double>& S,
                                 const value_cluster& c) {
  block_of_T b = block(T, c);
  if (c.holds_zero) {
    for (index i = 0; i < b.E.rows(); ++i) b.E(i, i) += b.first;
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(b.E, Eigen::ComputeFullU | Eigen::ComputeFullV);
    return {detail::from_eigen(svd.matrixU()), detail::from_eigen(svd.matrixV())};
  }
  for (std::size_t i = 0; i < c.count; ++i)
    for (std::size_t j = 0; j < c.count; ++j)
      b.E(to_index(i), to_index(j)) += b.first * (R(c.first + i, c.first + j) + S(c.first + i, c.first + j)) / 2;
  const Eigen::MatrixXd symmetric = (b.E + b.E.transpose()) / 2;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(symmetric);
  const matrix<double> descending = detail::from_eigen(eigen.eigenvectors().rowwise().reverse());
  return {descending, descending};
}

void rotate_columns(matrix<double>& U, const value_cluster& c, const matrix<double>& rotation) {
  std::vector<double> row(c.count);
  for (std::size_t i = 0; i < U.rows(); ++i) {
    for (std::size_t k = 0; k < c.count; ++k) {
      row[k] = 0;
      for (std::size_t j = 0; j < c.count; ++j) row[k] += U(i, c.first + j) * rotation(j, k);
    }
    for (std::size_t k = 0; k < c.count; ++k) U(i, c.first + k) = row[k];
  }
}

} // namespace mixcert
