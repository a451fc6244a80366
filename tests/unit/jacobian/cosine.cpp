#include "mixcert/jacobian/cosine.hpp"

#include "mixcert/error.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <stdexcept>
#include <vector>

using mixcert::cosine;
using mixcert::matrix;
using mixcert::mp_interval;

namespace {

matrix<mp_interval> row(const std::vector<double>& values) {
  std::vector<mp_interval> r;
  for (const double x : values) r.emplace_back(x, 128);
  return {1, values.size(), r};
}

bool is(const mp_interval& x, double numerator, double denominator) {
  const mp_interval difference = x - mp_interval(numerator, 256) / mp_interval(denominator, 256);
  return mpfi_has_zero(difference.get()) > 0 && magnitude_up(x - x) < 0x1p-110;
}

} // namespace

BOOST_AUTO_TEST_SUITE(cosines)

BOOST_AUTO_TEST_CASE(known_angles) {
  BOOST_TEST(is(cosine(row({3, 4}), row({4, 3})), 24, 25));
  BOOST_TEST(is(cosine(row({3, 4}), row({-4, 3})), 0, 1));
  BOOST_TEST(is(cosine(row({1, 2, 2}), row({0, 0, -1})), -2, 3));
  BOOST_TEST(is(cosine(row({1e-300, 2e-300}), row({1e300, 2e300})), 1, 1));
}

BOOST_AUTO_TEST_CASE(within_one) {
  const matrix<mp_interval> u = row({0.1, 0.2, 0.3});
  const mp_interval same = cosine(u, u), opposite = cosine(u, row({-0.1, -0.2, -0.3}));
  BOOST_TEST(mpfr_cmp_si(same.upper(), 1) == 0);
  BOOST_TEST(mpfr_cmp_si(opposite.lower(), -1) == 0);
}

// [1, 2] and [-1, 1]: every member's cosine is held.
BOOST_AUTO_TEST_CASE(enclosures) {
  const matrix<mp_interval> wide(1, 2, std::vector{hull(mp_interval(1, 64), mp_interval(2, 64)), mp_interval(1, 64)});
  const mp_interval x = cosine(wide, row({1, 0}));
  for (const double a : {1.0, 1.25, 2.0}) {
    const mp_interval member = cosine(row({a, 1}), row({1, 0}));
    BOOST_TEST(mpfr_lessequal_p(x.lower(), member.lower()) != 0);
    BOOST_TEST(mpfr_lessequal_p(member.upper(), x.upper()) != 0);
  }
}

BOOST_AUTO_TEST_CASE(refusals) {
  BOOST_CHECK_THROW((void)cosine(row({0, 0}), row({1, 0})), mixcert::not_certified);
  BOOST_CHECK_THROW((void)cosine(row({1, 0}), row({0, 0})), mixcert::not_certified);
  BOOST_CHECK_THROW((void)cosine(row({}), row({})), mixcert::not_certified);
  BOOST_CHECK_THROW((void)cosine(row({std::numeric_limits<double>::quiet_NaN()}), row({1})), mixcert::not_certified);
  BOOST_CHECK_THROW((void)cosine(row({1, 0}), row({1})), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
