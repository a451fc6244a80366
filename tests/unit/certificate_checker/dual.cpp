// Values and derivatives of functions of one direction.
#include "mixcert/certificate/checker/dual.hpp"

#include <boost/test/unit_test.hpp>
#include <functional>

namespace checker = mixcert::checker;
using checker::dual;
using checker::interval;
using checker::rational;
using checker::softmax;

namespace {

constexpr mpfr_prec_t bits = 256;

dual moving(const rational& x, long slope = 1) { return {interval(x, bits), interval(slope, bits)}; }

bool holds(const interval& x, const rational& value) {
  return is_bounded(x) && mpfr_cmp_q(x.lower(), value.get_mpq_t()) <= 0 &&
         mpfr_cmp_q(x.upper(), value.get_mpq_t()) >= 0;
}

/// To 2^-places of its size. Requires that zero is none of its members.
bool is_relatively_narrow(const interval& x, long places) {
  interval width(bits);
  mpfr_sub(width.upper(), x.upper(), x.lower(), MPFR_RNDU);
  return is_less(width, scaled(abs(x), -places));
}

bool overlap(const interval& a, const interval& b) { return !is_less(a, b) && !is_less(b, a); }

/// That the derivative lies between what a central difference of step h allows: an error of at most h.
void check_derivative(const std::function<dual(const dual&)>& f, const rational& x) {
  const rational h = checker::power_of_two(-60);
  const interval up = f(moving(rational(x + h))).value, down = f(moving(rational(x - h))).value;
  const interval quotient = (up - down) / interval(rational(2 * h), bits);
  BOOST_TEST(overlap(f(moving(x)).slope, quotient + interval(-h, h, bits)));
}

} // namespace

BOOST_AUTO_TEST_SUITE(duals)

BOOST_AUTO_TEST_CASE(rational_functions_are_those_of_fractions) {
  for (const rational& x : {rational(2, 3), rational(-5, 7), rational(4)}) {
    const dual a = moving(x), y = (a * a + 1) / (a * 3 - interval(5, bits)) - a;
    const rational denominator = 3 * x - 5, numerator = x * x + 1;
    BOOST_TEST(holds(y.value, rational(numerator / denominator - x)));
    BOOST_TEST(holds(y.slope, rational((2 * x * denominator - 3 * numerator) / (denominator * denominator) - 1)));
    const dual inverse = 1 / (-a);
    BOOST_TEST(holds(inverse.value, rational(-1 / x)));
    BOOST_TEST(holds(inverse.slope, rational(1 / (x * x))));
  }
  const dual root = sqrt(moving(rational(9, 4), 5));
  BOOST_TEST(holds(root.value, rational(3, 2)));
  BOOST_TEST(holds(root.slope, rational(5, 3)));
}

BOOST_AUTO_TEST_CASE(sigmoids_of_huge_numbers_are_bounded) {
  const rational huge = checker::power_of_two(900), none = 0, one = 1;
  const dual down = sigmoid(moving(rational(-huge))), up = sigmoid(moving(huge));
  BOOST_TEST((holds(down.slope, none) && holds(up.slope, none) && holds(down.value, none) && holds(up.value, one)));
}

BOOST_AUTO_TEST_CASE(derivatives_of_functions) {
  for (const rational& x : {rational(0), rational(1, 3), rational(-7, 5), rational(3)}) {
    check_derivative([](const dual& a) { return exp(a) / interval(32, bits); }, x);
    check_derivative([](const dual& a) { return tanh(a); }, x);
    check_derivative([](const dual& a) { return sigmoid(a); }, x);
    for (std::size_t k = 0; k < 3; ++k)
      check_derivative([&](const dual& a) { return softmax({a, a * a * interval(rational(1, 8), bits), -a})[k]; }, x);
  }
}

BOOST_AUTO_TEST_CASE(derivatives_are_relative_where_functions_are_saturated) {
  for (const long x : {10000L, -10000L}) {
    BOOST_TEST(is_relatively_narrow(tanh(moving(x)).slope, bits - 30));
    BOOST_TEST(is_relatively_narrow(sigmoid(moving(x)).slope, bits - 30));
    for (const dual& p : softmax({moving(x), moving(0, 0), moving(-20000, 0)})) {
      BOOST_TEST(is_relatively_narrow(p.value, bits - 30));
      BOOST_TEST(is_relatively_narrow(p.slope, bits - 30));
    }
  }
}

BOOST_AUTO_TEST_CASE(softmax_sums_to_one) {
  const std::vector<dual> p = softmax({moving(rational(1, 3), 2), moving(5, -1), moving(-2, 0), moving(0, 7)});
  dual sum = p[0];
  for (std::size_t k = 1; k < p.size(); ++k) sum += p[k];
  BOOST_TEST(holds(sum.value, rational(1)));
  BOOST_TEST(holds(sum.slope, rational(0)));
  const std::vector<dual> equal = softmax({moving(3), moving(3, 0), moving(3, 0)});
  for (const dual& q : equal) BOOST_TEST(holds(q.value, rational(1, 3)));
  BOOST_TEST(holds(equal[0].slope, rational(2, 9)));
  BOOST_TEST(holds(equal[1].slope, rational(-1, 9)));
  const dual only = softmax({moving(7)}).front();
  BOOST_TEST(holds(only.value, rational(1)));
  BOOST_TEST(is_zero(only.slope));
}

BOOST_AUTO_TEST_SUITE_END()
