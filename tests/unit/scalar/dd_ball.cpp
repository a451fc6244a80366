// Balls of double-double numbers as a scalar: what they hold, and that their radii are needed (T26).
#include "dd_ball_source.hpp"

#include "mixcert/scalar/scalar.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

namespace {

using namespace mixcert;
using namespace dd_ball_tests;

constexpr mpfr_prec_t bits = 400;
const context<dd_ball> numbers;

mp_interval value(const dd_ball& x) { return to_mp_interval(dd_ball{x.high, x.low, 0}, bits); }
mp_interval expm1_of(const mp_interval& x) { return exp(x) - exactly(1, bits); }
mp_interval rho_rho(const mp_interval& x) { return sigmoid(x) * sigmoid(-x); }

/// A function of one number, its relative radius at points by T26, and how much less would not do.
struct function {
  std::string name;
  dd_ball (*ball)(const dd_ball&);
  mp_interval (*exact)(const mp_interval&);
  kind of;
  double relative_radius, needed;
};

const std::vector<function> functions = {
    {"sqr", [](const dd_ball& x) { return sqr(x); }, sqr, kind::wide, 0x1.01p-102, 0.11},
    {"sqrt", [](const dd_ball& x) { return sqrt(abs(x)); }, [](const mp_interval& x) { return sqrt(abs(x)); },
     kind::wide, 0x1.01p-102, 0.1},
    {"exp", [](const dd_ball& x) { return exp(x); }, exp, kind::near_one, 0x1p-100, 0.05},
    {"expm1", [](const dd_ball& x) { return expm1(x); }, expm1_of, kind::near_one, 0x1p-99, 0.02},
    {"tanh", [](const dd_ball& x) { return tanh(x); }, tanh, kind::near_one, 0x1p-99, 0.02},
    {"sech", [](const dd_ball& x) { return sech(x); }, sech, kind::near_one, 0x1p-98, 0.02},
    {"sigmoid", [](const dd_ball& x) { return sigmoid(x); }, sigmoid, kind::near_one, 0x1p-99, 0.02},
    {"sech squared", [](const dd_ball& x) { return tanh_and_sech_squared(x).derivative; },
     [](const mp_interval& x) { return sqr(sech(x)); }, kind::near_one, 0x1p-98, 0.02},
    {"rho rho", [](const dd_ball& x) { return sigmoid_and_derivative(x).derivative; }, rho_rho, kind::near_one, 0x1p-98,
     0.02}};

/// Of two numbers.
struct operation {
  std::string name;
  dd_ball (*ball)(const dd_ball&, const dd_ball&);
  mp_interval (*exact)(const mp_interval&, const mp_interval&);
  double relative_radius, needed;
};

const std::vector<operation> operations = {
    {"sum", [](const dd_ball& x, const dd_ball& y) { return x + y; },
     [](const mp_interval& x, const mp_interval& y) { return x + y; }, 0x1.01p-103, 0.12},
    {"product", [](const dd_ball& x, const dd_ball& y) { return x * y; },
     [](const mp_interval& x, const mp_interval& y) { return x * y; }, 0x1.01p-102, 0.11},
    {"quotient", [](const dd_ball& x, const dd_ball& y) { return x / y; },
     [](const mp_interval& x, const mp_interval& y) { return x / y; }, 0x1.01p-101, 0.08},
    {"times exact", [](const dd_ball& x, const dd_ball& y) { return times_exact(x, y.high); },
     [](const mp_interval& x, const mp_interval& y) { return x * exactly(to_double(midpoint(y, 53)), bits); },
     0x1.01p-103, 0.12}};

/// Which part of its radius the error is.
double part(const dd_ball& r, const mp_interval& exact) {
  const mp_interval d = distance(r, exact) / exactly(r.radius, bits);
  return to_interval(d).upper();
}

} // namespace

BOOST_AUTO_TEST_SUITE(balls_of_double_doubles)

