// How many binary places each step of a certificate works with.
#pragma once

#include <mpfr.h>

namespace mixcert {

/// Orthogonal factors are multiples of 2^-witness, the core and its values of 2^-(witness + 16) times their size, a
/// triangular basis of 2^-basis; everything is evaluated with `working` places. A basis needs twice the witness: where
/// its Gram matrix is singular, the square root of its error counts (theorem T5).
struct precision {
  mpfr_prec_t witness = 128; ///< of what is stored in claims
  mpfr_prec_t basis = 272;   ///< of the triangular basis
  mpfr_prec_t working = 384; ///< of everything else
};

} // namespace mixcert
