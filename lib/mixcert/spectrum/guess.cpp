#include "mixcert/spectrum/guess.hpp"

#include "mixcert/spectrum/detail/eigen_svd.hpp"

#include <utility>

namespace mixcert {

svd_guess<double> guess_svd(const matrix<double>& a) { return detail::thin_svd<Eigen::JacobiSVD<Eigen::MatrixXd>>(a); }

svd_guess<quad> guess_svd(const matrix<quad>& a) {
  const svd_guess<mp_float> svd = refine_svd(map(a, [](const quad& x) { return to_mp_float(x); }), 113);
  std::vector<quad> sigma;
  for (const mp_float& x : svd.sigma) sigma.push_back(to_quad(x));
  return {map(svd.U, to_quad), std::move(sigma), map(svd.V, to_quad)};
}

} // namespace mixcert
