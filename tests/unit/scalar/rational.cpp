#include "mixcert/scalar/rational.hpp"

#include "exact.hpp"
#include "number_source.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <stdexcept>
#include <type_traits>

namespace mixcert::test {
namespace {

static_assert(!std::is_convertible_v<double, rational> && !std::is_convertible_v<rational, double>);
static_assert(!std::is_convertible_v<rational, interval> && !std::is_convertible_v<interval, rational>);
static_assert(!std::is_constructible_v<interval, rational>);

bool equal(const rational& x, const mpq_class& y) { return mpq_equal(x.get(), y.get_mpq_t()) != 0; }

} // namespace

BOOST_AUTO_TEST_SUITE(rational_numbers)

BOOST_AUTO_TEST_CASE(arithmetic_is_that_of_another_class) {
  number_source source(21);
  for (int i = 0; i < 1000; ++i) {
    const auto [a, b] = source.pair();
    const mpq_class A(a), B(b);
    const rational x(a), y(b);
    BOOST_TEST_REQUIRE(equal(x + y, A + B));
    BOOST_TEST_REQUIRE(equal(x - y, A - B));
    BOOST_TEST_REQUIRE(equal(x * y, A * B));
    if (b != 0) BOOST_TEST_REQUIRE(equal(x / y, A / B));
    BOOST_TEST_REQUIRE(equal(fma(x, y, x), A * B + A));
    BOOST_TEST_REQUIRE(equal(sqr(x), A * A));
    BOOST_TEST_REQUIRE(equal(-x, -A));
    BOOST_TEST_REQUIRE(equal(abs(x), abs(A)));
    BOOST_TEST_REQUIRE(equal(min(x, y), A < B ? A : B));
    BOOST_TEST_REQUIRE(equal(max(x, y), A < B ? B : A));
    BOOST_TEST_REQUIRE(certainly_less(x, y) == (A < B));
    BOOST_TEST_REQUIRE(possibly_less_equal(x, y) == (A <= B));
    BOOST_TEST_REQUIRE(is_exact_zero(x) == (A == 0));
    rational sum = x;
    sum += y;
    sum -= x;
    BOOST_TEST_REQUIRE(equal(sum, B));
  }
}

BOOST_AUTO_TEST_CASE(powers) {
  mpq_class eleven_tenths_to_the_64 = 1;
  for (int i = 0; i < 64; ++i) eleven_tenths_to_the_64 *= mpq_class(11, 10);
  BOOST_TEST(equal(pown(rational(11, 10), 64), eleven_tenths_to_the_64));
  BOOST_TEST(equal(pown(rational(-2, 3), -3), mpq_class(-27, 8)));
  BOOST_TEST(equal(pown(rational(0.0), 0), 1));
  BOOST_CHECK_THROW(pown(rational(0.0), -1), std::domain_error);
}

BOOST_AUTO_TEST_CASE(lowest_terms) {
  BOOST_TEST(equal(rational(6, -4), mpq_class(-3, 2)));
  BOOST_TEST(to_string(rational(6, -4)) == "-3/2");
  BOOST_TEST(to_string(rational(8, 4)) == "2");
  BOOST_TEST(to_string(rational()) == "0");
  BOOST_TEST(to_string(rational(0.1)) == "3602879701896397/36028797018963968");
}

BOOST_AUTO_TEST_CASE(what_is_no_number_is_refused) {
  BOOST_CHECK_THROW(rational{exact::infinity}, std::invalid_argument);
  BOOST_CHECK_THROW(rational{std::numeric_limits<double>::quiet_NaN()}, std::invalid_argument);
  BOOST_CHECK_THROW(rational(1, 0), std::domain_error);
  BOOST_CHECK_THROW(rational(1.0) / rational(0.0), std::domain_error);
}

BOOST_AUTO_TEST_CASE(enclosures_are_the_hull) {
  number_source source(22);
  int wrong = 0;
  for (int i = 0; i < 5000; ++i) {
    const auto [a, b] = source.pair();
    if (b == 0) continue;
    const interval x = enclose(rational(a) / rational(b));
    const mpq_class value = mpq_class(a) / mpq_class(b);
    wrong += !(exact::is_down(x.lower(), value) && exact::is_up(x.upper(), value));
  }
  BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_CASE(membership) {
  const rational third(1, 3);
  const interval x = enclose(third);
  BOOST_TEST(contains(x, third));
  BOOST_TEST(!contains(interval(x.lower()), third));
  BOOST_TEST(!contains(interval(x.upper()), third));
  BOOST_TEST(contains(interval(-exact::infinity, exact::infinity), third));
  BOOST_TEST(!contains(interval(1, exact::infinity), third));
  BOOST_TEST(contains(interval(-exact::infinity, 1), third));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
