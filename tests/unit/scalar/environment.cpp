#include "mixcert/scalar/environment.hpp"

#include "mixcert/error.hpp"

#include <boost/test/unit_test.hpp>
#include <cfenv>
#include <functional>
#include <mpfr.h>
#include <string>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace {

// The reason given between `change` and `restore`, or nothing: no check of the framework runs in between.
std::string reason_under(const std::function<void()>& change, const std::function<void()>& restore) {
  std::string reason;
  change();
  try {
    mixcert::require_ieee_environment();
  } catch (const mixcert::not_certified& refusal) {
    reason = refusal.what();
  }
  restore();
  return reason;
}

bool mentions(const std::string& text, const char* word) { return text.find(word) != std::string::npos; }

} // namespace

BOOST_AUTO_TEST_SUITE(environment)

BOOST_AUTO_TEST_CASE(the_usual_one_is_accepted) { BOOST_CHECK_NO_THROW(mixcert::require_ieee_environment()); }

BOOST_AUTO_TEST_CASE(directed_modes_are_refused) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    const std::string reason = reason_under([mode] { std::fesetround(mode); }, [] { std::fesetround(FE_TONEAREST); });
    BOOST_TEST(mentions(reason, "rounding mode"));
  }
  BOOST_CHECK_NO_THROW(mixcert::require_ieee_environment());
}

#if defined(__SSE2__)

// Of the control register: flush to zero, denormals are zeros, and round upward without the x87 unit knowing.
BOOST_AUTO_TEST_CASE(control_register) {
  const unsigned usual = _mm_getcsr();
  const auto under = [usual](unsigned bits) {
    return reason_under([=] { _mm_setcsr(usual | bits); }, [=] { _mm_setcsr(usual); });
  };
  BOOST_TEST(under(0).empty());
  BOOST_TEST(mentions(under(0x8000), "FTZ"));
  BOOST_TEST(mentions(under(0x0040), "DAZ"));
  BOOST_TEST(!under(0x8040).empty());
  BOOST_TEST(mentions(under(0x4000), "rounding mode"));
  BOOST_CHECK_NO_THROW(mixcert::require_ieee_environment());
}

#else

BOOST_AUTO_TEST_CASE(control_register) { BOOST_TEST_MESSAGE("SKIPPED: no way to flush subnormal numbers known here"); }

#endif

BOOST_AUTO_TEST_CASE(narrow_exponents_are_refused) {
  const mpfr_exp_t least = mpfr_get_emin(), greatest = mpfr_get_emax();
  BOOST_TEST(mentions(reason_under([] { mpfr_set_emin(-1073); }, [=] { mpfr_set_emin(least); }), "MPFR"));
  BOOST_TEST(mentions(reason_under([] { mpfr_set_emax(1024); }, [=] { mpfr_set_emax(greatest); }), "MPFR"));
  BOOST_TEST(reason_under([] { mpfr_set_emax(mpfr_get_emax_max()); }, [=] { mpfr_set_emax(greatest); }).empty());
  BOOST_CHECK_NO_THROW(mixcert::require_ieee_environment());
}

BOOST_AUTO_TEST_SUITE_END()
