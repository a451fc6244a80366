#include "mixcert/scalar/rational_value.hpp"

#include "mixcert/scalar/constant.hpp"
#include "number_source.hpp"
#include "support/refusal.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

namespace mixcert::test {
namespace {

bool equal(const rational& x, const mpq_class& y) { return mpq_equal(x.get(), y.get_mpq_t()) != 0; }

rational to_rational(const mpq_class& x) {
  rational r;
  mpq_set(r.get(), x.get_mpq_t());
  return r;
}

/// 10^n.
mpq_class power_of_ten(int n) {
  mpq_class r = 1;
  for (int i = 0; i < std::abs(n); ++i) r *= 10;
  return n < 0 ? mpq_class(1 / r) : r;
}

} // namespace

BOOST_AUTO_TEST_SUITE(rational_in_every_arithmetic)

BOOST_AUTO_TEST_CASE(guesses_are_nearest) {
  number_source source(31);
  for (int i = 0; i < 1000; ++i) {
    const mpq_class x = mpq_class(source.uniform(-4, 4)) / 3;
    const mpq_class guess(value(context<float64>{}, to_rational(x)));
    const mpq_class error = abs(mpq_class(guess - x));
    for (const double other : {next_down(guess.get_d()), next_up(guess.get_d())})
      BOOST_TEST_REQUIRE((error <= abs(mpq_class(other - x))));
    const mp_float fine = to_mp_float(value(context<quad>{}, to_rational(x)));
    mpq_class fine_guess;
    mpfr_get_q(fine_guess.get_mpq_t(), fine.get());
    BOOST_TEST_REQUIRE((abs(mpq_class(fine_guess - x)) <= abs(x) * mpq_class(0x1p-113)));
  }
  BOOST_TEST(value(context<float64>{}, rational(1, 10)) == 0.1);
  BOOST_TEST(value(context<float64>{}, to_rational(power_of_ten(400))) == std::numeric_limits<double>::infinity());
}

BOOST_AUTO_TEST_CASE(enclosures_are_smallest) {
  const mp_interval third = value(context<mp_interval>{100}, rational(-1, 3));
  BOOST_TEST(mpfr_cmp_q(third.lower(), rational(-1, 3).get()) < 0);
  BOOST_TEST(mpfr_cmp_q(third.upper(), rational(-1, 3).get()) > 0);
  mp_float next(third.lower(), 100);
  mpfr_nextabove(next.get());
  BOOST_TEST(mpfr_equal_p(next.get(), third.upper()) != 0);
  const mp_interval half = value(context<mp_interval>{10}, rational(1, 2));
  BOOST_TEST(mpfr_equal_p(half.lower(), half.upper()) != 0);
  const interval tenth = value(context<interval>{}, rational(1, 10));
  BOOST_TEST(tenth.upper() == 0.1);
  BOOST_TEST(tenth.lower() == next_down(0.1));
}

BOOST_AUTO_TEST_CASE(constants_are_exact) {
  const auto of = [](const char* text) { return exact_constant(text).value(context<rational>{}); };
  BOOST_TEST(equal(of("0.1"), mpq_class(1, 10)));
  BOOST_TEST(equal(of("1e-12"), power_of_ten(-12)));
  BOOST_TEST(equal(of("-12.50E+3"), -12500));
  BOOST_TEST(equal(of("+007.25"), mpq_class(29, 4)));
  BOOST_TEST(equal(of("0x1.8p-1"), mpq_class(3, 4)));
  BOOST_TEST(equal(of("0.000e5"), 0));
  BOOST_TEST(equal(of("1e90000"), power_of_ten(90000)));
  for (const char* text : {"1e-100001", "1e100001", "1e-99999999999999999999", "1e99999999999999999999"})
    check_refused([&] { of(text); }, {text, "too many places"});
  check_refused([&] { of(("0." + std::string(100001, '3')).c_str()); }, {"too many places"});
}

BOOST_AUTO_TEST_CASE(exact_roots) {
  const auto root = [](long p, long q) { return exact_sqrt(rational(p, q)); };
  BOOST_TEST(equal(root(18, 8).value(), mpq_class(3, 2)));
  BOOST_TEST(equal(root(0, 1).value(), 0));
  for (const auto& x : {root(2, 1), root(1, 2), root(-4, 1), root(4, 3)}) BOOST_TEST(!x.has_value());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
