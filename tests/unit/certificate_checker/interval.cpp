// Every operation encloses what fractions give, and not much more.
#include "mixcert/certificate/checker/interval.hpp"
#include "support/global_locale.hpp"
#include "support/thread_memory.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <random>
#include <stdexcept>
#include <string>

namespace checker = mixcert::checker;
using checker::interval;
using checker::position;
using checker::rational;

namespace {

constexpr mpfr_prec_t bits = 64;

bool holds(const interval& x, const rational& value) {
  return mpfr_cmp_q(x.lower(), value.get_mpq_t()) <= 0 && mpfr_cmp_q(x.upper(), value.get_mpq_t()) >= 0;
}

/// By at most 2^-places of the larger of the numbers and 2^-20.
bool is_narrow(const interval& x, long places) {
  interval width(256);
  mpfr_sub(width.upper(), x.upper(), x.lower(), MPFR_RNDU);
  return !is_less(scaled(max(abs(x), interval(checker::power_of_two(-20), bits)), -places), width);
}

/// Fractions of either sign, zero and powers of two among them, and intervals around them: a point, or wide enough to
/// hold zero now and then.
class source {
 public:
  rational fraction() {
    const long numerator = whole(-40, 40);
    return rational(numerator, whole(1, 40));
  }
  long whole(long least, long greatest) { return std::uniform_int_distribution<long>(least, greatest)(engine_); }

