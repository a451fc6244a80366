#include "exact.hpp"

#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/scalar/scalar.hpp"

#include <random>
#include <type_traits>

#include <boost/test/unit_test.hpp>

namespace mixcert::test {
namespace {

static_assert(!std::is_convertible_v<double, mp_interval> && !std::is_convertible_v<mp_interval, double>);
static_assert(!std::is_convertible_v<double, mp_float> && !std::is_convertible_v<mp_float, double>);
static_assert(!std::is_convertible_v<interval, mp_interval> && !std::is_convertible_v<mp_interval, interval>);
template <class A, class B>
concept adds = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept orders = requires(A a, B b) {
  a < b;
};
static_assert(!adds<mp_interval, double> && !adds<mp_interval, interval> && !orders<mp_interval, mp_interval>);

mpq_class exact(mpfr_srcptr x) {
  mpq_class q;
  mpfr_get_q(q.get_mpq_t(), x);
  return q;
}

bool holds(const mp_interval& x, const mpq_class& value) {
  return is_finite(x) && exact(x.lower()) <= value && value <= exact(x.upper());
}

double random_number(std::mt19937_64& random) {
  const double size = std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(random() % 200) - 150);
  return random() % 2 == 0 ? size : -size;
}

} // namespace

BOOST_AUTO_TEST_SUITE(any_precision_interval)

BOOST_AUTO_TEST_CASE(arithmetic_holds_the_exact_result_of_members) {
  std::mt19937_64 random(1);
  for (const mpfr_prec_t bits : {mpfr_prec_t{2}, mpfr_prec_t{24}, mpfr_prec_t{53}, mpfr_prec_t{200}})
    for (int i = 0; i < 3000; ++i) {
      const double x = random_number(random), y = random_number(random);
      const mpq_class X(x), Y(y);
      const mp_interval a(x, bits), b(y, bits);
      BOOST_TEST_REQUIRE(holds(a, X));
      BOOST_TEST_REQUIRE(holds(a + b, X + Y));
      BOOST_TEST_REQUIRE(holds(a - b, X - Y));
      BOOST_TEST_REQUIRE(holds(a * b, X * Y));
      BOOST_TEST_REQUIRE(holds(sqr(a), X * X));
      BOOST_TEST_REQUIRE(holds(abs(a), abs(X)));
      BOOST_TEST_REQUIRE(holds(-a, -X));
      BOOST_TEST_REQUIRE(holds(max(a, b), X < Y ? Y : X));
      BOOST_TEST_REQUIRE(holds(min(a, b), X < Y ? X : Y));
      if (y != 0 && !holds(b, 0)) BOOST_TEST_REQUIRE(holds(a / b, X / Y));
      BOOST_TEST_REQUIRE(holds(fma(a, b, a), X * Y + X));
      BOOST_TEST_REQUIRE(holds(pown(a, 3), X * X * X));
      if (y != 0 && !holds(b, 0)) BOOST_TEST_REQUIRE(holds(pown(b, -2), 1 / (Y * Y)));
      const mp_interval root = sqrt(abs(a));
      BOOST_TEST_REQUIRE(is_finite(root));
      const mpq_class low = exact(root.lower()), high = exact(root.upper());
      BOOST_TEST_REQUIRE((low * low <= abs(X) && abs(X) <= high * high));
    }
}

BOOST_AUTO_TEST_CASE(results_are_points_where_the_precision_holds_them_and_else_one_step_wide) {
  const mp_interval third = mp_interval(1, 100) / mp_interval(3, 60);
  BOOST_TEST(third.bits() == 100);
  const mpq_class width = exact(third.upper()) - exact(third.lower());
  BOOST_TEST((width > 0 && width <= mpq_class(1, 2) / (mpz_class(1) << 100)));
  BOOST_TEST((!holds(mp_interval(mp_float(third.lower(), 100), 100), mpq_class(1, 3)))); // an end alone is no enclosure
  BOOST_TEST(is_exact_zero(mp_interval(0.1, 60) - mp_interval(0.1, 60)));
}

BOOST_AUTO_TEST_CASE(elementary_functions_hold_those_of_more_places) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 2000; ++i) {
    const double x = std::ldexp(static_cast<double>(random() >> 11), -53 + static_cast<int>(random() % 20) - 10);
    for (const double signed_x : {x, -x}) {
      const mp_interval narrow(signed_x, 60), wide(signed_x, 300);
      for (const auto& [few, many] :
           {std::pair{tanh(narrow), tanh(wide)}, std::pair{sech(narrow), sech(wide)},
            std::pair{sigmoid(narrow), sigmoid(wide)}, std::pair{erf(narrow), erf(wide)},
            std::pair{pown(narrow, 5), pown(wide, 5)}, std::pair{exp(-abs(narrow)), exp(-abs(wide))},
            std::pair{log(abs(narrow)), log(abs(wide))}}) {
        BOOST_TEST_REQUIRE((exact(few.lower()) <= exact(many.lower()) && exact(many.upper()) <= exact(few.upper())));
        BOOST_TEST_REQUIRE(
            (exact(few.upper()) - exact(few.lower()) <= abs(exact(many.lower())) / (mpz_class(1) << 57)));
      }
    }
  }
  const mp_interval around_zero(mp_float(-1.0, 60), mp_float(0.5, 60), 60);
  BOOST_TEST(holds(sech(around_zero), 1)); // sech is not monotone there
}

