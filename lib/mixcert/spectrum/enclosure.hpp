// Enclosures of all singular values of a matrix ball, from any approximate decomposition.
#pragma once

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/spectrum/guess.hpp"

#include <vector>

namespace mixcert {

/// What theorem T6 needs to know of a decomposition; upper bounds, inf where nothing could be bounded.
struct svd_defects {
  double orthogonality_u; ///< g >= ||U^T U - I||_F
  double orthogonality_v; ///< f >= ||V^T V - I||_F
  double residual;        ///< e >= ||U diag(sigma) V^T - C||_F for the midpoint C
};

/// The three defects of the given factors, taken as exact numbers. U is m x q, V is n x q, sigma has q values.
template <class T> svd_defects bound_defects(const matrix<T>& c, const svd_guess<T>& svd);

/// Index-exact enclosures of the singular values of every matrix within `distance` (spectral norm) of C, at `bits`
/// places: value i lies in entry i, descending. Theorem T6 (base form). Requires svd.sigma descending and >= 0, and
/// distance >= 0, else std::invalid_argument; throws not_certified when a defect is not below 1 or a bound is not
/// finite. The lower ends are clamped at zero.
template <class T>
std::vector<mp_interval> enclose_singular_values(const svd_guess<T>& svd, const svd_defects& defects, double distance,
                                                 mpfr_prec_t bits);

extern template svd_defects bound_defects(const matrix<double>&, const svd_guess<double>&);
extern template svd_defects bound_defects(const matrix<mp_float>&, const svd_guess<mp_float>&);
extern template std::vector<mp_interval> enclose_singular_values(const svd_guess<double>&, const svd_defects&, double,
                                                                 mpfr_prec_t);
extern template std::vector<mp_interval> enclose_singular_values(const svd_guess<mp_float>&, const svd_defects&, double,
                                                                 mpfr_prec_t);

} // namespace mixcert
