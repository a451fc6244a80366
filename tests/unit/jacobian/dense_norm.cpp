// The norm of a dense product against decompositions of the same matrix (theorem T30).
#include "mixcert/jacobian/dense_norm.hpp"

#include "mixcert/error.hpp"
#include "mixcert/spectrum/dense_spectrum.hpp"
#include "support/double_doubles.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

namespace {

using namespace mixcert;
using namespace mixcert::test;

dense_product diagonal(const std::vector<double>& values, double radius = 0) {
  dense_product r{double_double_matrix(values.size(), values.size()), 0, radius, false};
  for (std::size_t i = 0; i < values.size(); ++i) r.midpoint.high(i, i) = values[i];
  return r;
}

bool holds(const mp_interval& x, const mpq_class& value) {
  return test::rational(x.lower()) <= value && value <= test::rational(x.upper());
}

mpq_class width(const mp_interval& x) { return test::rational(x.upper()) - test::rational(x.lower()); }

} // namespace

BOOST_AUTO_TEST_SUITE(norms_of_dense_products)

BOOST_AUTO_TEST_CASE(agree_with_decompositions) {
  std::mt19937_64 random(1);
  for (const std::size_t n : {1U, 2U, 3U, 8U, 21U, 40U})
    for (int k = 0; k < 5; ++k) {
      dense_product p{random_double_doubles(random, n, n, -8), 0, 0, false};
      scale(p.midpoint, -std::ilogb(frobenius_up(p.midpoint)) - 2);
      const mp_interval found = enclose_norm(p);
      const mp_interval expected = enclose_dense_spectrum(p.midpoint, 0, 256).front();
      BOOST_TEST(!certainly_less(found, expected));
      BOOST_TEST(!certainly_less(expected, found));
      BOOST_TEST((width(found) <= power_of_two(-70)), n);
    }
}

BOOST_AUTO_TEST_CASE(are_wider_where_the_second_value_is_not_less) {
  for (const auto& values : {std::vector{0.25, 0.25}, {0.25, -0.25, 0.125}, {0.25, 0.25, 0.25, 0.25}}) {
    const mp_interval found = enclose_norm(diagonal(values));
    BOOST_TEST(holds(found, mpq_class(1, 4)));
    BOOST_TEST((width(found) <= power_of_two(-31)));
  }
  const double near = 0.25 * (1 - 0x1p-45);
  BOOST_TEST(holds(enclose_norm(diagonal({near, 0.25, 0.125})), mpq_class(1, 4)));
}

BOOST_AUTO_TEST_CASE(of_zeros_are_zero) {
  BOOST_TEST(holds(enclose_norm(diagonal({0, 0})), 0));
  const mp_interval found = enclose_norm(diagonal({0, 0}, 0.5));
  BOOST_TEST(holds(found, 0));
  BOOST_TEST(holds(found, mpq_class(1, 2)));
}

BOOST_AUTO_TEST_CASE(include_lower_parts_distance_and_exponent) {
  dense_product p = diagonal({0.25, 0.125}, 0x1p-20);
  p.midpoint.low(0, 0) = 0x1p-56;
  p.exponent = 3;
  const mp_interval found = enclose_norm(p);
  const mpq_class middle = mpq_class(1, 4) + power_of_two(-56), radius = power_of_two(-20);
  BOOST_TEST(holds(found, 8 * (middle + radius)));
  BOOST_TEST(holds(found, 8 * (middle - radius)));
  BOOST_TEST((width(found) <= 17 * radius));
}

// diag(1/2, 1/4) and v = (1, e): the bound (b) is exact but for what v adds to the second value.
BOOST_AUTO_TEST_CASE(hold_for_every_vector) {
  for (const double e : {0.0, 0x1p-20, 0x1p-10, 0x1p-6, 0x1p-3, 1.0, 100.0}) {
    const dense_product p = diagonal({0.5, 0.25});
    const mp_interval found = enclose_norm(p, {0.5, 0.25, {1, e}});
    BOOST_TEST(holds(found, mpq_class(1, 2)), e);
    if (e <= 0x1p-6) BOOST_TEST((width(found) <= 2 * mpq_class(e) * mpq_class(e) + power_of_two(-90)), e);
  }
}

BOOST_AUTO_TEST_CASE(that_are_not_finite_are_refused) {
  dense_product p = diagonal({0.25, 0.125});
  p.midpoint.high(1, 1) = std::numeric_limits<double>::quiet_NaN();
  BOOST_CHECK_THROW(enclose_norm(p), not_certified);
  BOOST_CHECK_THROW(enclose_norm(diagonal({0.5, 0.25}), {0.1, 0.05, {0, 1}}), not_certified);
}

BOOST_AUTO_TEST_SUITE_END()
