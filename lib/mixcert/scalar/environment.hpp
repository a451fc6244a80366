// What the bounds assume of the machine, checked at run time.
#pragma once

namespace mixcert {

/// Throws not_certified, with the reason, unless the calling thread rounds to nearest, keeps subnormal numbers (neither
/// flushed as results nor read as zeros), has a fused std::fma, MPFR's exponent range is at least its default, and the
/// library was compiled without reordering sums. These belong to a thread: each worker asks for itself. Costs some tens
/// of nanoseconds.
void require_ieee_environment();

} // namespace mixcert
