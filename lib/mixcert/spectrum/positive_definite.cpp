#include "mixcert/spectrum/positive_definite.hpp"

#include "mixcert/scalar/directed.hpp"
#include "mixcert/spectrum/detail/eigen_svd.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <cmath>

namespace mixcert {
namespace {

Eigen::MatrixXd to_eigen(const matrix<double>& a) {
  Eigen::MatrixXd r(a.rows(), a.cols());
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < a.cols(); ++j) r(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = a(i, j);
  return r;
}

/// The factor and its inverse, of A + diag(enlargement * diagonal of A).
triangular_guess cholesky(Eigen::MatrixXd A, double enlargement) {
  double largest = 0;
  for (Eigen::Index i = 0; i < A.rows(); ++i) largest = std::max(largest, std::fabs(A(i, i)));
  for (Eigen::Index i = 0; i < A.rows(); ++i) A(i, i) += enlargement * largest;
  const Eigen::LLT<Eigen::MatrixXd> llt(A);
  const Eigen::MatrixXd L = llt.matrixL();
  const Eigen::MatrixXd inverse = L.triangularView<Eigen::Lower>().solve(Eigen::MatrixXd::Identity(A.rows(), A.cols()));
  return {detail::from_eigen(L), detail::from_eigen(inverse)};
}

} // namespace

triangular_guess guess_cholesky(const matrix<double>& A) { return cholesky(to_eigen(A), 0x1p-40); }

matrix<double> guess_solution(const matrix<double>& B, const matrix<double>& Y) {
  Eigen::MatrixXd sum = to_eigen(B);
  for (Eigen::Index i = 0; i < sum.rows(); ++i) sum(i, i) += 1;
  return detail::from_eigen(sum.partialPivLu().solve(to_eigen(Y)));
}

bool is_positive_definite(const double_double_ball& W) {
  const std::size_t n = W.midpoint.rows();
  const Eigen::MatrixXd guess = to_eigen(W.midpoint.high);
  const triangular_guess triangle = cholesky((guess + guess.transpose()) / 2, 0);
  for (const double x : triangle.inverse.values())
    if (!std::isfinite(x)) return false;
  const double_double_ball X = exact_ball(triangle.inverse);
  double_double_ball identity = exact_ball(matrix<double>(n, n, 0.0));
  for (std::size_t i = 0; i < n; ++i) identity.midpoint.high(i, i) = 1;
  const double_double_ball near = multiply_transposed(multiply_transposed(X, transpose(W), true), X, true);
  return frobenius_up(difference(near, identity)) < 1;
}

} // namespace mixcert
