// What MPFR keeps for a thread goes with the thread.
#pragma once

#include <mpfr.h>

namespace mixcert::detail {

struct mpfr_caches {
  ~mpfr_caches() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
};

/// Constants and spare numbers that MPFR keeps for the calling thread are freed when it ends. Costs next to nothing.
inline void free_mpfr_caches_at_thread_exit() { thread_local const mpfr_caches caches{}; }

} // namespace mixcert::detail
