#include "mixcert/scalar/environment.hpp"

#include "mixcert/error.hpp"
#include "mixcert/scalar/detail/mpfr_caches.hpp"
#include "mixcert/scalar/directed.hpp"

#include <cfenv>
#include <mpfr.h>

namespace mixcert {

namespace {

// Every operand is volatile: the processor, not the compiler, has to answer.

bool rounds_to_nearest() {
  volatile double one = 1;
  volatile double quarter_step = 0x1p-54;
  const volatile double up = one + quarter_step;
  const volatile double down = one - quarter_step / 2;
  const volatile double three_quarters = one + 3 * quarter_step;
  const volatile double tie = one + 2 * quarter_step;
  return up == 1 && down == 1 && tie == 1 && three_quarters == 1 + 0x1p-52 && std::fegetround() == FE_TONEAREST;
}

// Compared are normal numbers only, as a comparison may flush its arguments too.
bool keeps_subnormal_results() {
  volatile double smallest_normal = DBL_MIN;
  volatile double quarter = 0.25;
  const volatile double subnormal = smallest_normal * quarter;
  const volatile double back = subnormal * 0x1p52;
  return back == DBL_MIN * 0x1p50;
}

bool reads_subnormal_arguments() {
  volatile double subnormal = std::numeric_limits<double>::denorm_min();
  const volatile double normal = subnormal * 0x1p52;
  return normal == DBL_MIN;
}

// Bounds are computed with infinities and NaN as values, which a trap would turn into the end of the process.
bool traps_nothing() {
#if defined(__GLIBC__)
  return fegetexcept() == 0;
#else
  return true;
#endif
}

bool fma_is_fused() {
  volatile double x = 1 + 0x1p-30;
  volatile double product = 1 + 0x1p-29;
  const volatile double error = std::fma(x, x, -product);
  return error == 0x1p-60;
}

// Here the compiler is asked: some of its options that change values leave no trace in a macro.
bool sums_keep_their_order() {
  volatile double one = 1;
  volatile double tiny = 0x1p-60;
  const double a = one;
  const double b = tiny;
  return detail::sum_error(a, b, a + b) == 0x1p-60;
}

void require(bool holds, const char* reason) {
  if (!holds) throw not_certified(reason);
}

} // namespace

void require_ieee_environment() {
  detail::free_mpfr_caches_at_thread_exit(); // every thread that computes asks here first
  require(rounds_to_nearest(), "the floating-point rounding mode of this thread is not to nearest");
  require(reads_subnormal_arguments(), "this thread reads subnormal numbers as zeros (DAZ)");
  require(keeps_subnormal_results(), "this thread flushes subnormal results to zero (FTZ)");
  require(traps_nothing(), "floating-point exceptions are trapped in this thread (feenableexcept)");
  require(sums_keep_their_order(), "the library was compiled with options that reorder floating-point sums");
  require(fma_is_fused(), "std::fma rounds twice on this platform");
  require(mpfr_get_emin() <= MPFR_EMIN_DEFAULT && mpfr_get_emax() >= MPFR_EMAX_DEFAULT,
          "MPFR's exponent range has been narrowed");
}

} // namespace mixcert
