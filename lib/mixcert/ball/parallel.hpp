// Independent pieces of work on all processors.
#pragma once

#include <cstddef>
#include <functional>

namespace mixcert {

/// Calls work(k) for k = 0 ... count - 1, each once, in any order and, where MPFR is built for them, on several
/// threads. What one of them throws is thrown here once all have stopped; so is not_certified of a thread whose
/// floating-point modes are not IEEE 754's. Results must not depend on the order.
void in_parallel(std::size_t count, const std::function<void(std::size_t)>& work);

} // namespace mixcert