BOOST_AUTO_TEST_CASE(what_is_undefined_satisfies_no_comparison) {
  const mp_interval zero(0, 60), one(1, 60);
  const mp_interval minus_one = -one, line = one / zero;
  const mp_interval from_minus_one(mp_float(-1.0, 60), mp_float(0.0, 60), 60);
  for (const mp_interval& x : {line, sqrt(minus_one), log(minus_one), log(zero), log(from_minus_one), zero / zero,
                               pown(zero, -1), pown(from_minus_one, -2), fma(line, zero, one), max(one, log(zero)),
                               max(log(zero), one), min(one, log(zero)), min(log(zero), one)}) {
    BOOST_TEST(!is_finite(x));
    BOOST_TEST((!certainly_less(x, one) && !certainly_less(one, x)));
    BOOST_TEST(magnitude_up(x) == std::numeric_limits<double>::infinity());
    BOOST_TEST(to_interval(x).lower() == -std::numeric_limits<double>::infinity());
  }
  BOOST_TEST((certainly_less(zero, one) && !certainly_less(one, one)));
}

BOOST_AUTO_TEST_CASE(comparisons_say_what_they_know) {
  const mp_interval zero(0, 60), one(1, 60), both = hull(zero, one), undefined = log(zero);
  BOOST_TEST((certainly_less_equal(both, one) && !certainly_less(both, one) && !certainly_less_equal(one, both)));
  BOOST_TEST((possibly_less(both, one) && possibly_less_equal(one, both) && !possibly_less(one, both)));
  BOOST_TEST((!certainly_less_equal(undefined, one) && possibly_less(undefined, one) && possibly_less(one, undefined)));
}

BOOST_AUTO_TEST_CASE(functions_of_partly_defined_arguments) {
  const mp_interval x(mp_float(-1.0, 60), mp_float(4.0, 60), 60);
  BOOST_TEST((mpfr_zero_p(sqrt(x).lower()) != 0 && mpfr_cmp_ui(sqrt(x).upper(), 2) == 0));
  BOOST_TEST((mpfr_inf_p(log(x).lower()) != 0 && mpfr_number_p(log(x).upper()) != 0));
  BOOST_TEST((holds(pown(x, 2), 0) && holds(pown(x, 2), 16) && holds(pown(x, 3), -1)));
  BOOST_TEST((holds(sigmoid(x), mpq_class(1, 2)) && holds(fma(x, x, x), -5) && holds(fma(x, x, x), 20)));
}

// 1 -+ 2^-100, and its mirror image, at fewer places than that takes.
BOOST_AUTO_TEST_CASE(binary64_bounds_are_outward_at_few_places) {
  const mpq_class step = mpq_class(1) / (mpz_class(1) << 100), low = 1 - step, high = 1 + step;
  const mp_float inner = scaled(mp_float(1.0, 200), -100), one(1.0, 200);
  const mp_float below = one - inner, above = one + inner;
  for (mpfr_prec_t bits = 2; bits <= 64; ++bits) {
    const mp_interval x(below, above, bits), mirrored = -x;
    BOOST_TEST_REQUIRE((holds(x, low) && holds(x, high)));
    const interval ends = to_interval(x), mirrored_ends = to_interval(mirrored);
    BOOST_TEST_REQUIRE((mpq_class(ends.lower()) <= low && mpq_class(ends.upper()) >= high));
    BOOST_TEST_REQUIRE((mpq_class(mirrored_ends.lower()) <= -high && mpq_class(mirrored_ends.upper()) >= -low));
    for (const mp_interval& y : {x, mirrored, hull(x, mirrored)})
      BOOST_TEST_REQUIRE((mpq_class(magnitude_up(y)) >= high));
    BOOST_TEST_REQUIRE(std::ldexp(1.0, static_cast<int>(exponent_of(x))) > 1);
  }
  BOOST_TEST((to_double_down(below) < 1 && to_double_up(above) > 1));
  BOOST_TEST((to_double_down(-above) < -1 && to_double_up(-below) > -1 && magnitude_up(-above) > 1));
}

