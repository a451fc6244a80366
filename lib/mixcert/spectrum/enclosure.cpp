#include "mixcert/spectrum/enclosure.hpp"

#include "mixcert/error.hpp"
#include "mixcert/scalar/directed.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace mixcert {
namespace {

mp_interval lift(double x, mpfr_prec_t bits) { return {x, bits}; }
mp_interval lift(const mp_float& x, mpfr_prec_t bits) { return {x, bits}; }

bool at_least(double a, double b) { return a >= b; }
bool at_least(const mp_float& a, const mp_float& b) { return mpfr_greaterequal_p(a.get(), b.get()) != 0; }

template <class T> bool is_zero(const std::vector<T>& values) {
  return std::all_of(values.begin(), values.end(), [](const T& x) { return magnitude_up(x) == 0; });
}

} // namespace

template <class T> svd_defects bound_defects(const matrix<T>& c, const svd_guess<T>& svd) {
  const ball_matrix<T> U{svd.U, 0}, V{svd.V, 0}, C{c, 0}, Vt{transpose(svd.V), 0};
  const bool zero = is_zero(c.values()) && is_zero(svd.sigma); // then the residual is zero, underflow or not
  const double residual = zero ? 0 : frobenius_up(difference(product(product_with_diagonal(U, svd.sigma), Vt), C));
  return {frobenius_up(orthogonality_defect(U)), frobenius_up(orthogonality_defect(V)), residual};
}

template <class T>
std::vector<mp_interval> enclose_singular_values(const svd_guess<T>& svd, const svd_defects& defects, double distance,
                                                 mpfr_prec_t bits) {
  if (!(distance >= 0)) throw std::invalid_argument("enclose_singular_values: a distance must not be negative");
  const double f = defects.orthogonality_v, g = defects.orthogonality_u;
  const double e = add_up(defects.residual, distance);
  if (!(f < 1) || !(g < 1))
    throw not_certified("the approximate singular vectors are not close to orthonormal, so no bound follows");
  if (!(e < std::numeric_limits<double>::infinity()))
    throw not_certified("the residual of the approximate singular value decomposition could not be bounded");
  const mp_interval one(1, bits), F(f, bits), G(g, bits), E(e, bits), zero(0, bits);
  const mp_interval shrink = sqrt((one - F) * (one - G)), grow = sqrt((one + F) * (one + G));
  std::vector<mp_interval> values;
  for (std::size_t i = 0; i < svd.sigma.size(); ++i) {
    const T& s = svd.sigma[i];
    if (!at_least(s, i + 1 < svd.sigma.size() ? svd.sigma[i + 1] : constant_like(s, 0)))
      throw std::invalid_argument("enclose_singular_values: sigma must be descending and non-negative");
    const mp_interval sigma = lift(s, bits);
    const mp_interval low = max(zero, sigma * shrink - E), high = sigma * grow + E;
    mp_float lower(bits), upper(bits);
    mpfr_set(lower.get(), low.lower(), MPFR_RNDD);
    mpfr_set(upper.get(), high.upper(), MPFR_RNDU);
    values.emplace_back(lower, upper, bits);
    if (!is_finite(values.back())) throw not_certified("an approximate singular value is not finite");
  }
  return values;
}

template svd_defects bound_defects(const matrix<double>&, const svd_guess<double>&);
template svd_defects bound_defects(const matrix<mp_float>&, const svd_guess<mp_float>&);
template std::vector<mp_interval> enclose_singular_values(const svd_guess<double>&, const svd_defects&, double,
                                                          mpfr_prec_t);
template std::vector<mp_interval> enclose_singular_values(const svd_guess<mp_float>&, const svd_defects&, double,
                                                          mpfr_prec_t);

} // namespace mixcert
