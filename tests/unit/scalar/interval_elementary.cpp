#include "mixcert/scalar/interval.hpp"

#include "exact.hpp"
#include "number_source.hpp"

#include <boost/test/unit_test.hpp>
#include <mpfr.h>
#include <stdexcept>
#include <vector>

namespace {

using exact::infinity;
using exact::smallest;
using mixcert::interval;

using function = interval (*)(const interval&);
using oracle = void (*)(mpfr_ptr, mpfr_srcptr);

constexpr mpfr_prec_t oracle_bits = 400;

void exp_oracle(mpfr_ptr y, mpfr_srcptr x) { mpfr_exp(y, x, MPFR_RNDN); }

void log_oracle(mpfr_ptr y, mpfr_srcptr x) { mpfr_log(y, x, MPFR_RNDN); }

// e^x / (1 + e^x), with places enough to tell 1 / (1 + e^-800) from 1.
void sigmoid_oracle(mpfr_ptr y, mpfr_srcptr x) {
  mpfr_t t;
  mpfr_init2(t, 4 * oracle_bits);
  mpfr_exp(t, x, MPFR_RNDN);
  mpfr_set_prec(y, 4 * oracle_bits);
  mpfr_add_ui(y, t, 1, MPFR_RNDN);
  mpfr_div(y, t, y, MPFR_RNDN);
  mpfr_clear(t);
}

// Where e^x - 1 would lose the difference from x or 1 that decides, the first two terms of the series do not.
bool is_small(mpfr_srcptr x) { return mpfr_zero_p(x) || mpfr_get_exp(x) < -60; }

// (e^2x - 1) / (e^2x + 1), or x - x^3/3.
void tanh_oracle(mpfr_ptr y, mpfr_srcptr x) {
  mpfr_t t;
  mpfr_init2(t, oracle_bits);
  if (is_small(x)) {
    mpfr_pow_ui(t, x, 3, MPFR_RNDN);
    mpfr_div_ui(t, t, 3, MPFR_RNDN);
    mpfr_sub(y, x, t, MPFR_RNDN);
  } else {
    mpfr_mul_ui(y, x, 2, MPFR_RNDN);
    mpfr_expm1(y, y, MPFR_RNDN);
    mpfr_add_ui(t, y, 2, MPFR_RNDN);
    mpfr_div(y, y, t, MPFR_RNDN);
  }
  mpfr_clear(t);
}

// 2 / (e^x + e^-x), or 1 - x^2/2.
void sech_oracle(mpfr_ptr y, mpfr_srcptr x) {
  mpfr_t t;
  mpfr_init2(t, oracle_bits);
  if (is_small(x)) {
    mpfr_sqr(t, x, MPFR_RNDN);
    mpfr_div_ui(t, t, 2, MPFR_RNDN);
    mpfr_ui_sub(y, 1, t, MPFR_RNDN);
  } else {
    mpfr_exp(y, x, MPFR_RNDN);
    mpfr_ui_div(t, 1, y, MPFR_RNDN);
    mpfr_add(y, y, t, MPFR_RNDN);
    mpfr_ui_div(y, 2, y, MPFR_RNDN);
  }
  mpfr_clear(t);
}

// 2/sqrt(pi) times x - x^3/3 + x^5/(2! 5) - ..., with places enough for terms of e^(x^2), which come before they fall;
// or 1 - e^(-x^2)/(x sqrt(pi)) to first order, where all that is not 1 is far below a step of binary64.
void erf_oracle(mpfr_ptr y, mpfr_srcptr x) {
  mpfr_t square, term, root;
  for (mpfr_ptr number : {square, term, root}) mpfr_init2(number, 2 * oracle_bits);
  mpfr_sqr(square, x, MPFR_RNDN);
  mpfr_const_pi(root, MPFR_RNDN);
  mpfr_sqrt(root, root, MPFR_RNDN);
  mpfr_set_prec(y, 2 * oracle_bits);
  if (mpfr_cmp_ui(square, 100) > 0) {
    mpfr_neg(y, square, MPFR_RNDN);
    mpfr_exp(y, y, MPFR_RNDN);
    mpfr_div(y, y, root, MPFR_RNDN);
    mpfr_div(y, y, x, MPFR_RNDN);
    mpfr_neg(y, y, MPFR_RNDN);
    mpfr_add_si(y, y, mpfr_sgn(x), MPFR_RNDN);
  } else {
    mpfr_set(term, x, MPFR_RNDN);
    mpfr_set_zero(y, 1);
    mpfr_t part;
    mpfr_init2(part, 2 * oracle_bits);
    for (unsigned long k = 0; k < 800; ++k) {
      mpfr_div_ui(part, term, 2 * k + 1, MPFR_RNDN);
      mpfr_add(y, y, part, MPFR_RNDN);
      mpfr_mul(term, term, square, MPFR_RNDN);
      mpfr_div_si(term, term, -static_cast<long>(k + 1), MPFR_RNDN);
    }
    mpfr_clear(part);
    mpfr_mul_ui(y, y, 2, MPFR_RNDN);
    mpfr_div(y, y, root, MPFR_RNDN);
  }
  for (mpfr_ptr number : {square, term, root}) mpfr_clear(number);
}

// Whether bounds hold f(x) and neither end could be moved inward by one step and still leave a step to spare.
bool encloses_tightly(const interval& bounds, oracle f, double x) {
  mpfr_t y, argument;
  mpfr_init2(y, oracle_bits);
  mpfr_init2(argument, oracle_bits);
  mpfr_set_d(argument, x, MPFR_RNDN);
  f(y, argument);
  const bool holds = mpfr_cmp_d(y, bounds.lower()) >= 0 && mpfr_cmp_d(y, bounds.upper()) <= 0;
  const bool tight = mpfr_cmp_d(y, std::nextafter(bounds.lower(), infinity)) <= 0 &&
                     mpfr_cmp_d(y, std::nextafter(bounds.upper(), -infinity)) >= 0;
  mpfr_clear(y);
  mpfr_clear(argument);
  return holds && tight;
}

bool everywhere(double) { return true; }
bool positive(double x) { return x > 0; }

int failures(function f, oracle g, bool (*is_defined)(double) = everywhere) {
  number_source source(5);
  std::vector<double> points = {0.0, -0.0, 0.5, 1, -1, 19, 22, 400, -400, 709.78, 710, -740, -745.2, -746, 0.549306};
  for (const double x : {smallest, 1e-300, 0x1p-1022, 0x1p-54, 0x1p-53, 0x1p-27}) {
    points.push_back(x);
    points.push_back(-x);
  }
  for (int i = 0; i < 4000; ++i) {
    points.push_back(source.uniform(-800, 800));
    points.push_back(source.uniform(-3, 3));
    const int exponent = static_cast<int>(source.integer(-1074, 0));
    points.push_back(std::ldexp(source.uniform(-1, 1), exponent));
  }
  int wrong = 0;
  for (const double x : points)
    if (is_defined(x) && !encloses_tightly(f(interval(x)), g, x) && ++wrong == 1)
      BOOST_TEST_MESSAGE(std::hexfloat << "first at " << x);
  return wrong;
}

bool same(const interval& x, double lower, double upper) { return x.lower() == lower && x.upper() == upper; }

} // namespace

