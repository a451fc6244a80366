// A singular value decomposition by one of Eigen's algorithms.
#pragma once

#include "mixcert/spectrum/guess.hpp"

#include <Eigen/SVD>

#include <cstddef>
#include <vector>

namespace mixcert::detail {

inline matrix<double> from_eigen(const Eigen::MatrixXd& a) {
  matrix<double> r(static_cast<std::size_t>(a.rows()), static_cast<std::size_t>(a.cols()), 0.0);
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    for (Eigen::Index j = 0; j < a.cols(); ++j) r(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) = a(i, j);
  return r;
}

/// The thin decomposition of a matrix of finite entries by Algorithm: JacobiSVD or BDCSVD of Eigen::MatrixXd.
template <class Algorithm> svd_guess<double> thin_svd(const matrix<double>& a) {
  if (a.values().empty()) return {matrix<double>(a.rows(), 0, 0.0), {}, matrix<double>(a.cols(), 0, 0.0)};
  Eigen::MatrixXd e(a.rows(), a.cols());
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < a.cols(); ++j) e(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = a(i, j);
  const Algorithm svd(e, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Eigen::VectorXd& s = svd.singularValues();
  return {from_eigen(svd.matrixU()), std::vector<double>(s.data(), s.data() + s.size()), from_eigen(svd.matrixV())};
}

} // namespace mixcert::detail
