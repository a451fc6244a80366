#include "mixcert/scalar/directed.hpp"

#include "exact.hpp"
#include "number_source.hpp"

#include <boost/test/unit_test.hpp>
#include <mpfr.h>

namespace {

using namespace mixcert;
using exact::infinity;
using exact::largest;
using exact::smallest;

using operation = double (*)(double, double);
using oracle = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

constexpr int pairs = 2'000'000;

// MPFR's result at 53 bits in a wider exponent range, then brought to binary64 in the same direction.
class reference {
 public:
  reference() { mpfr_inits2(53, a_, b_, result_, static_cast<mpfr_ptr>(nullptr)); }
  ~reference() { mpfr_clears(a_, b_, result_, static_cast<mpfr_ptr>(nullptr)); }
  reference(const reference&) = delete;
  reference& operator=(const reference&) = delete;

  double operator()(oracle f, double a, double b, mpfr_rnd_t direction) {
    mpfr_set_d(a_, a, MPFR_RNDN);
    mpfr_set_d(b_, b, MPFR_RNDN);
    f(result_, a_, b_, direction);
    return mpfr_get_d(result_, direction);
  }

 private:
  mpfr_t a_, b_, result_;
};

int root(mpfr_ptr result, mpfr_srcptr a, mpfr_srcptr, mpfr_rnd_t direction) { return mpfr_sqrt(result, a, direction); }

int disagreements(operation f, oracle g, mpfr_rnd_t direction, bool (*defined)(double, double)) {
  number_source source(20240601);
  reference expected;
  int wrong = 0;
  for (int i = 0; i < pairs; ++i) {
    const auto [a, b] = source.pair();
    if (!defined(a, b)) continue;
    const double value = f(a, b);
    if (value == expected(g, a, b, direction)) continue;
    if (++wrong == 1) BOOST_TEST_MESSAGE(std::hexfloat << "first at " << a << ", " << b << ": " << value);
  }
  return wrong;
}

bool always(double, double) { return true; }
bool divisible(double, double b) { return b != 0; }
bool has_root(double a, double) { return a >= 0; }

mpq_class value_of(const char* name, double a, double b) {
  switch (*name) {
  case '+':
    return mpq_class(exact::rational(a) + exact::rational(b));
  case '-':
    return mpq_class(exact::rational(a) - exact::rational(b));
  case '*':
    return mpq_class(exact::rational(a) * exact::rational(b));
  default:
    return mpq_class(exact::rational(a) / exact::rational(b));
  }
}

// How many results are not the directed rounding of the rational value; MPFR has no part in it.
int failures(operation f, const char* name, bool down, int count) {
  number_source source(7);
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    const auto [a, b] = source.pair();
    if (*name == '/' && b == 0) continue;
    const mpq_class value = value_of(name, a, b);
    const double result = f(a, b);
    wrong += !(down ? exact::is_down(result, value) : exact::is_up(result, value));
  }
  return wrong;
}

} // namespace

BOOST_AUTO_TEST_SUITE(directed)

BOOST_AUTO_TEST_CASE(agrees_with_mpfr) {
  BOOST_TEST(disagreements(add_down, mpfr_add, MPFR_RNDD, always) == 0);
  BOOST_TEST(disagreements(add_up, mpfr_add, MPFR_RNDU, always) == 0);
  BOOST_TEST(disagreements(sub_down, mpfr_sub, MPFR_RNDD, always) == 0);
  BOOST_TEST(disagreements(sub_up, mpfr_sub, MPFR_RNDU, always) == 0);
  BOOST_TEST(disagreements(mul_down, mpfr_mul, MPFR_RNDD, always) == 0);
  BOOST_TEST(disagreements(mul_up, mpfr_mul, MPFR_RNDU, always) == 0);
  BOOST_TEST(disagreements(div_down, mpfr_div, MPFR_RNDD, divisible) == 0);
  BOOST_TEST(disagreements(div_up, mpfr_div, MPFR_RNDU, divisible) == 0);
  BOOST_TEST(disagreements([](double a, double) { return sqrt_down(a); }, root, MPFR_RNDD, has_root) == 0);
  BOOST_TEST(disagreements([](double a, double) { return sqrt_up(a); }, root, MPFR_RNDU, has_root) == 0);
}

BOOST_AUTO_TEST_CASE(agrees_with_rationals) {
  constexpr int count = 50'000;
  BOOST_TEST(failures(add_down, "+", true, count) == 0);
  BOOST_TEST(failures(add_up, "+", false, count) == 0);
  BOOST_TEST(failures(sub_down, "-", true, count) == 0);
  BOOST_TEST(failures(sub_up, "-", false, count) == 0);
  BOOST_TEST(failures(mul_down, "*", true, count) == 0);
  BOOST_TEST(failures(mul_up, "*", false, count) == 0);
  BOOST_TEST(failures(div_down, "/", true, count) == 0);
  BOOST_TEST(failures(div_up, "/", false, count) == 0);
}