BOOST_AUTO_TEST_SUITE(interval_elementary)

BOOST_AUTO_TEST_CASE(points_are_enclosed_tightly) {
  BOOST_TEST(failures(mixcert::exp, exp_oracle) == 0);
  BOOST_TEST(failures(mixcert::tanh, tanh_oracle) == 0);
  BOOST_TEST(failures(mixcert::sech, sech_oracle) == 0);
  BOOST_TEST(failures(mixcert::log, log_oracle, positive) == 0);
  BOOST_TEST(failures(mixcert::sigmoid, sigmoid_oracle) == 0);
  BOOST_TEST(failures(mixcert::erf, erf_oracle) == 0);
}

BOOST_AUTO_TEST_CASE(the_check_rejects_a_nearest_value_and_a_loose_one) {
  const function nearest = [](const interval& x) { return interval(std::exp(x.lower())); };
  const function loose = [](const interval& x) {
    const interval y = exp(x);
    return interval(y.lower() * (1 - 0x1p-50), y.upper() * (1 + 0x1p-50));
  };
  BOOST_TEST(!encloses_tightly(nearest(interval(0.7)), exp_oracle, 0.7));
  BOOST_TEST(!encloses_tightly(loose(interval(0.7)), exp_oracle, 0.7));
}

BOOST_AUTO_TEST_CASE(ends_are_those_of_the_points) {
  number_source source(6);
  for (int i = 0; i < 2000; ++i) {
    const double a = source.uniform(-5, 5);
    const double b = source.uniform(a, 6);
    const interval x(a, b);
    BOOST_TEST_REQUIRE(same(exp(x), exp(interval(a)).lower(), exp(interval(b)).upper()));
    BOOST_TEST_REQUIRE(same(tanh(x), tanh(interval(a)).lower(), tanh(interval(b)).upper()));
    BOOST_TEST_REQUIRE(same(sigmoid(x), sigmoid(interval(a)).lower(), sigmoid(interval(b)).upper()));
    BOOST_TEST_REQUIRE(same(erf(x), erf(interval(a)).lower(), erf(interval(b)).upper()));
    const interval far = abs(x);
    BOOST_TEST_REQUIRE(same(log(far + interval(1)), log(interval(far.lower()) + interval(1)).lower(),
                            log(interval(far.upper()) + interval(1)).upper()));
    BOOST_TEST_REQUIRE(same(sech(x), sech(interval(far.upper())).lower(), sech(interval(far.lower())).upper()));
  }
}

