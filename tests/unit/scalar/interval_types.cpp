// What must not compile: enclosures and guesses do not mix, and intervals have no order.
#include "mixcert/scalar/float64.hpp"
#include "mixcert/scalar/interval.hpp"

#include <boost/test/unit_test.hpp>
#include <type_traits>

namespace {

using mixcert::interval;

template <class A, class B>
concept addable = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept multipliable = requires(A a, B b) {
  a* b;
};
template <class A, class B>
concept accumulable = requires(A a, B b) {
  a += b;
};
template <class A, class B>
concept ordered = requires(A a, B b) {
  a < b;
}
|| requires(A a, B b) { a <= b; };
template <class A, class B>
concept equatable = requires(A a, B b) {
  a == b;
};

static_assert(std::is_constructible_v<interval, double>);
static_assert(!std::is_convertible_v<double, interval>);
static_assert(!std::is_convertible_v<int, interval>);
static_assert(!std::is_convertible_v<interval, double>);
static_assert(!std::is_constructible_v<double, interval>);
static_assert(!std::is_constructible_v<bool, interval>);
static_assert(!std::is_constructible_v<interval, long>);
static_assert(!std::is_constructible_v<interval, unsigned long long>);
static_assert(!std::is_constructible_v<interval, long double>);
static_assert(!std::is_default_constructible_v<interval>);
static_assert(std::is_trivially_copyable_v<interval>);

static_assert(addable<interval, interval>);
static_assert(!addable<interval, double>);
static_assert(!addable<double, interval>);
static_assert(!addable<interval, int>);
static_assert(!multipliable<interval, double>);
static_assert(!multipliable<double, interval>);
static_assert(!accumulable<interval&, double>);
static_assert(!accumulable<double&, interval>);
static_assert(!ordered<interval, interval>);
static_assert(!ordered<interval, double>);
static_assert(!equatable<interval, interval>);

// One template for every scalar, written as the mixers are.
template <class S> S every_function(const mixcert::context<S>& numbers, const S& x) {
  using namespace mixcert;
  S y = numbers.exact(0.5) * x + sqr(x) / numbers.exact(3) - exp(-x);
  y += tanh(y) * sech(y) + log(fma(x, x, numbers.exact(1)));
  y -= sigmoid(y) * pown(x, 3);
  y -= sqrt(abs(y));
  return certainly_less(x, numbers.exact(0)) || possibly_less_equal(y, x) ? min(x, y) : max(x, y);
}

} // namespace

BOOST_AUTO_TEST_SUITE(interval_types)

BOOST_AUTO_TEST_CASE(a_guess_lies_near_its_enclosure) {
  for (const double x : {-2.0, -0.3, 0.0, 0.7, 5.0}) {
    const double guess = every_function(mixcert::context<mixcert::float64>{}, x);
    const interval enclosure = every_function(mixcert::context<interval>{}, interval(x));
    BOOST_TEST(contains(enclosure + interval(-1e-12, 1e-12), guess));
    BOOST_TEST(width_up(enclosure) < 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(sech_guess_does_not_overflow) {
  BOOST_TEST(mixcert::sech(0.0) == 1);
  BOOST_TEST(mixcert::sech(-720.0) > 0);
  BOOST_TEST(mixcert::sech(1e300) == 0);
}

BOOST_AUTO_TEST_SUITE_END()