// Whoever uses MPFR too has set them.
BOOST_AUTO_TEST_CASE(defaults_of_mpfr_change_nothing) {
  const auto ends = [] {
    const mp_interval x(mp_float(-1.0 / 3, 60), mp_float(0.7, 60), 60), y(mp_float(0.1, 90), mp_float(0.2, 90), 90);
    std::vector<mpq_class> r;
    for (const mp_interval& z : {x + y,      x - y,       x * y,   x / y,     -x,        sqr(x),     fma(x, y, x),
                                 pown(y, 3), pown(y, -2), sqrt(y), abs(x),    exp(x),    log(y),     tanh(x),
                                 sigmoid(x), erf(x),      sech(x), max(x, y), min(x, y), hull(x, y), scaled(x, 5)}) {
      r.push_back(exact(z.lower()));
      r.push_back(exact(z.upper()));
    }
    const mp_float a(0.7, 60), b(0.1, 90);
    for (const mp_float& z : {a + b, a - b, a * b, a / b, -a, sqrt(a), scaled(a, 5), midpoint(x, 60)})
      r.push_back(exact(z.get()));
    for (const double z : {magnitude_up(x), to_interval(x).lower(), to_interval(x).upper(), to_double_down(a / b)})
      r.emplace_back(z);
    return r;
  };
  const std::vector<mpq_class> usual = ends();
  mpfr_set_default_prec(2);
  mpfr_set_default_rounding_mode(MPFR_RNDU);
  const bool same = ends() == usual;
  mpfr_set_default_prec(53);
  mpfr_set_default_rounding_mode(MPFR_RNDN);
  BOOST_TEST(same);
}

// (a + b) / 2 overflows for the largest numbers, a / 2 + b / 2 is wrong for the least.
BOOST_AUTO_TEST_CASE(midpoints_at_the_ends_of_the_range_are_right) {
  const auto middle = [](double lower, double upper) {
    return to_double(midpoint(mp_interval(mp_float(lower, 53), mp_float(upper, 53), 53), 53));
  };
  BOOST_TEST(middle(::exact::largest, ::exact::largest) == ::exact::largest);
  BOOST_TEST(middle(-::exact::largest, ::exact::largest) == 0);
  BOOST_TEST(middle(::exact::smallest, ::exact::smallest) == ::exact::smallest);
  BOOST_TEST(middle(-::exact::smallest, ::exact::smallest) == 0);
}

// Neither what a result's variable held before nor an operand in its place has a part in it.
BOOST_AUTO_TEST_CASE(results_do_not_depend_on_what_was_there) {
  const auto same = [](const mp_interval& x, const mp_interval& y) {
    return x.bits() == y.bits() && mpfr_equal_p(x.lower(), y.lower()) != 0 && mpfr_equal_p(x.upper(), y.upper()) != 0;
  };
  const mp_interval a(mp_float(-1.0 / 3, 60), mp_float(0.7, 60), 60), b(0.1, 90);
  const mp_interval sum = a + a, product_and_sum = a + a * a;
  for (const mp_interval& before : {mp_interval(0, 2), log(mp_interval(-1, 300)), b / mp_interval(0, 90)}) {
    mp_interval x = before;
    const mp_interval& itself = x;
    x = a * b;
    BOOST_TEST(same(x, a * b));
    x = before;
    x = a;
    add_product(x, x, x);
    BOOST_TEST(same(x, product_and_sum));
    x = a;
    x += itself;
    BOOST_TEST(same(x, sum));
    x = a;
    x -= itself;
    BOOST_TEST(same(x, a - a));
    x = x * x + x;
    BOOST_TEST(same(x, (a - a) * (a - a) + (a - a)));
  }
  mp_float y(0.7, 60), z(0.7, 60);
  add_product(y, y, y);
  z = z + z * z;
  BOOST_TEST(mpfr_equal_p(y.get(), z.get()) != 0);
}

// As mpfr_pow_si has it.
BOOST_AUTO_TEST_CASE(power_zero_is_one_even_of_nan) {
  const mp_interval x(mp_float(-1.0, 60), mp_float(4.0, 60), 60);
  const mp_interval nan = log(-mp_interval(1, 60)), line = x / mp_interval(0, 60);
  BOOST_TEST_REQUIRE(mpfr_nan_p(nan.lower()) != 0);
  for (const mp_interval& base : {x, nan, line, mp_interval(0, 60)}) {
    const mp_interval one = pown(base, 0);
    BOOST_TEST((mpfr_cmp_ui(one.lower(), 1) == 0 && mpfr_cmp_ui(one.upper(), 1) == 0));
  }
  BOOST_TEST((mpfr_nan_p(pown(nan, 1).lower()) != 0 && mpfr_nan_p(pown(nan, 2).upper()) != 0));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