BOOST_AUTO_TEST_CASE(exact_values) {
  BOOST_TEST(same(exp(interval(0)), 1, 1));
  BOOST_TEST(same(tanh(interval(0)), 0, 0));
  BOOST_TEST(same(sech(interval(0)), 1, 1));
  BOOST_TEST(same(log(interval(1)), 0, 0));
  BOOST_TEST(same(sigmoid(interval(0)), 0.5, 0.5));
  BOOST_TEST(same(erf(interval(0)), 0, 0));
  BOOST_TEST(same(sech(interval(-1, 2)), sech(interval(2)).lower(), 1));
}

BOOST_AUTO_TEST_CASE(saturation) {
  const double below_one = std::nextafter(1, 0);
  BOOST_TEST(same(tanh(interval(400)), below_one, 1));
  BOOST_TEST(same(tanh(interval(-400)), -1, -below_one));
  BOOST_TEST(same(tanh(interval(1e300)), below_one, 1));
  BOOST_TEST(same(erf(interval(6)), below_one, 1));
  BOOST_TEST(same(erf(interval(-400)), -1, -below_one));
  const interval far = sech(interval(400));
  BOOST_TEST(far.lower() > 0);
  BOOST_TEST(far.upper() == std::nextafter(far.lower(), 1));
  BOOST_TEST(same(sech(interval(-400)), far.lower(), far.upper()));
}

BOOST_AUTO_TEST_CASE(ends_of_the_range) {
  BOOST_TEST(same(exp(interval(1e300)), exact::largest, infinity));
  BOOST_TEST(same(exp(interval(-1e300)), 0, smallest));
  BOOST_TEST(same(sech(interval(1e300)), 0, smallest));
  BOOST_TEST(same(sech(interval(-800)), 0, smallest));
  BOOST_TEST(same(tanh(interval(smallest)), 0, smallest));
  BOOST_TEST(same(sech(interval(smallest)), std::nextafter(1, 0), 1));
  BOOST_TEST(same(exp(interval(-smallest)), std::nextafter(1, 0), 1));
  BOOST_TEST(same(sigmoid(interval(-1e300)), 0, smallest));
  BOOST_TEST(same(sigmoid(interval(1e300)), std::nextafter(1, 0), 1));
}

BOOST_AUTO_TEST_CASE(unbounded_arguments) {
  const interval whole(-infinity, infinity);
  BOOST_TEST(same(exp(whole), 0, infinity));
  BOOST_TEST(same(tanh(whole), -1, 1));
  BOOST_TEST(same(sech(whole), 0, 1));
  BOOST_TEST(same(sech(interval(-infinity, -1)), 0, sech(interval(1)).upper()));
  BOOST_TEST(same(sigmoid(whole), 0, 1));
  BOOST_TEST(same(erf(whole), -1, 1));
  BOOST_TEST(same(log(whole), whole.lower(), infinity));
}

BOOST_AUTO_TEST_CASE(log_of_what_is_not_positive) {
  BOOST_TEST(same(log(interval(-3, 1)), -infinity, 0));
  BOOST_TEST(same(log(interval(0, 1)), -infinity, 0));
  BOOST_CHECK_THROW(log(interval(0)), std::domain_error);
  BOOST_CHECK_THROW(log(interval(-2, -1)), std::domain_error);
}

BOOST_AUTO_TEST_SUITE_END()
