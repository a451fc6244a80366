// The largest singular value of a product of Jacobians in factored form.
#pragma once

#include "mixcert/jacobian/factor_chain.hpp"
#include "mixcert/scalar/mp_interval.hpp"

namespace mixcert {

/// An enclosure of the norm of every matrix that `chain` stands for, at 256 places: from below by the image of an
/// approximate singular vector, from above by theorem T25 (b), about 10^-9 wide relative to it where the norm exceeds
/// that of the frozen product by more than that. Throws not_certified when a bound could not be established.
mp_interval enclose_norm(factor_chain chain);

} // namespace mixcert
