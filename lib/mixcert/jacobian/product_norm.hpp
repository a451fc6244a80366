// The largest singular value of a product of Jacobians in factored form.
#pragma once

#include "mixcert/jacobian/factor_chain.hpp"
#include "mixcert/scalar/mp_interval.hpp"

namespace mixcert {

/// An enclosure of the norm of every matrix that `chain` stands for, at 256 places: from below by the image of an
/// approximate singular vector, from above by theorem T25 (b), relatively about 2^-places wide, or wider where that
/// could not be shown, as where the norm is less than that of the frozen product; without terms, that of the frozen
/// product. Throws not_certified when a bound could not be established.
mp_interval enclose_norm(factor_chain chain, int places = 30);

/// An upper bound of the norm of one site's Jacobian with these factors and an enclosure of its H, relatively about
/// 2^-places above it. Throws not_certified when none could be established.
double norm_up(const site_factors& site, const matrix<mp_interval>& frozen, int places = 30);

/// True only if the norm of M kron I + (I kron X^T) T R is at most lambda for every M of the chain, a distance not
/// counted, by theorem T25 (b): with alpha = R (a kron I) R^T, beta = V^T (c kron I) V and gamma = R (b kron I) V for V
/// = (I kron X^T) T, a positive definite A + A^T - G^T alpha G - N^T beta N, A = G^T (I + gamma) N, where G G^T is
/// about the inverse of alpha and A about I. Throws not_certified where lambda may not exceed the norm of M.
bool is_norm_at_most(const factor_chain& chain, double lambda);

} // namespace mixcert
