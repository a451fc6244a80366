// Singular values from an approximate decomposition (theorem T6) and through nearly orthogonal factors (T5).
#pragma once

#include "mixcert/certificate/checker/dyadic.hpp"
#include "mixcert/certificate/checker/interval.hpp"

#include <vector>

namespace mixcert::checker {

/// sqrt(x) up to rounding, for x >= 0.
interval root(const rational& x, mpfr_prec_t bits);

/// Bounds of the defects of P and Q, below 1.
struct rotation_defects {
  rational alpha = 0, beta = 0;
};

/// What (T5 a) makes of values that P^T M Q has within `distance` of each s >= 0: [max(0, s - distance) / sqrt((1 +
/// alpha) (1
/// + beta)), (s + distance) / sqrt((1 - alpha) (1 - beta))].
interval through_rotation(const interval& low, const interval& high, const rotation_defects& defects);

/// Bounds e, f, g of U diag(sigma) V^T - C, V^T V - I and U^T U - I, the last two below 1.
struct svd_defects {
  rational e, f, g;
};

/// Throws refuted unless f, g < 1 and sigma is descending and not negative, and unless each bound holds, exactly.
void require_svd(const dyadic_matrix& C, const dyadic_matrix& U, const dyadic_matrix& sigma, const dyadic_matrix& V,
                 const svd_defects& bounds);

/// The enclosure [max(0, sigma sqrt((1-f)(1-g)) - e), sigma sqrt((1+f)(1+g)) + e] of the value of C next to sigma (T6
/// a).
interval value_near(const rational& sigma, const svd_defects& bounds, mpfr_prec_t bits);

/// Throws refuted unless ||A||_F <= bound, exactly.
void require_frobenius(const std::string& what, const dyadic_matrix& A, const rational& bound);

} // namespace mixcert::checker
