// A rational number in every arithmetic.
#pragma once

#include "mixcert/scalar/scalar.hpp"

namespace mixcert {

/// The nearest binary64 number, infinite beyond their range; of those below the normal range, one of the two nearest.
float64 value(const context<float64>&, const rational& x);
/// The nearest binary128 number, likewise.
quad value(const context<quad>&, const rational& x);
/// The smallest interval that holds x.
interval value(const context<interval>&, const rational& x);
/// The smallest interval with ends of the context's precision that holds x.
mp_interval value(const context<mp_interval>&, const rational& x);
/// x itself.
inline rational value(const context<rational>&, const rational& x) { return x; }

} // namespace mixcert
