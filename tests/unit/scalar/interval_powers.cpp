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

const interval whole(-infinity, infinity);

interval random_interval(number_source& source) {
  const auto [a, b] = source.pair();
  return interval(std::min(a, b), std::max(a, b));
}

// Whether `result` is the least interval that holds all values; exact::is_down and is_up look at both neighbours.
bool is_hull(const interval& result, std::vector<mpq_class> values) {
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  return exact::is_down(result.lower(), *least) && exact::is_up(result.upper(), *greatest);
}

mpq_class power(mpq_class x, int n) {
  if (n < 0) return power(1 / x, -n);
  mpq_class r = 1;
  for (; n > 0; --n) r *= x;
  return r;
}

// Over an interval without zero, or with n >= 0, a power is monotone on each side of zero.
std::vector<mpq_class> extreme_powers(const interval& x, int n) {
  std::vector<mpq_class> values = {power(mpq_class(x.lower()), n), power(mpq_class(x.upper()), n)};
  if (contains(x, 0)) values.push_back(power(0, n));
  return values;
}

} // namespace

BOOST_AUTO_TEST_SUITE(interval_powers)

BOOST_AUTO_TEST_CASE(fma_is_the_hull) {
  number_source source(11);
  int wrong = 0;
  for (int i = 0; i < 20'000; ++i) {
    const interval x = random_interval(source), y = random_interval(source);
    // Often so that x y and z cancel or meet at the ends of the range.
    const interval z = i % 2 == 0 ? random_interval(source) : -(x * y);
    if (!(mixcert::magnitude(z) <= largest)) continue;
    std::vector<mpq_class> corners;
    for (const double a : {x.lower(), x.upper()})
      for (const double b : {y.lower(), y.upper()})
        for (const double c : {z.lower(), z.upper()}) corners.push_back(mpq_class(a) * b + c);
    wrong += !is_hull(fma(x, y, z), corners);
  }
  BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_CASE(fma_rounds_once) {
  const interval x(1 + 0x1p-52), y(1 - 0x1p-52), minus_one(-1);
  BOOST_TEST(same(fma(x, y, minus_one), -0x1p-104, -0x1p-104));
  BOOST_TEST(!same(x * y + minus_one, -0x1p-104, -0x1p-104));
}

BOOST_AUTO_TEST_CASE(fma_of_unbounded_sets) {
  const interval zero(0), ray(1, infinity);
  BOOST_TEST(same(fma(zero, whole, interval(3)), 3, 3));
  BOOST_TEST(same(fma(ray, ray, -ray), -infinity, infinity));
  BOOST_TEST(same(fma(ray, ray, interval(-1, infinity)), 0, infinity));
  BOOST_TEST(same(fma(-ray, -ray, interval(1)), 2, infinity));
  BOOST_TEST(same(fma(interval(largest), interval(2), interval(-largest)), largest, largest));
}

BOOST_AUTO_TEST_CASE(powers_are_the_hull) {
  number_source source(12);
  int wrong = 0;
  for (int i = 0; i < 20'000; ++i) {
    const interval x = random_interval(source);
    const int n = static_cast<int>(source.integer(-9, 9));
    if (n < 0 && contains(x, 0)) continue;
    wrong += !is_hull(pown(x, n), extreme_powers(x, n));
  }
  BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_CASE(negative_powers_of_what_holds_zero) {
  BOOST_TEST(same(pown(interval(-2, 4), -1), -infinity, infinity));
  BOOST_TEST(same(pown(interval(-2, 4), -2), 0.0625, infinity));
  BOOST_TEST(same(pown(interval(0, 4), -1), 0.25, infinity));
  BOOST_TEST(same(pown(interval(-4, 0), -1), -infinity, -0.25));
  BOOST_TEST(same(pown(interval(-4, 0), -2), 0.0625, infinity));
  BOOST_CHECK_THROW(pown(interval(0), -1), std::domain_error);
  BOOST_CHECK_THROW(pown(interval(0), -2), std::domain_error);
}

BOOST_AUTO_TEST_CASE(powers_at_the_ends_of_the_range) {
  BOOST_TEST(same(pown(whole, 0), 1, 1));
  BOOST_TEST(same(pown(interval(0), 0), 1, 1));
  BOOST_TEST(same(pown(whole, 2), 0, infinity));
  BOOST_TEST(same(pown(whole, 3), -infinity, infinity));
  BOOST_TEST(same(pown(interval(2, infinity), -3), 0, 0.125));
  BOOST_TEST(same(pown(interval(smallest), 2), 0, smallest));
  BOOST_TEST(same(pown(interval(-largest), 3), -infinity, -largest));
  BOOST_TEST(same(pown(interval(2), std::numeric_limits<int>::max()), largest, infinity));
  BOOST_TEST(same(pown(interval(2), std::numeric_limits<int>::min()), 0, smallest));
}

BOOST_AUTO_TEST_SUITE_END()
