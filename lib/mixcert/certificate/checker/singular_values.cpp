#include "mixcert/certificate/checker/singular_values.hpp"

#include "mixcert/certificate/checker/verdict.hpp"

namespace mixcert::checker {

interval root(const rational& x, mpfr_prec_t bits) { return sqrt(interval(x, bits)); }

interval through_rotation(const interval& low, const interval& high, const rotation_defects& defects) {
  const mpfr_prec_t bits = low.bits();
  const rational grow = (1 + defects.alpha) * (1 + defects.beta), shrink = (1 - defects.alpha) * (1 - defects.beta);
  return between(low / root(grow, bits), high / root(shrink, bits));
}

void require_frobenius(const std::string& what, const dyadic_matrix& A, const rational& bound) {
  require(squared_frobenius(A) <= bound * bound, what + " is larger than its bound");
}

void require_svd(const dyadic_matrix& C, const dyadic_matrix& U, const dyadic_matrix& sigma, const dyadic_matrix& V,
                 const svd_defects& bounds) {
  require(bounds.f < 1 && bounds.g < 1, "f or g is not below 1");
  for (std::size_t i = 0; i < sigma.rows; ++i)
    require(sigma(i, 0) >= (i + 1 < sigma.rows ? sigma(i + 1, 0) : integer(0)), "sigma is not descending, or negative");
  require_frobenius("V^T V - I", orthogonality_defect(V), bounds.f);
  require_frobenius("U^T U - I", orthogonality_defect(U), bounds.g);
  require_frobenius("U diag(sigma) V^T - C", difference(product(scaled_columns(U, sigma), transpose(V)), C), bounds.e);
}

interval value_near(const rational& sigma, const svd_defects& bounds, mpfr_prec_t bits) {
  const interval s(sigma, bits), e(bounds.e, bits);
  const interval low = s * root((1 - bounds.f) * (1 - bounds.g), bits) - e;
  return between(max(low, interval(bits)), s * root((1 + bounds.f) * (1 + bounds.g), bits) + e);
}

} // namespace mixcert::checker
