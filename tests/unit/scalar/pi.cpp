#include "mixcert/scalar/pi.hpp"

#include "mixcert/scalar/decimal.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace mixcert::test {

BOOST_AUTO_TEST_SUITE(circle_constant)

BOOST_AUTO_TEST_CASE(fifty_digits) {
  const mp_interval x = pi(context<mp_interval>{200});
  const std::string digits = "3.141592653589793238462643383279502884197169399375"; // then 10 58...
  BOOST_TEST(decimal_down(x.lower(), 50) == digits + "1e+00");
  BOOST_TEST(decimal_up(x.upper(), 50) == digits + "2e+00");
}

BOOST_AUTO_TEST_CASE(ends_are_neighbours_around_any_better_enclosure) {
  const mp_interval good = pi(context<mp_interval>{300});
  const interval x = pi(context<interval>{});
  BOOST_TEST((mpfr_cmp_d(good.lower(), x.lower()) > 0 && mpfr_cmp_d(good.upper(), x.upper()) < 0));
  BOOST_TEST(next_up(x.lower()) == x.upper());
  BOOST_TEST(contains(x, pi(context<float64>{})));
  for (const mpfr_prec_t bits : {2, 53, 200}) {
    const mp_interval few = pi(context<mp_interval>{bits});
    BOOST_TEST((mpfr_less_p(few.lower(), good.lower()) != 0 && mpfr_less_p(good.upper(), few.upper()) != 0));
    mp_float above(few.lower(), bits);
    mpfr_nextabove(above.get());
    BOOST_TEST(mpfr_equal_p(above.get(), few.upper()) != 0);
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
