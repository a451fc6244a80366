// The circle constant in an arithmetic.
#pragma once

#include "mixcert/scalar/float64.hpp"
#include "mixcert/scalar/interval.hpp"
#include "mixcert/scalar/mp_interval.hpp"

namespace mixcert {

/// The nearest binary64 number; and the smallest enclosures of pi with ends of the context's precision.
float64 pi(const context<float64>&);
interval pi(const context<interval>&);
mp_interval pi(const context<mp_interval>& context);

} // namespace mixcert