BOOST_AUTO_TEST_CASE(the_checks_reject_what_is_not_directed) {
  const operation nearest = [](double a, double b) { return a + b; };
  const operation one_too_far = [](double a, double b) { return std::nextafter(add_down(a, b), -infinity); };
  const operation residual_underflows = [](double a, double b) {
    const double p = a * b;
    return std::fma(a, b, -p) < 0 ? std::nextafter(p, -infinity) : p;
  };
  BOOST_TEST(failures(nearest, "+", true, 1000) > 0);
  BOOST_TEST(failures(one_too_far, "+", true, 1000) > 0);
  BOOST_TEST(failures(residual_underflows, "*", true, 10'000) > 0);
  BOOST_TEST(disagreements(nearest, mpfr_add, MPFR_RNDD, always) > 0);
  BOOST_TEST(disagreements(residual_underflows, mpfr_mul, MPFR_RNDD, always) > 0);
}

BOOST_AUTO_TEST_CASE(underflow) {
  BOOST_TEST(mul_up(smallest, 0.5) == smallest);
  BOOST_TEST(mul_down(smallest, 0.5) == 0);
  BOOST_TEST(mul_down(-smallest, 0.5) == -smallest);
  BOOST_TEST(mul_up(smallest, smallest) == smallest);
  BOOST_TEST(mul_down(smallest, -smallest) == -smallest);
  BOOST_TEST(mul_up(smallest, 1.5) == 2 * smallest);
  BOOST_TEST(div_up(smallest, largest) == smallest);
  BOOST_TEST(div_down(smallest, largest) == 0);
  BOOST_TEST(div_down(-1, largest) == -std::nextafter(0x1p-1024, 1));
  BOOST_TEST(mul_down(0, largest) == 0);
  BOOST_TEST(mul_up(0, -smallest) == 0);
}

BOOST_AUTO_TEST_CASE(overflow) {
  BOOST_TEST(add_down(largest, largest) == largest);
  BOOST_TEST(add_up(largest, largest) == infinity);
  BOOST_TEST(add_up(-largest, -largest) == -largest);
  BOOST_TEST(add_down(-largest, -largest) == -infinity);
  BOOST_TEST(add_up(largest, smallest) == infinity);
  BOOST_TEST(add_down(largest, smallest) == largest);
  BOOST_TEST(add_down(largest, -smallest) == std::nextafter(largest, 0));
  BOOST_TEST(sub_down(largest, largest) == 0);
  BOOST_TEST(mul_down(largest, 2) == largest);
  BOOST_TEST(mul_up(largest, -2) == -largest);
  BOOST_TEST(div_down(largest, 0.5) == largest);
  BOOST_TEST(div_up(largest, smallest) == infinity);
}

BOOST_AUTO_TEST_CASE(infinite_arguments_are_limits) {
  BOOST_TEST(add_down(infinity, 1) == infinity);
  BOOST_TEST(add_up(-infinity, largest) == -infinity);
  BOOST_TEST(mul_down(infinity, infinity) == infinity);
  BOOST_TEST(mul_up(infinity, -smallest) == -infinity);
  BOOST_TEST(div_down(1, infinity) == 0);
  BOOST_TEST(div_up(1, infinity) == 0);
  BOOST_TEST(div_up(-infinity, 2) == -infinity);
  BOOST_TEST(sqrt_down(infinity) == infinity);
  BOOST_TEST(sqrt_up(infinity) == infinity);
}

BOOST_AUTO_TEST_CASE(undefined_results_are_nan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const operation f : {add_down, add_up, sub_down, sub_up, mul_down, mul_up, div_down, div_up}) {
    BOOST_TEST(std::isnan(f(nan, 1)));
    BOOST_TEST(std::isnan(f(1, nan)));
    BOOST_TEST(std::isnan(f(nan, infinity)));
  }
  BOOST_TEST(std::isnan(add_down(infinity, -infinity)));
  BOOST_TEST(std::isnan(sub_up(infinity, infinity)));
  BOOST_TEST(std::isnan(mul_down(0, infinity)));
  BOOST_TEST(std::isnan(div_up(infinity, infinity)));
  BOOST_TEST(std::isnan(div_down(0, 0)));
  BOOST_TEST(std::isnan(div_up(1, 0)));
  BOOST_TEST(std::isnan(div_down(infinity, -0.0)));
  for (const auto f : {sqrt_down, sqrt_up}) {
    BOOST_TEST(std::isnan(f(-1)));
    BOOST_TEST(std::isnan(f(-infinity)));
    BOOST_TEST(std::isnan(f(nan)));
  }
}

BOOST_AUTO_TEST_CASE(roots_bracket_their_squares) {
  number_source source(11);
  int wrong = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double a = std::abs(source.any());
    const mpq_class below(sqrt_down(a)), above(sqrt_up(a)), square(a);
    const bool equal = below == above;
    wrong += !(below * below <= square && square <= above * above && equal == (below * below == square));
  }
  BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_CASE(neighbours_are_those_of_the_standard) {
  number_source source(13);
  for (int i = 0; i < 10'000; ++i) {
    const double x = source.any();
    if (next_up(x) != std::nextafter(x, infinity)) BOOST_TEST(next_up(x) == std::nextafter(x, infinity));
    if (next_down(x) != std::nextafter(x, -infinity)) BOOST_TEST(next_down(x) == std::nextafter(x, -infinity));
  }
  BOOST_TEST(next_up(-0.0) == smallest);
  BOOST_TEST(next_down(0.0) == -smallest);
  BOOST_TEST(next_up(largest) == infinity);
  BOOST_TEST(next_up(infinity) == infinity);
  BOOST_TEST(next_down(infinity) == largest);
  BOOST_TEST(next_up(-infinity) == -largest);
  BOOST_TEST(std::isnan(next_up(std::numeric_limits<double>::quiet_NaN())));
}

BOOST_AUTO_TEST_CASE(products_are_not_contracted) {
  const volatile double x = 1 + 0x1p-30;
  const double p = x * x;
  BOOST_TEST(std::fma(x, x, -p) == 0x1p-60);
  BOOST_TEST(x * x - p == 0);
}

BOOST_AUTO_TEST_SUITE_END()
