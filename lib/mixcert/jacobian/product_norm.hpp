// The largest singular value of a product of Jacobians in factored form.
#pragma once

#include "mixcert/jacobian/factor_chain.hpp"
#include "mixcert/scalar/mp_interval.hpp"

namespace mixcert {

/// An enclosure of the norm of every matrix that `chain` stands for, at 256 places: from below by the image of an
/// approximate singular vector, from above by theorem T25 (b), relatively about 2^-places wide, or wider where that could
/// not be shown. Throws not_certified when a bound could not be established, as where the norm is not greater than that
/// of the frozen product.
mp_interval enclose_norm(factor_chain chain, int places = 30);

} // namespace mixcert
