#include "mixcert/scalar/interval.hpp"

#include "exact.hpp"
#include "number_source.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <stdexcept>
#include <vector>

namespace {

using exact::infinity;
using exact::largest;
using exact::smallest;
using mixcert::interval;

bool same(const interval& x, double lower, double upper) { return x.lower() == lower && x.upper() == upper; }
bool same(const interval& x, const interval& y) { return same(x, y.lower(), y.upper()); }

const interval whole(-infinity, infinity);

interval random_interval(number_source& source) {
  const auto [a, b] = source.pair();
  return interval(std::min(a, b), std::max(a, b));
}

using combine = mpq_class (*)(const mpq_class&, const mpq_class&);

// Whether result is the least interval that holds f at the four corners, which is the hull for + - * and for / by what
// does not hold zero.
bool is_hull(const interval& result, const interval& x, const interval& y, combine f) {
  std::vector<mpq_class> corners;
  for (const double a : {x.lower(), x.upper()})
    for (const double b : {y.lower(), y.upper()}) corners.push_back(f(mpq_class(a), mpq_class(b)));
  const auto [least, greatest] = std::minmax_element(corners.begin(), corners.end());
  return exact::is_down(result.lower(), *least) && exact::is_up(result.upper(), *greatest);
}

mpq_class sum(const mpq_class& a, const mpq_class& b) { return a + b; }
mpq_class difference(const mpq_class& a, const mpq_class& b) { return a - b; }
mpq_class product(const mpq_class& a, const mpq_class& b) { return a * b; }
mpq_class quotient(const mpq_class& a, const mpq_class& b) { return a / b; }

} // namespace

BOOST_AUTO_TEST_SUITE(interval_arithmetic)

