// Complex rectangles against exact rational members, and the complex numbers that guesses are made of.
#include "mixcert/scalar/complex_interval.hpp"

#include "support/rational_matrix.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;
using test::rational;

constexpr mpfr_prec_t bits = 64;

struct exact_complex {
  mpq_class re, im;
};

exact_complex operator*(const exact_complex& a, const exact_complex& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

bool holds(const mp_interval& x, const mpq_class& value) {
  return rational(x.lower()) <= value && value <= rational(x.upper());
}
bool holds(const complex_interval& z, const exact_complex& value) {
  return holds(z.re, value.re) && holds(z.im, value.im);
}

complex_interval rectangle(double x0, double x1, double y0, double y1) {
  return {hull(mp_interval(x0, bits), mp_interval(x1, bits)), hull(mp_interval(y0, bits), mp_interval(y1, bits))};
}

/// A rectangle and its corners.
struct example {
  complex_interval z;
  std::vector<exact_complex> members;
};

example random_example(std::mt19937_64& random) {
  const auto some = [&] { return std::ldexp(static_cast<double>(random() % 2001) - 1000, -int(random() % 12)); };
  const double x0 = some(), x1 = random() % 2 == 0 ? x0 : some(), y0 = some(), y1 = random() % 2 == 0 ? y0 : some();
  example e{rectangle(x0, x1, y0, y1), {}};
  for (const double x : {x0, x1})
    for (const double y : {y0, y1}) e.members.push_back({x, y});
  return e;
}

} // namespace

BOOST_AUTO_TEST_SUITE(complex_intervals)

BOOST_AUTO_TEST_CASE(hold_what_their_members_give) {
  std::mt19937_64 random(111);
  for (int trial = 0; trial < 2000; ++trial) {
    const example a = random_example(random), b = random_example(random);
    const complex_interval sum = a.z + b.z, difference = a.z - b.z, product = a.z * b.z, both = hull(a.z, b.z);
    const mp_interval square = sqr(modulus(a.z));
    for (const exact_complex& x : a.members) {
      BOOST_CHECK(holds(conj(a.z), {x.re, -x.im}));
      BOOST_CHECK(holds(square, x.re * x.re + x.im * x.im));
      BOOST_CHECK(holds(both, x));
      for (const exact_complex& y : b.members) {
        BOOST_CHECK(holds(sum, {x.re + y.re, x.im + y.im}));
        BOOST_CHECK(holds(difference, {x.re - y.re, x.im - y.im}));
        BOOST_CHECK(holds(product, x * y));
        if (holds(a.z, y)) BOOST_CHECK(!certainly_disjoint(a.z, b.z));
      }
    }
    const complex_interval_matrix row(1, 2, {a.z, b.z}), column(2, 1, {b.z, a.z});
    for (const exact_complex& x : a.members)
      for (const exact_complex& y : b.members) {
        const exact_complex xy = x * y;
        BOOST_CHECK(holds(multiply(row, column)(0, 0), {2 * xy.re, 2 * xy.im}));
      }
  }
}

BOOST_AUTO_TEST_CASE(are_disjoint_if_one_side_is) {
  const complex_interval square = rectangle(0, 1, 0, 1);
  BOOST_CHECK(certainly_disjoint(square, rectangle(1.5, 2, 0, 1)));
  BOOST_CHECK(certainly_disjoint(square, rectangle(0, 1, -2, -0.5)));
  BOOST_CHECK(!certainly_disjoint(square, rectangle(1, 2, 1, 2))); // a corner
  BOOST_CHECK(!certainly_disjoint(square, rectangle(-1, 2, 0.5, 0.5)));
  const complex_interval none{mp_interval(std::numeric_limits<double>::quiet_NaN(), bits), mp_interval(5, bits)};
  BOOST_CHECK(!certainly_disjoint(complex_interval{none.re, square.im}, square));
  BOOST_CHECK(!is_finite(none));
}

BOOST_AUTO_TEST_CASE(are_widened_by_the_largest_distance) {
  const complex_interval z = widened(rectangle(1, 2, -1, 0), hull(mp_interval(0.25, bits), mp_interval(0.5, bits)));
  for (const double x : {0.5, 2.5})
    for (const double y : {-1.5, 0.5}) BOOST_CHECK(holds(z, {x, y}));
  BOOST_CHECK(rational(z.re.upper()) == mpq_class(5, 2) && rational(z.im.lower()) == mpq_class(-3, 2));
}

BOOST_AUTO_TEST_CASE(meet_in_what_is_common) {
  const complex_interval z = intersection(rectangle(0, 2, 0, 1), rectangle(1, 3, -1, 0.5));
  BOOST_CHECK(rational(z.re.lower()) == 1 && rational(z.re.upper()) == 2 && rational(z.im.lower()) == 0 &&
              rational(z.im.upper()) == mpq_class(1, 2));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(complex_floats)

BOOST_AUTO_TEST_CASE(divide_and_have_roots) {
  std::mt19937_64 random(112);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto is_near = [](const complex_float& a, const complex_float& b) {
    return to_double(modulus(a - b)) <= 0x1p-90 * to_double(modulus(b));
  };
  for (int trial = 0; trial < 400; ++trial) {
    const bool real = trial % 4 == 0, imaginary = trial % 4 == 1;
    const complex_float a{mp_float(imaginary ? 0 : uniform(random), 100), mp_float(real ? 0 : uniform(random), 100)};
    const complex_float b{mp_float(uniform(random), 100), mp_float(uniform(random), 100)};
    BOOST_CHECK(is_near(a / b * b, a));
    BOOST_CHECK(is_near(sqrt(a) * sqrt(a), a));
    BOOST_CHECK(mpfr_sgn(sqrt(a).re.get()) >= 0);
  }
  const complex_float zero{mp_float(100), mp_float(100)};
  BOOST_CHECK(mpfr_zero_p(sqrt(zero).re.get()) != 0 && mpfr_nan_p((zero / zero).re.get()) != 0);
}

BOOST_AUTO_TEST_SUITE_END()
