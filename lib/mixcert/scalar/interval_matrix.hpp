// Matrices of intervals of any precision.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_interval.hpp"

namespace mixcert {

/// A matrix of enclosures.
using mp_interval_matrix = matrix<mp_interval>;

/// The point matrix a.
mp_interval_matrix enclose(const matrix<mp_float>& a, mpfr_prec_t bits);

/// {A B}: an enclosure entry by entry. Requires A.cols() == B.rows() >= 1 or an empty result.
mp_interval_matrix multiply(const mp_interval_matrix& a, const mp_interval_matrix& b);

/// A - I, A square.
mp_interval_matrix minus_identity(mp_interval_matrix a);

/// A - B, equal shapes.
mp_interval_matrix subtract(mp_interval_matrix a, const mp_interval_matrix& b);

/// The least e with |x| < 2^e for every entry; 0 for a zero or empty matrix.
long largest_exponent(const matrix<mp_float>& a);

} // namespace mixcert