BOOST_AUTO_TEST_CASE(of_two_hold_and_are_no_wider_than_needed) {
  ball_source random(1);
  for (const operation& f : operations) {
    double largest = 0;
    for (int k = 0; k < 30000; ++k) {
      const dd_ball x = random.point(kind::wide),
                    y = k % 3 == 0 ? dd_ball{-x.high, x.low, 0} : random.point(kind::near_one);
      const dd_ball r = f.ball(x, y);
      const mp_interval exact = f.exact(value(x), value(y));
      const double share = r.radius == 0 ? 0 : part(r, exact);
      largest = std::max(largest, share);
      if (!(is_finite(r) && holds(r, exact) && share <= 1 && r.radius <= f.relative_radius * std::fabs(r.high)))
        BOOST_ERROR(f.name << " of " << x.high << " and " << y.high << ": radius " << r.radius);
    }
    BOOST_TEST(largest > f.needed, f.name << ": " << largest);
  }
}

BOOST_AUTO_TEST_CASE(of_one_hold_and_are_no_wider_than_needed) {
  ball_source random(2);
  for (const function& f : functions) {
    double largest = 0;
    for (int k = 0; k < 5000; ++k) {
      const dd_ball x = random.point(f.of), r = f.ball(x);
      const mp_interval exact = f.exact(value(x));
      largest = std::max(largest, part(r, exact));
      if (!(is_finite(r) && holds(r, exact) && r.radius <= f.relative_radius * std::fabs(r.high)))
        BOOST_ERROR(f.name << " of " << x.high << ": radius " << r.radius);
    }
    BOOST_TEST(largest > f.needed, f.name << ": " << largest);
    BOOST_TEST(largest <= 1, f.name);
  }
}

// What the polynomial leaves out is most of the radius at the end of its range.
BOOST_AUTO_TEST_CASE(polynomial_of_small_numbers) {
  ball_source random(3);
  for (int k = 0; k < 2000; ++k) {
    const dd_ball x = numbers.exact(random.uniform(-0.125, 0.125));
    BOOST_TEST(holds(expm1_of_small(x), expm1_of(value(x))));
  }
  const dd_ball end = numbers.exact(0.125);
  BOOST_TEST(part(expm1_of_small(end), expm1_of(value(end))) > 0.5);
}

// As far as binary64 reaches, with the accuracy of each; then as much as is known.
BOOST_AUTO_TEST_CASE(of_large_numbers) {
  ball_source random(4);
  for (int k = 0; k < 3000; ++k) {
    const dd_ball x = random.point(k % 2 == 0 ? kind::moderate : kind::large);
    for (const function& f : functions) {
      const dd_ball r = f.ball(x);
      const bool overflows = f.name.starts_with("exp") && x.high > 700;
      if (!(holds(r, f.exact(value(x))) && (overflows || is_finite(r)))) BOOST_ERROR(f.name << " of " << x.high);
      if (!overflows && f.of == kind::near_one)
        BOOST_TEST(r.radius <= f.relative_radius * std::fabs(r.high) + 0x1p-1066, f.name << " of " << x.high);
    }
  }
}

BOOST_AUTO_TEST_CASE(of_all_numbers_there_are) {
  ball_source random(5);
  for (int k = 0; k < 50000; ++k) {
    const auto [x, y] = random.pair();
    const mp_interval exact_x = exactly(x, bits), exact_y = exactly(y, bits);
    const dd_ball a = numbers.exact(x), b = numbers.exact(y);
    const bool fine = holds(a + b, exact_x + exact_y) && holds(a - b, exact_x - exact_y) &&
                      holds(a * b, exact_x * exact_y) && (y == 0 || holds(a / b, exact_x / exact_y)) &&
                      (x < 0 || holds(sqrt(a), sqrt(exact_x))) && holds(fma(a, b, a), exact_x * exact_y + exact_x) &&
                      holds(dd_balls::exact_product(x, y), exact_x * exact_y);
    if (!fine) BOOST_ERROR("of " << x << " and " << y);
  }
}

BOOST_AUTO_TEST_CASE(zero_stays_zero) {
  const dd_ball zero = numbers.exact(0), x = {3, 0x1p-60, 0x1p-100};
  for (const dd_ball& r :
       {zero + zero, zero - zero, zero * x, x * zero, zero / x, sqr(zero), sqrt(zero), tanh(zero), expm1(zero),
        abs(zero), max(zero, zero), pown(zero, 3), times_exact(zero, 3.0), times_exact(x, 0.0), scaled(zero, 0x1p-3)})
    BOOST_TEST(is_exact_zero(r));
  BOOST_TEST(!is_exact_zero(x - x));
}

