// The logistic function in MPFR, which has none.
#pragma once

#include <mpfr.h>

namespace mixcert::detail {

/// y <- 1 / (1 + e^-x) rounded in `direction`, MPFR_RNDD or MPFR_RNDU: a bound on that side, less than one step of y's
/// precision beyond the directed value. The ternary value of the last operation is returned. y and x may be the same.
int mpfr_sigmoid(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t direction);

} // namespace mixcert::detail
