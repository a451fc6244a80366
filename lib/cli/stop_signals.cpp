#include "stop_signals.hpp"

#include <csignal>

namespace mixcert::cli {
namespace {

std::atomic<bool> stopped = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a handler of signals may set it");

extern "C" void stop(int signal) {
  stopped = true;
  std::signal(signal, SIG_DFL);
}

} // namespace

const std::atomic<bool>& stop_signals() {
  std::signal(SIGINT, stop);
  std::signal(SIGTERM, stop);
  return stopped;
}

} // namespace mixcert::cli
