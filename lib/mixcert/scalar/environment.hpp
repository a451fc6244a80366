// What the bounds assume of the machine, checked at run time.
#pragma once

namespace mixcert {

/// Throws not_certified, with the reason, unless the calling thread rounds to nearest and keeps subnormal numbers
/// (neither flushed as results nor read as zeros), traps no floating-point exception, MPFR's exponent range in it is at
/// least its default, std::fma is fused, and the library was compiled without reordering sums. Modes belong to a
/// thread: each worker asks for itself, and has MPFR's caches freed when it ends. Costs some tens of nanoseconds.
void require_ieee_environment();

} // namespace mixcert
