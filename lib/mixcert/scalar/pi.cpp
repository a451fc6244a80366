#include "mixcert/scalar/pi.hpp"

#include "mixcert/scalar/detail/mpfr_caches.hpp"

#include <numbers>

namespace mixcert {

float64 pi(const context<float64>&) { return std::numbers::pi; }

interval pi(const context<interval>&) { return to_interval(pi(context<mp_interval>{53})); }

mp_interval pi(const context<mp_interval>& context) {
  detail::free_mpfr_caches_at_thread_exit();
  mp_interval r = context.exact(0);
  mpfr_const_pi(&r.get()->left, MPFR_RNDD);
  mpfr_const_pi(&r.get()->right, MPFR_RNDU);
  return r;
}

} // namespace mixcert