BOOST_AUTO_TEST_CASE(results_are_the_hull) {
  number_source source(1);
  int wrong = 0;
  for (int i = 0; i < 30'000; ++i) {
    const interval x = random_interval(source), y = random_interval(source);
    wrong += !is_hull(x + y, x, y, sum);
    wrong += !is_hull(x - y, x, y, difference);
    wrong += !is_hull(x * y, x, y, product);
    if (!contains(y, 0)) wrong += !is_hull(x / y, x, y, quotient);
  }
  BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_CASE(the_check_rejects_a_sum_rounded_to_nearest) {
  const auto nearest = [](const interval& x, const interval& y) {
    return interval(x.lower() + y.lower(), x.upper() + y.upper());
  };
  const interval tenth(0.1), fifth(0.2);
  BOOST_TEST(is_hull(tenth + fifth, tenth, fifth, sum));
  BOOST_TEST(!is_hull(nearest(tenth, fifth), tenth, fifth, sum));
}

BOOST_AUTO_TEST_CASE(squares_and_roots_are_the_hull) {
  number_source source(2);
  int wrong = 0;
  for (int i = 0; i < 30'000; ++i) {
    const interval x = random_interval(source);
    const interval m = abs(x);
    const mpq_class least(m.lower()), greatest(m.upper());
    const interval square = sqr(x);
    wrong += !(exact::is_down(square.lower(), least * least) && exact::is_up(square.upper(), greatest * greatest));
    const interval root = sqrt(m);
    wrong += !(mpq_class(root.lower()) * root.lower() <= least && mpq_class(root.upper()) * root.upper() >= greatest);
  }
  BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_CASE(multiplication_by_unbounded_sets) {
  const interval zero(0), ray(1, infinity);
  BOOST_TEST(same(zero * ray, 0, 0));
  BOOST_TEST(same(ray * zero, 0, 0));
  BOOST_TEST(same(zero * whole, 0, 0));
  BOOST_TEST(same(interval(0, 1) * ray, 0, infinity));
  BOOST_TEST(same(interval(-1, 0) * ray, -infinity, 0));
  BOOST_TEST(same(interval(-1, 0) * -ray, 0, infinity));
  BOOST_TEST(same(interval(-1, 2) * ray, whole));
  BOOST_TEST(same(-ray * ray, -infinity, -1));
  BOOST_TEST(same(whole * whole, whole));
  BOOST_TEST(same(interval(largest) * ray, largest, infinity));
  BOOST_TEST(same(sqr(whole), 0, infinity));
  BOOST_TEST(same(sqr(-ray), 1, infinity));
}

BOOST_AUTO_TEST_CASE(sums_with_unbounded_sets) {
  BOOST_TEST(same(interval(largest) + interval(largest), largest, infinity));
  BOOST_TEST(same(whole - whole, whole));
  BOOST_TEST(same(interval(1, infinity) - interval(1, infinity), whole));
  BOOST_TEST(same(interval(-infinity, 1) + interval(2), -infinity, 3));
}

BOOST_AUTO_TEST_CASE(division_by_what_holds_zero) {
  const interval one_two(1, 2);
  BOOST_TEST(same(one_two / interval(0, 4), 0.25, infinity));
  BOOST_TEST(same(one_two / interval(-4, 0), -infinity, -0.25));
  BOOST_TEST(same(-one_two / interval(0, 4), -infinity, -0.25));
  BOOST_TEST(same(-one_two / interval(-4, 0), 0.25, infinity));
  BOOST_TEST(same(interval(0, 1) / interval(0, 4), 0, infinity));
  BOOST_TEST(same(one_two / interval(0, infinity), 0, infinity));
  BOOST_TEST(same(one_two / interval(-1, 4), whole));
  BOOST_TEST(same(interval(-1, 1) / interval(0, 4), whole));
  BOOST_TEST(same(interval(0) / interval(0, 4), 0, 0));
  BOOST_TEST(same(interval(0) / whole, 0, 0));
  BOOST_CHECK_THROW(one_two / interval(0), std::domain_error);
  BOOST_CHECK_THROW(interval(0) / interval(0), std::domain_error);
  BOOST_TEST(same(one_two / whole, whole));
  BOOST_TEST(same(interval(largest) / interval(0, smallest), largest, infinity));
}

BOOST_AUTO_TEST_CASE(division_by_unbounded_sets) {
  BOOST_TEST(same(interval(1, 2) / interval(4, infinity), 0, 0.5));
  BOOST_TEST(same(interval(1, infinity) / interval(2, infinity), 0, infinity));
  BOOST_TEST(same(interval(-1, 2) / interval(-infinity, -1), -2, 1));
  BOOST_TEST(same(whole / interval(1, 2), whole));
  BOOST_TEST(same(interval(0) / interval(1, infinity), 0, 0));
}

BOOST_AUTO_TEST_CASE(root_of_partly_negative) {
  BOOST_TEST(same(sqrt(interval(-4, 9)), 0, 3));
  BOOST_TEST(same(sqrt(whole), 0, infinity));
  BOOST_TEST(same(sqrt(interval(-4, -0.0)), 0, 0));
  BOOST_CHECK_THROW(sqrt(interval(-4, -smallest)), std::domain_error);
}

BOOST_AUTO_TEST_CASE(one_tenth_of_forty_one) {
  const interval tenth(std::nextafter(0.1, 0), 0.1), forty_one(41);
  const interval value = forty_one * tenth;
  BOOST_TEST(exact::at_most(value.lower(), mpq_class(41, 10)));
  BOOST_TEST(exact::at_least(value.upper(), mpq_class(41, 10)));
  BOOST_TEST(same(value, -(-forty_one * tenth)));
}

BOOST_AUTO_TEST_CASE(what_is_no_interval_is_refused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  BOOST_CHECK_THROW(interval{nan}, std::invalid_argument);
  BOOST_CHECK_THROW(interval{infinity}, std::invalid_argument);
  BOOST_CHECK_THROW(interval{-infinity}, std::invalid_argument);
  BOOST_CHECK_THROW(interval(nan, 1), std::invalid_argument);
  BOOST_CHECK_THROW(interval(1, nan), std::invalid_argument);
  BOOST_CHECK_THROW(interval(2, 1), std::invalid_argument);
  BOOST_CHECK_THROW(interval(infinity, infinity), std::invalid_argument);
  BOOST_CHECK_THROW(mixcert::context<interval>{}.exact(nan), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(zero_ends_have_no_sign) {
  BOOST_TEST(!std::signbit(interval(-0.0).lower()));
  BOOST_TEST(!std::signbit((-interval(0, 1)).upper()));
  BOOST_TEST(!std::signbit((interval(-1) * interval(0)).upper()));
}

BOOST_AUTO_TEST_CASE(compound_assignment) {
  interval x(1, 2);
  x += interval(1);
  BOOST_TEST(same(x, 2, 3));
  x *= x;
  BOOST_TEST(same(x, 4, 9));
  x -= interval(4, 9);
  BOOST_TEST(same(x, -5, 5));
  x /= interval(2);
  BOOST_TEST(same(x, -2.5, 2.5));
}

BOOST_AUTO_TEST_CASE(lattice) {
  BOOST_TEST(same(abs(interval(-3, 2)), 0, 3));
  BOOST_TEST(same(abs(interval(-3, -2)), 2, 3));
  BOOST_TEST(same(min(interval(0, 5), interval(1, 2)), 0, 2));
  BOOST_TEST(same(max(interval(0, 5), interval(1, 2)), 1, 5));
  BOOST_TEST(same(hull(interval(0, 1), interval(4, 5)), 0, 5));
  BOOST_TEST(magnitude(interval(-3, 2)) == 3);
  BOOST_TEST(magnitude(whole) == infinity);
  BOOST_TEST(width_up(interval(-1, largest)) == infinity);
  BOOST_TEST(width_up(interval(-0x1p-60, 1)) == std::nextafter(1, 2));
  BOOST_TEST(width_up(interval(7)) == 0);
}

BOOST_AUTO_TEST_CASE(membership) {
  BOOST_TEST(contains(interval(1, 2), 1));
  BOOST_TEST(contains(interval(1, 2), 2));
  BOOST_TEST(!contains(interval(1, 2), std::nextafter(2, 3)));
  BOOST_TEST(!contains(whole, infinity));
  BOOST_TEST(!contains(whole, std::numeric_limits<double>::quiet_NaN()));
  BOOST_TEST(subset(interval(1, 2), interval(1, 2)));
  BOOST_TEST(!subset(interval(1, 2), interval(1.5, 3)));
  BOOST_TEST(subset(interval(1, infinity), whole));
}

BOOST_AUTO_TEST_CASE(comparisons_say_what_they_know) {
  const interval a(1, 2), b(1.5, 3), c(2, 4), d(5, infinity);
  BOOST_TEST(!certainly_less(a, b));
  BOOST_TEST(!certainly_less(b, a));
  BOOST_TEST(possibly_less(a, b));
  BOOST_TEST(possibly_less(b, a));
  BOOST_TEST(!certainly_less(a, c));
  BOOST_TEST(certainly_less_equal(a, c));
  BOOST_TEST(!possibly_less(c, a));
  BOOST_TEST(possibly_less_equal(c, a));
  BOOST_TEST(certainly_less(a, d));
  BOOST_TEST(!certainly_less(d, d));
  BOOST_TEST(!possibly_less(interval(1), interval(1)));
}

BOOST_AUTO_TEST_SUITE_END()
