// Numbers beyond the range of the radii: valid bounds, and how loose.
#include "formulas.hpp"

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr long places = 64;
using format = multiprecision<places>;
using ball = ball_matrix<mp_float>;

ball random_ball(std::mt19937_64& random, long exponent) {
  return {random_matrix<format>(random, 3, 3, {"", exponent, exponent}), 0};
}

ball scaled_by(const ball& a, long exponent) {
  return {map(a.midpoint, [&](const mp_float& x) { return scaled(x, exponent); }), a.radius};
}

} // namespace

BOOST_AUTO_TEST_SUITE(numbers_beyond_the_range_of_radii)

BOOST_AUTO_TEST_CASE(have_valid_radii_of_a_few_least_numbers) {
  std::mt19937_64 random(19);
  const mpq_class u = test::unit_roundoff<format>();
  for (const long exponent : {-560L, -1000L, -1074L, -2000L, -5000L}) {
    const ball a = random_ball(random, exponent), b = random_ball(random, exponent);
    check_product_with(a, b, u);
    check_difference_with(a, b, u);
    check_scaled_with(a, {b.midpoint(0, 0), b.midpoint(0, 1), b.midpoint(0, 2)}, u);
    // k eta sqrt(m n) is 9 eta
    BOOST_CHECK_GE(product(a, b).radius, 0x1p-1074 * 9);
    BOOST_CHECK_LE(product(a, b).radius, 0x1p-1074 * (9 + 4));
  }
}

// Where entries' products are 2^-2000 the radius is more than 2^900 times as large as the products themselves; after
// scaling by powers of two it is a part in 2^60 of them.
BOOST_AUTO_TEST_CASE(have_sharp_radii_once_scaled) {
  std::mt19937_64 random(20);
  const ball a = random_ball(random, -1000), b = random_ball(random, -1000);
  const ball c = product(a, b), near_one = product(scaled_by(a, 1000), scaled_by(b, 1000));
  BOOST_CHECK(rational(c.radius) > power_of_two(900) * frobenius(rational(c.midpoint)));
  BOOST_CHECK(near_one.radius < 0x1p-60 * frobenius_up(near_one.midpoint));
  BOOST_CHECK(rational(c.midpoint).values() == times(power_of_two(-2000), rational(near_one.midpoint)).values());
}

// Where the rounding term outgrows k eta: products of norms of 2^(p - 1074).
BOOST_AUTO_TEST_CASE(begin_where_the_rounding_term_meets_the_least_number) {
  std::mt19937_64 random(21);
  const auto ratio = [&](long exponent) {
    const ball a = random_ball(random, exponent), b = random_ball(random, exponent);
    const mpq_class u = test::unit_roundoff<format>();
    check_product_with(a, b, u);
    return mpq_class(product_radius(a, b, u) / product_radius(a, b, u, {.underflow = true}));
  };
  constexpr long limit = (places - 1074) / 2;
  BOOST_CHECK(ratio(limit + 10) < 1 + power_of_two(-10));
  BOOST_CHECK(ratio(limit - 10) > power_of_two(10));
}

BOOST_AUTO_TEST_CASE(are_infinite_above_it) {
  std::mt19937_64 random(22);
  const ball a = random_ball(random, 1100), b = random_ball(random, -1100);
  BOOST_CHECK_EQUAL(product(a, a).radius, infinity);
  BOOST_CHECK_EQUAL(product(a, b).radius, infinity); // though the product is near 1
}

BOOST_AUTO_TEST_SUITE_END()
