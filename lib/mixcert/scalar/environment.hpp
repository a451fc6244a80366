// What the bounds assume of the machine, checked at run time.
#pragma once

namespace mixcert {

/// Throws not_certified, with the reason, unless the calling thread rounds to nearest, keeps subnormal numbers (neither
/// flushed as results nor read as zeros), has a fused std::fma, and MPFR's exponent range is at least its default.
/// These belong to a thread: each worker asks for itself. Costs tens of nanoseconds.
void require_ieee_environment();

} // namespace mixcert
