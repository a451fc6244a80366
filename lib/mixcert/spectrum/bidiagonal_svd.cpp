#include "mixcert/spectrum/guess.hpp"

#include "mixcert/spectrum/detail/eigen_svd.hpp"

namespace mixcert {

svd_guess<double> bidiagonal_svd(const matrix<double>& a) {
  return detail::thin_svd<Eigen::BDCSVD<Eigen::MatrixXd>>(a);
}

} // namespace mixcert
