#include "mixcert/scalar/quad.hpp"

#include "mixcert/scalar/constant.hpp"
#include "mixcert/scalar/float64.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <type_traits>

namespace mixcert::test {
namespace {

static_assert(!std::is_convertible_v<double, quad> && !std::is_convertible_v<quad, double>);
static_assert(!std::is_convertible_v<quad, mp_float> && !std::is_convertible_v<quad::binary128, quad>);

struct reference {
  const char* name;
  quad (*in_quad)(const quad&);
  double (*in_float64)(double);
  double argument; ///< the binary64 number
  const char* value;
};

// 40 digits by mpmath 1.2.1 with 60 digits.
const std::array references = {
    reference{"exp 0.1", exp, exp, 0.1, "1.105170918075647630946638823458779657742"},
    reference{"exp -3.7", exp, exp, -3.7, "0.02472352647033938681097684901535190217877"},
    reference{"exp 12.5", exp, exp, 12.5, "268337.2865208744569564796737871504027258"},
    reference{"exp -0.001", exp, exp, -0.001, "0.9990004998333749916472594817327737351576"},
    reference{"log 0.3", log, log, 0.3, "-1.203972804325936029630180371933723868516"},
    reference{"log 7.1", log, log, 7.1, "1.960094784047269687273242249652599209703"},
    reference{"log 1.0000001", log, log, 1.0000001, "0.0000000999999950583870451775160996834544912303"},
    reference{"log 123456.789", log, log, 123456.789, "11.72364648718588101602963125293849251803"},
    reference{"tanh 0.2", tanh, tanh, 0.2, "0.1973753202249040114078777922452633402797"},
    reference{"tanh -1.9", tanh, tanh, -1.9, "-0.9562374581277390444918087341397325027215"},
    reference{"tanh 3.3", tanh, tanh, 3.3, "0.9972829600991420816103326629131081269017"},
    reference{"sech 0.4", sech, sech, 0.4, "0.925007451905755017106921262597580661271"},
    reference{"sech -5.5", sech, sech, -5.5, "0.008173406367140552916653326221269552706613"},
    reference{"sech 20.25", sech, sech, 20.25, "0.000000003210456110371223209035303012189981749538"},
    reference{"sigmoid 0.7", sigmoid, sigmoid, 0.7, "0.6681877721681660966847588581974873764353"},
    reference{"sigmoid -2.6", sigmoid, sigmoid, -2.6, "0.06913842034334681213635789637898594896374"},
    reference{"sigmoid 9.1", sigmoid, sigmoid, 9.1, "0.9998883466593704372469937067127017775801"},
    reference{"sqrt 2", sqrt, sqrt, 2.0, "1.41421356237309504880168872420969807857"},
    reference{"sqrt 0.1", sqrt, sqrt, 0.1, "0.3162277660168379419769730258850242641672"},
    reference{"sqrt 98765.4321", sqrt, sqrt, 98765.4321, "314.2696805293186494606460744697149906143"},
};

/// |x - reference| / |reference|.
double relative_error(const mp_float& x, const char* reference) {
  mp_float exact(160);
  BOOST_TEST_REQUIRE(mpfr_set_str(exact.get(), reference, 10, MPFR_RNDN) == 0);
  return std::fabs(to_double((x - exact) / exact));
}

bool equal(const quad& x, double y) { return x.value() == y; }

} // namespace

BOOST_AUTO_TEST_SUITE(binary128)

BOOST_AUTO_TEST_CASE(agrees_to_30_digits_where_float64_does_not) {
  for (const reference& r : references) {
    BOOST_TEST_CONTEXT(r.name) {
      BOOST_TEST(relative_error(to_mp_float(r.in_quad(quad(r.argument))), r.value) <= 1e-30);
      BOOST_TEST(!(relative_error(mp_float(r.in_float64(r.argument), 53), r.value) <= 1e-30));
    }
  }
}

BOOST_AUTO_TEST_CASE(arithmetic_is_rounded_to_113_places) {
  const quad one(1.0), three(3.0), tiny(0x1p-112);
  BOOST_TEST(!equal(one + tiny, 1));
  BOOST_TEST(equal(one + tiny * quad(0.25), 1));
  BOOST_TEST(equal(one / three * three, 1));
  mp_float third(1.0, 113);
  mpfr_div_ui(third.get(), third.get(), 3, MPFR_RNDN);
  BOOST_TEST(mpfr_equal_p(to_mp_float(one / three).get(), third.get()));
  BOOST_TEST(equal(fma(one + tiny, one - tiny, -one), -0x1p-224));
  BOOST_TEST(equal(pown(quad(-1.5), 3), -3.375));
  BOOST_TEST(equal(pown(quad(2.0), -3), 0.125));
  BOOST_TEST(equal(sqr(quad(-3.0)), 9));
  quad sum = one;
  sum += tiny;
  sum -= one;
  BOOST_TEST(equal(sum, 0x1p-112));
}

BOOST_AUTO_TEST_CASE(order_is_that_of_the_numbers) {
  const quad a(-2.0), b(1.0);
  BOOST_TEST((equal(min(a, b), -2) && equal(max(a, b), 1) && equal(abs(a), 2)));
  BOOST_TEST(
      (certainly_less(a, b) && !certainly_less(b, b) && certainly_less_equal(b, b) && possibly_less_equal(b, b)));
  BOOST_TEST((possibly_less(a, b) && !possibly_less(b, a) && is_exact_zero(a + quad(2.0)) && !is_exact_zero(a)));
  const quad undefined(std::numeric_limits<double>::quiet_NaN());
  BOOST_TEST((!certainly_less(undefined, b) && !certainly_less_equal(b, undefined) && !is_exact_zero(undefined)));
}

BOOST_AUTO_TEST_CASE(far_arguments_do_not_overflow) {
  BOOST_TEST(equal(sech(quad(1e300)), 0));
  BOOST_TEST(equal(sigmoid(quad(-1e300)), 0));
  BOOST_TEST(equal(sigmoid(quad(1e300)), 1));
  BOOST_TEST(!is_exact_zero(sech(quad(-720.0))));
}

BOOST_AUTO_TEST_CASE(converts_with_all_its_places) {
  const quad x = exp(quad(-2000.0)); // far below binary64
  const mp_float y = to_mp_float(x);
  BOOST_TEST(y.bits() == 113);
  BOOST_TEST(mpfr_get_exp(y.get()) == -2885);
  BOOST_TEST(to_double(x) == 0);
  BOOST_TEST(to_double(quad(0.1) + quad(0x1p-80)) == 0.1);
}

BOOST_AUTO_TEST_CASE(converts_from_any_precision) {
  for (const double x : {0.0, 1.0, -0.1, 0x1p-1074, 1e308}) BOOST_TEST(equal(to_quad(mp_float(x, 200)), x));
  const quad e = exp(quad(1.0)), least = exp(quad(-11000.0));
  for (const quad& x : {e, -e, e - quad(2.7182818284590452), least, exp(quad(11000.0)), quad(1.0) - quad(0x1p-113)})
    BOOST_TEST((to_quad(to_mp_float(x)).value() == x.value()));
  const mp_float finer = mp_float(1.0, 300) + mp_float(0x1p-113, 300) + mp_float(0x1p-200, 300);
  BOOST_TEST((to_quad(finer).value() == (quad(1.0) + quad(0x1p-112)).value()));
  mp_float far(1.0, 113);
  mpfr_set_ui_2exp(far.get(), 1, 100000, MPFR_RNDN);
  BOOST_TEST((to_quad(far).value() > quad(1e308).value() && is_exact_zero(quad(1.0) / to_quad(far))));
  mpfr_set_ui_2exp(far.get(), 1, -100000, MPFR_RNDN);
  BOOST_TEST(is_exact_zero(to_quad(far)));
  mpfr_set_nan(far.get());
  BOOST_TEST((to_quad(far).value() != to_quad(far).value()));
}

BOOST_AUTO_TEST_CASE(constants_are_nearest) {
  const context<quad> numbers;
  BOOST_TEST((exact_constant("0.1").value(numbers).value() == (quad(1.0) / quad(10.0)).value()));
  BOOST_TEST((exact_constant("-1e-6").value(numbers).value() == (quad(-1.0) / quad(1e6)).value()));
  BOOST_TEST(equal(exact_constant(0.1).value(numbers), 0.1));
  BOOST_TEST(equal(exact_constant("0").value(numbers), 0));
  BOOST_TEST(!is_exact_zero(exact_constant("1e-4000").value(numbers)));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
