// One case for each broken bound in patches/: the truth is known exactly, the right bound holds, the broken one is
// false. Most hold with equality, or nearly, so that little less would be caught too.
#define BOOST_TEST_MODULE mutation
#include "exact_checks.hpp"

#include "mixcert/ball/norm.hpp"
#include "mixcert/certificate/outward.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <cmath>
#include <cstdlib>
#include <string>

#include <boost/test/unit_test.hpp>

using namespace mixcert;
using namespace mixcert::test;

BOOST_AUTO_TEST_SUITE(ball)

// Each product is just below half the least number and becomes 0: the radius is all there is.
BOOST_AUTO_TEST_CASE(products_all_lost) {
  const double x = 0x1.6ap-538;
  const ball_matrix<double> a{matrix<double>(3, 16, x), 0}, b{matrix<double>(16, 3, x), 0};
  BOOST_CHECK(holds(product(a, b), times(rational(a.midpoint), rational(b.midpoint))));
  const ball_matrix<double> c{matrix<double>(3, 3, x), 0};
  BOOST_CHECK(holds(product_with_diagonal(c, {x, x, x}),
                    times(rational(c.midpoint), rational_diagonal(rational(std::vector<double>(3, x))))));
}

// (1 + 1/2) 2 = 3, 2 (1 + 1/2) = 3 and 1 * 1 = 1 are at the very end of these balls.
BOOST_AUTO_TEST_CASE(products_of_balls) {
  BOOST_CHECK(holds(product(number_ball(1, 0.5), number_ball(2, 0)), mpq_class(3)));
  BOOST_CHECK(holds(product(number_ball(2, 0), number_ball(1, 0.5)), mpq_class(3)));
  BOOST_CHECK(holds(product(number_ball(0, 1), number_ball(0, 1)), mpq_class(1)));
  BOOST_CHECK(holds(product_with_diagonal(number_ball(1, 0.5), {2.0}), mpq_class(3)));
}

// The square of 1 + root and the three squares of root lose nearly u each, all downward: nearly gamma_4 |x| |x|.
BOOST_AUTO_TEST_CASE(roundings_all_one_way) {
  const double u = 0x1p-53, root = std::sqrt(0.99 * u);
  const matrix<double> x(1, 4, {1 + root, root, root, root});
  const ball_matrix<double> c = product(ball_matrix<double>{x, 0}, ball_matrix<double>{transpose(x), 0});
  BOOST_CHECK(holds(c, frobenius_squared(rational(x))));
  BOOST_CHECK(rational(c.radius) < mpq_class(101, 100) * mpq_class(4 * u) * frobenius_squared(rational(x)));
}

// gamma_k = k u / (1 - k u), evaluated in rationals.
BOOST_AUTO_TEST_CASE(gamma_by_its_formula) {
  for (const unsigned long k : {1UL, 2UL, 3UL, 7UL, 100UL, 1'000'003UL, 1UL << 40, 1UL << 52}) {
    const mpq_class ku = k * power_of_two(-53), gamma = ku / (1 - ku);
    BOOST_CHECK(rational(gamma_up(k, 0x1p-53)) >= gamma);
    BOOST_CHECK(rational(gamma_up(k, 0x1p-53)) <= gamma * (1 + power_of_two(-40)));
  }
}

// 1 - 3/4 u is rounded to 1.
BOOST_AUTO_TEST_CASE(differences_that_round) {
  const ball_matrix<double> c = difference(number_ball(1, 0), number_ball(0x1.8p-54, 0));
  BOOST_CHECK(holds(c, 1 - rational(0x1.8p-54)));
}

// The same with 24 places, next to an entry of 200: the least precise one decides.
BOOST_AUTO_TEST_CASE(precisions_that_differ) {
  const ball_matrix<mp_float> a{matrix<mp_float>(1, 2, {mp_float(1, 200), mp_float(1, 24)}), 0};
  const ball_matrix<mp_float> b{matrix<mp_float>(1, 2, {mp_float(0.0, 200), mp_float(0x1.8p-25, 24)}), 0};
  BOOST_CHECK(holds(difference(a, b), minus(rational(a.midpoint), rational(b.midpoint))));
  const std::vector<mp_float> d{mp_float(1, 200), mp_float(1 + 0x1p-12, 24)};
  const ball_matrix<mp_float> c{matrix<mp_float>(1, 2, d), 0};
  BOOST_CHECK(holds(product_with_diagonal(c, d), times(rational(c.midpoint), rational_diagonal(rational(d)))));
}

BOOST_AUTO_TEST_CASE(differences_of_balls) {
  const ball_matrix<double> a = number_ball(1, 0.5), c = difference(a, a);
  BOOST_CHECK(holds(c, mpq_class(1)) && holds(c, mpq_class(-1)));
}

