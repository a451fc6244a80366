// Witness matrices as exact integers times a power of two.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/scalar/mp_float.hpp"

namespace mixcert {

/// The matrix with the largest exp2 that holds every entry exactly (0 for a zero or empty matrix).
dyadic_matrix to_dyadic(const matrix<mp_float>& a);

/// The inverse, at `bits` places: exact if they suffice. Throws input_error for an entry that is no signed hexadecimal
/// integer or for a wrong number of entries.
matrix<mp_float> from_dyadic(const dyadic_matrix& a, mpfr_prec_t bits);

} // namespace mixcert
