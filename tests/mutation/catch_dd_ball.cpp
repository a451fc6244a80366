// The cases of theorem T26.
#include "exact_checks.hpp"

#include "mixcert/scalar/dd_ball.hpp"

#include <boost/test/unit_test.hpp>

using namespace mixcert;
using namespace mixcert::test;

namespace {

mpq_class rational(const dd_ball& x) { return mixcert::test::rational(x.high) + mixcert::test::rational(x.low); }
bool holds(const dd_ball& x, const mpq_class& value) {
  return abs(mpq_class(rational(x) - value)) <= mixcert::test::rational(x.radius);
}

/// Points of which little is a short number.
const dd_ball third{0x1.5555555555555p-2, 0x1.5555555555555p-56, 0},
    tenth{0x1.999999999999ap-4, -0x1.999999999999ap-58, 0};

} // namespace

BOOST_AUTO_TEST_SUITE(balls_of_double_doubles)

BOOST_AUTO_TEST_CASE(ball_products_that_round) {
  BOOST_CHECK(holds(third * tenth, rational(third) * rational(tenth)));
  BOOST_CHECK((third * tenth).radius < 0x1p-105);
}

BOOST_AUTO_TEST_CASE(ball_quotients_that_round) {
  BOOST_CHECK(holds(third / tenth, rational(third) / rational(tenth)));
  BOOST_CHECK((third / tenth).radius < 0x1p-99);
}

BOOST_AUTO_TEST_CASE(ball_sums_that_round) {
  BOOST_CHECK(holds(third + tenth, rational(third) + rational(tenth)));
  BOOST_CHECK((third + tenth).radius < 0x1p-103);
}

// The square of the root is not 1/3.
BOOST_AUTO_TEST_CASE(ball_roots_that_round) {
  const dd_ball r = sqrt(third);
  const mpq_class least = rational(r) - mixcert::test::rational(r.radius),
                  most = rational(r) + mixcert::test::rational(r.radius);
  BOOST_CHECK(least * least <= rational(third) && rational(third) <= most * most);
  BOOST_CHECK(r.radius < 0x1p-102);
}

// (1 +- 1/2)(1 +- 1/2) reaches 9/4.
BOOST_AUTO_TEST_CASE(ball_products_of_radii) {
  const dd_ball x{1, 0, 0.5};
  BOOST_CHECK(holds(x * x, mpq_class(9, 4)));
  BOOST_CHECK((x * x).radius < 1.26);
}

// 1 / (1 - 1/2) = 2.
BOOST_AUTO_TEST_CASE(ball_quotients_by_the_least) {
  const dd_ball r = dd_ball{1, 0, 0} / dd_ball{1, 0, 0.5};
  BOOST_CHECK(holds(r, mpq_class(2)));
  BOOST_CHECK(r.radius < 1.01);
}

// The product is less than half of the least number.
BOOST_AUTO_TEST_CASE(ball_products_that_vanish) {
  const dd_ball x{0x1.6ap-538, 0, 0};
  BOOST_CHECK(holds(x * x, rational(x) * rational(x)));
}

// At the end of the polynomial's range.
BOOST_AUTO_TEST_CASE(polynomial_of_an_eighth) {
  const dd_ball r = expm1_of_small(dd_ball{0.125, 0, 0});
  const mp_interval eighth(0.125, 400), one(1, 400);
  const mp_interval distance = abs(exp(eighth) - one - to_mp_interval(dd_ball{r.high, r.low, 0}, 400));
  BOOST_CHECK(certainly_less_equal(distance, mp_interval(r.radius, 400)));
  BOOST_CHECK(r.radius < 0x1p-98);
}

BOOST_AUTO_TEST_SUITE_END()