BOOST_AUTO_TEST_CASE(powers_and_logarithms) {
  ball_source random(6);
  for (int k = 0; k < 2000; ++k) {
    const dd_ball x = random.ball(kind::near_one);
    const mp_interval member = random.member(x, bits);
    for (const int n : {-3, -1, 0, 1, 2, 7}) BOOST_TEST(holds(pown(x, n), pown(member, n)));
    const dd_ball positive = abs(x);
    BOOST_TEST(holds(log(positive), log(abs(member))));
    if (positive.radius < positive.high / 2) BOOST_TEST(is_finite(log(positive)));
  }
  BOOST_TEST(!is_finite(log(numbers.exact(0))));
  BOOST_TEST(!is_finite(log(numbers.exact(-1))));
  BOOST_TEST(part(log(numbers.exact(3)), log(exactly(3, bits))) <= 1);
  BOOST_TEST(log(numbers.exact(3)).radius < 0x1p-104);
  BOOST_TEST(!is_finite(pown(numbers.exact(0), -1)));
}

BOOST_AUTO_TEST_CASE(comparisons_are_certain_or_not) {
  ball_source random(7);
  for (int k = 0; k < 20000; ++k) {
    const dd_ball x = random.ball(kind::near_one),
                  y = k % 4 == 0 ? dd_ball{x.high, -x.low, x.radius} : random.ball(kind::near_one);
    const mp_interval a = random.member(x, bits), b = random.member(y, bits);
    BOOST_TEST(!(certainly_less(x, y) && certainly_less_equal(b, a)));
    BOOST_TEST(!(certainly_less_equal(x, y) && certainly_less(b, a)));
    BOOST_TEST(certainly_less(x, y) != possibly_less_equal(y, x));
    BOOST_TEST(certainly_less_equal(x, y) != possibly_less(y, x));
  }
  const dd_ball one = numbers.exact(1), more = {1, 0x1p-53, 0}, wide = {1, 0, 0x1p-53};
  BOOST_TEST(certainly_less(one, more));
  BOOST_TEST(certainly_less_equal(one, one));
  BOOST_TEST(!certainly_less(one, one));
  BOOST_TEST(!certainly_less(wide, more));
  const double infinity = exact::infinity;
  for (const dd_ball& unknown : {dd_ball{1, 0, infinity}, dd_ball{infinity, 0, infinity}, numbers.exact(infinity)}) {
    BOOST_TEST(!certainly_less_equal(one, unknown));
    BOOST_TEST(!certainly_less(unknown, one));
    BOOST_TEST(possibly_less(one, unknown));
  }
}

BOOST_AUTO_TEST_CASE(conversions_are_outward) {
  ball_source random(8);
  for (int k = 0; k < 20000; ++k) {
    const dd_ball x = random.ball(static_cast<kind>(k % 7));
    const mp_interval member = random.member(x, bits), all = to_mp_interval(x, 200);
    const interval plain = to_interval(x);
    BOOST_TEST(possibly_less_equal(exactly(plain.lower(), bits), member));
    BOOST_TEST(possibly_less_equal(member, exactly(plain.upper(), bits)));
    BOOST_TEST(holds(to_dd_ball(all), member));
    BOOST_TEST(possibly_less_equal(member, all));
    BOOST_TEST(possibly_less_equal(all, member));
  }
  const dd_ball third = to_dd_ball(exactly(1, 200) / exactly(3, 200));
  BOOST_TEST(third.radius > 0);
  BOOST_TEST(third.radius < 0x1p-106);
  const dd_ball unknown = {1, 0, exact::infinity};
  BOOST_TEST(to_interval(unknown).upper() == exact::infinity);
  BOOST_TEST(!is_finite(to_mp_interval(unknown, 100)));
  BOOST_TEST(!is_finite(to_dd_ball(to_mp_interval(unknown, 100))));
}

BOOST_AUTO_TEST_SUITE_END()