// (1 + 2^-27)^2 loses u / 2.
BOOST_AUTO_TEST_CASE(diagonal_products_that_round) {
  const double x = 1 + 0x1p-27;
  BOOST_CHECK(holds(product_with_diagonal(number_ball(x, 0), {x}), rational(x) * rational(x)));
}

BOOST_AUTO_TEST_CASE(norms_of_balls) {
  BOOST_CHECK(bounds_norm(frobenius_up(number_ball(1, 0.5)), rational_matrix(1, 1, mpq_class(3, 2))));
}

// Squares, sums and roots that no binary64 number equals; to nearest, some are too small.
BOOST_AUTO_TEST_CASE(norms_that_round) {
  for (std::size_t n = 1; n < 40; ++n) {
    const matrix<double> a(n, 2, 0.1 * static_cast<double>(n));
    BOOST_CHECK(bounds_norm(frobenius_up(a), rational(a)));
    BOOST_CHECK(frobenius_up(a) < (1 + 1e-12) * std::sqrt(0.02 * static_cast<double>(n * n * n)));
  }
}

// Of what is no number no finite bound is true.
BOOST_AUTO_TEST_CASE(norms_of_nan) {
  for (std::size_t position = 0; position < 4; ++position)
    for (const double other : {0.0, 1.0}) {
      matrix<double> a(2, 2, other);
      a.values()[position] = not_a_number;
      BOOST_CHECK_EQUAL(spectral_norm_up(a), infinity);
      BOOST_CHECK_EQUAL(frobenius_up(a), infinity);
      matrix<mp_interval> b(2, 2, mp_interval(other, 64));
      mpfr_set_nan(&b.values()[position].get()->right);
      BOOST_CHECK_EQUAL(frobenius_up(b), infinity);
    }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(scalar)

// Such products have errors that are themselves too small for a binary64 number.
BOOST_AUTO_TEST_CASE(products_below_the_least_number) {
  for (const double x : {0x1p-600, 0x1.6ap-538, 0x1.3p-537, 0x1.0000001p-500})
    for (const double y : {0x1p-600, -0x1.4p-540, 0x1.0000003p-501}) {
      const mpq_class exact = rational(x) * rational(y);
      BOOST_CHECK(rational(mul_down(x, y)) <= exact && exact <= rational(mul_up(x, y)));
      BOOST_CHECK(mul_up(x, y) <= next_up(mul_down(x, y)));
    }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(output)

namespace {

/// -d.ddde-xx exactly.
mpq_class value_of(const std::string& text) {
  const std::size_t e = text.find('e');
  std::string digits = text.substr(0, e);
  long exponent = std::stol(text.substr(e + 1));
  if (const std::size_t point = digits.find('.'); point != std::string::npos) {
    digits.erase(point, 1);
    exponent -= static_cast<long>(digits.size() - point);
  }
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::labs(exponent)));
  const mpq_class scale(power);
  return exponent < 0 ? mpq_class(mpz_class(digits, 10) / scale) : mpq_class(mpz_class(digits, 10) * scale);
}

} // namespace

BOOST_AUTO_TEST_CASE(decimals_on_both_sides) {
  for (const double magnitude : {1.0 / 3, 2.0 / 3, 0.1, 1.0 - 0x1p-53, 1.9172077423949801, 0x1p-1074, 1e300 / 7})
    for (const double x : {magnitude, -magnitude})
      for (const int digits : {1, 5, 17}) {
        const mp_float wide(x, 80);
        const mpq_class exact = rational(x);
        const mpq_class low = value_of(decimal_down(x, digits)), high = value_of(decimal_up(x, digits));
        BOOST_CHECK(low <= exact && exact <= high);
        BOOST_CHECK(value_of(decimal_down(wide.get(), digits)) <= exact);
        BOOST_CHECK(exact <= value_of(decimal_up(wide.get(), digits)));
        if (digits == 17) BOOST_CHECK(high - low <= abs(exact) * mpq_class(1, 10'000'000'000'000'000UL));
      }
}

BOOST_AUTO_TEST_CASE(stored_ends_on_both_sides) {
  const mp_interval third = mp_interval(1, 200) / mp_interval(3, 200);
  for (const mp_interval& x : {third, -third, mp_interval(1, 200)}) {
    const interval stored = stored_enclosure(x);
    BOOST_CHECK(rational(stored.lower()) <= rational(x.lower()) && rational(x.upper()) <= rational(stored.upper()));
    BOOST_CHECK(width_up(stored) <= 0x1p-51);
  }
}

BOOST_AUTO_TEST_SUITE_END()
