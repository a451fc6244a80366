// SIGINT and SIGTERM as a wish to stop.
#pragma once

#include <atomic>

namespace mixcert::cli {

/// Becomes true at the first of these signals, from the first call on; the second one ends the program as usual.
const std::atomic<bool>& stop_signals();

} // namespace mixcert::cli
