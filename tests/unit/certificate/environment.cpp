// Whoever calls the library finds the floating-point environment as it was, also where a call refuses; and a caller
// whose environment is not the usual one is refused.
#include "mixcert/certificate/certify.hpp"
#include "mixcert/certificate/diagnosis.hpp"
#include "mixcert/certificate/json.hpp"
#include "mixcert/certificate/matrix_certificate.hpp"
#include "mixcert/certificate/product_certificate.hpp"
#include "mixcert/error.hpp"
#include "mixcert/mixer/hc.hpp"
#include "mixcert/mixer/static.hpp"
#include "support/hc_cases.hpp"

#include <boost/test/unit_test.hpp>
#include <cfenv>
#include <clocale>
#include <functional>
#include <limits>
#include <map>
#include <mpfr.h>
#include <string>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace mixcert::test {
namespace {

/// What a call may not leave changed: modes and masks, not the flags that say what happened.
struct environment_state {
  int rounding = std::fegetround();
  int trapped = fegetexcept();
#if defined(__SSE2__)
  unsigned modes = _mm_getcsr() & ~0x3fU;
#endif
  mpfr_exp_t least = mpfr_get_emin(), greatest = mpfr_get_emax();
  mpfr_prec_t places = mpfr_get_default_prec();
  mpfr_rnd_t direction = mpfr_get_default_rounding_mode();
  std::string locale = std::setlocale(LC_ALL, nullptr);

  bool operator==(const environment_state&) const = default;
};

matrix<double> square(double first) {
  matrix<double> a(3, 3, 0.5);
  a(0, 0) = first;
  return a;
}

diagnosis_request diagnosis_of_two_streams() {
  const auto named = [](const std::string& name, std::vector<std::size_t> shape, std::vector<double> values) {
    return tensor{name, "site.safetensors", dtype::f64, std::move(shape), std::move(values), {}, "00"};
  };
  diagnosis_request request;
  request.family = &static_mixer();
  request.convention = convention_of(*request.family, {{"kind", "matrix"}});
  request.sites = {
      {"a",
       {named("a.H", {2, 2}, {0.75, 0.5, -0.25, 1.25}), named("a.pre", {2}, {3, 1}), named("a.post", {2}, {1, 1})},
       {named("site000.X", {2, 2}, {1, 2, 3, -1})}}};
  request.sequences = {1};
  return request;
}

const std::map<std::string, std::function<void()>>& calls() {
  static const std::map<std::string, std::function<void()>> all{
      {"certify", [] { certify(hc_mixer(), small_hc_input(1, 2, 3), {}); }},
      {"certify 40 digits", [] { certify_digits(hc_mixer(), small_hc_input(1, 2, 3), {}, 40); }},
      {"certify a product",
       [] {
         certify_product(hc_mixer(), {{small_hc_input(1, 2, 3), {}}}, {});
       }},
      {"certify a matrix",
       [] {
         certify_matrix({square(2), {}}, 0);
       }},
      {"diagnose", [] { diagnose(diagnosis_of_two_streams()); }},
  };
  return all;
}

const std::map<std::string, std::function<void()>>& refused_calls() {
  static const std::map<std::string, std::function<void()>> all{
      {"a matrix with NaN",
       [] {
         certify_matrix({square(std::numeric_limits<double>::quiet_NaN()), {}}, 0);
       }},
      {"a matrix near overflow",
       [] {
         certify_matrix({square(std::numeric_limits<double>::max()), {}}, 0);
       }},
      {"a document that is none", [] { certificate_kind("{", "x"); }},
  };
  return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(environment_of_callers)

BOOST_AUTO_TEST_CASE(is_as_it_was) {
  for (const auto& [name, call] : calls()) {
    const environment_state before;
    call();
    BOOST_TEST((environment_state() == before), name);
  }
}

BOOST_AUTO_TEST_CASE(is_as_it_was_after_a_refusal) {
  for (const auto& [name, call] : refused_calls()) {
    const environment_state before;
    BOOST_CHECK_THROW(call(), std::exception);
    BOOST_TEST((environment_state() == before), name);
  }
}

BOOST_AUTO_TEST_CASE(rounding_upward_is_refused_and_kept) {
  for (const auto& [name, call] : calls()) {
    std::fesetround(FE_UPWARD);
    const environment_state before;
    std::string reason;
    try {
      call();
    } catch (const not_certified& refusal) {
      reason = refusal.what();
    }
    const bool kept = environment_state() == before;
    std::fesetround(FE_TONEAREST);
    BOOST_TEST(kept, name);
    BOOST_TEST(reason.find("rounding mode") != std::string::npos, name << ": " << reason);
  }
}

#if defined(__SSE2__)

// As a shared object built with -ffast-math leaves every thread that is started, or the one that loads it.
BOOST_AUTO_TEST_CASE(flushing_is_refused_and_kept) {
  for (const auto& [name, call] : calls()) {
    const unsigned usual = _mm_getcsr();
    _mm_setcsr(usual | 0x8040);
    const environment_state before;
    std::string reason;
    try {
      call();
    } catch (const not_certified& refusal) {
      reason = refusal.what();
    }
    const bool kept = environment_state() == before;
    _mm_setcsr(usual);
    BOOST_TEST(kept, name);
    BOOST_TEST(reason.find("subnormal") != std::string::npos, name << ": " << reason);
  }
}

#endif

// Whoever uses MPFR too has set them; no precision and no direction here is a default.
BOOST_AUTO_TEST_CASE(defaults_of_mpfr_change_nothing) {
  const auto made = [] {
    return to_json(certify_digits(hc_mixer(), small_hc_input(1, 2, 3), {}, 40)) +
           to_json(certify_matrix({square(2), {}}, 20));
  };
  const std::string usual = made();
  mpfr_set_default_prec(2);
  mpfr_set_default_rounding_mode(MPFR_RNDU);
  const std::string with_others = made();
  mpfr_set_default_prec(53);
  mpfr_set_default_rounding_mode(MPFR_RNDN);
  BOOST_TEST(with_others == usual);
}

BOOST_AUTO_TEST_CASE(traps_are_refused) {
  feenableexcept(FE_OVERFLOW);
  std::string reason;
  try {
    certify_matrix({square(2), {}}, 0);
  } catch (const not_certified& refusal) {
    reason = refusal.what();
  }
  fedisableexcept(FE_OVERFLOW);
  BOOST_TEST(reason.find("trapped") != std::string::npos, reason);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