 private:
  std::mt19937_64 engine_{7};
};

struct enclosed {
  interval x;
  std::array<rational, 3> members; ///< its ends and one between
};

enclosed next(source& s) {
  const rational a = s.fraction(), b = s.whole(0, 2) == 0 ? a : s.fraction();
  const rational low = a < b ? a : b, high = a < b ? b : a;
  return {interval(low, high, bits), {low, high, rational((2 * low + high) / 3)}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(intervals)

BOOST_AUTO_TEST_CASE(arithmetic_encloses_fractions) {
  source s;
  for (int round = 0; round < 2000; ++round) {
    const enclosed a = next(s), b = next(s), c = next(s);
    const interval sum = a.x + b.x, difference = a.x - b.x, product = a.x * b.x, quotient = a.x / b.x;
    interval added = c.x;
    add_product(added, a.x, b.x);
    for (const rational& x : a.members) {
      BOOST_TEST(holds(-a.x, -x));
      BOOST_TEST(holds(abs(a.x), x < 0 ? rational(-x) : x));
      BOOST_TEST(holds(square(a.x), rational(x * x)));
      BOOST_TEST(holds(a.x * 3 - 7, rational(3 * x - 7)));
      BOOST_TEST(holds(scaled(a.x, -70), rational(x * checker::power_of_two(-70))));
      for (const rational& y : b.members) {
        BOOST_TEST(holds(sum, rational(x + y)));
        BOOST_TEST(holds(difference, rational(x - y)));
        BOOST_TEST(holds(product, rational(x * y)));
        if (y != 0) BOOST_TEST(holds(quotient, rational(x / y)));
        BOOST_TEST(holds(max(a.x, b.x), x < y ? y : x));
        for (const rational& z : c.members) BOOST_TEST(holds(added, rational(z + x * y)));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(quotients_that_fit_are_points) {
  for (const long x : {-49L, -21L, 0L, 7L, 35L}) {
    const interval quotient = interval(x, bits) / 7;
    BOOST_TEST(is_zero(quotient - x / 7));
    BOOST_TEST(is_zero(interval(x, bits) / -7 + x / 7));
  }
}

BOOST_AUTO_TEST_CASE(logarithms) {
  const interval two = log(interval(rational(2), rational(4), bits)); // ln 2 to ln 4
  BOOST_TEST(holds(two, rational(7, 10)));
  BOOST_TEST(holds(two, rational(138, 100)));
  BOOST_TEST(!holds(two, rational(69, 100)));
  BOOST_TEST(!holds(two, rational(139, 100)));
  BOOST_TEST(is_zero(log(interval(1, bits))));
  BOOST_TEST(!is_bounded(log(interval(bits))));
  BOOST_TEST(!is_bounded(log(interval(rational(-1), rational(4), bits))));
}

BOOST_AUTO_TEST_CASE(points_give_narrow_results) {
  source s;
  for (int round = 0; round < 2000; ++round) {
    const rational x = s.fraction(), y = s.fraction();
    const interval a(x, bits), b(y, bits);
    BOOST_TEST(is_narrow(a + b, bits - 12));
    BOOST_TEST(is_narrow(a - b, bits - 12));
    BOOST_TEST(is_narrow(a * b, bits - 4));
    if (y != 0) BOOST_TEST(is_narrow(a / b, bits - 4));
    BOOST_TEST(is_narrow(exp(a), bits - 12));
    BOOST_TEST(is_narrow(tanh(a), bits - 4));
    BOOST_TEST(is_narrow(sqrt(abs(a)), bits - 4));
  }
}

BOOST_AUTO_TEST_CASE(functions_enclose) {
  source s;
  for (int round = 0; round < 500; ++round) {
    const rational x = s.fraction() / 8;
    const interval a(x, bits), fine(x, 4 * bits);
    // e^x e^-x = 1, tanh x = (e^2x - 1)/(e^2x + 1), sqrt(x^2) = |x|
    BOOST_TEST(holds(exp(a) * exp(-a), rational(1)));
    BOOST_TEST(!is_less(tanh(a), (exp(fine * 2) - 1) / (exp(fine * 2) + 1)));
    BOOST_TEST(!is_less((exp(fine * 2) - 1) / (exp(fine * 2) + 1), tanh(a)));
    BOOST_TEST(holds(sqrt(interval(rational(x * x), bits)), x < 0 ? rational(-x) : x));
  }
  BOOST_TEST(holds(exp(interval(bits)), rational(1)));
}

BOOST_AUTO_TEST_CASE(without_a_finite_result_nothing_is_known) {
  const interval zero(bits), around(rational(-1), rational(1), bits), one(1, bits), none = one / zero;
  for (const interval& x : {none, one / around, sqrt(interval(-1, bits)), sqrt(around), none - none, none + one,
                            none * around, exp(none), square(none), max(none, one)}) {
    BOOST_TEST(!is_bounded(x));
    BOOST_TEST((position_in(x, -1, 1) == position::across));
    BOOST_TEST((position_below(x, 1) == position::across));
    BOOST_TEST(!is_less(x, x));
  }
  interval sum = one;
  add_product(sum, none, one);
  BOOST_TEST(!is_bounded(sum));
  BOOST_TEST(is_zero(none * zero)); // an interval holds a number, however little is known of it
}

BOOST_AUTO_TEST_CASE(positions) {
  const interval x(rational(1, 4), rational(1, 2), bits);
  BOOST_TEST((position_in(x, rational(1, 4), rational(1, 2)) == position::inside));
  BOOST_TEST((position_in(x, rational(1, 3), 1) == position::across));
  BOOST_TEST((position_in(x, rational(1, 2), 1) == position::across));
  BOOST_TEST((position_in(x, rational(3, 4), 1) == position::outside));
  BOOST_TEST((position_in(x, -1, 0) == position::outside));
  BOOST_TEST((position_below(x, rational(1, 2)) == position::inside));
  BOOST_TEST((position_below(x, rational(1, 4)) == position::across));
  BOOST_TEST((position_below(x, rational(1, 8)) == position::outside));
  BOOST_TEST(is_less(x, interval(rational(3, 4), bits)));
  BOOST_TEST(!is_less(x, interval(rational(1, 2), bits)));
  BOOST_TEST(is_positive(x));
  BOOST_TEST(!is_positive(interval(bits)));
  BOOST_TEST(is_zero(interval(bits)));
  BOOST_TEST(!is_zero(interval(rational(0), rational(1), bits)));
}

// MPFR keeps constants and spare numbers for each thread.
BOOST_AUTO_TEST_CASE(threads_leave_no_memory_behind) {
  const auto work = [] { log(exp(interval(3, bits))); };
  work();
  long left = 0;
  {
    const mixcert::test::counted_memory memory;
    left = memory.left_by(work);
  }
  BOOST_TEST(left == 0);
}

BOOST_AUTO_TEST_CASE(texts_are_the_same_in_every_locale) {
  const interval third(rational(1, 3), 60), large(rational(checker::power_of_two(200)), 60);
  const std::string expected = text(third) + text(large);
  BOOST_TEST(expected.starts_with("[0.3333333333333333"), expected);
  std::string actual;
  try {
    const mixcert::test::global_locale comma(std::locale("de_DE.UTF-8"));
    actual = text(third) + text(large);
  } catch (const std::runtime_error&) {
    BOOST_TEST_MESSAGE("SKIPPED: the locale de_DE.UTF-8 is not installed");
    return;
  }
  BOOST_TEST(actual == expected);
}

BOOST_AUTO_TEST_SUITE_END()
