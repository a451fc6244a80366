#include "mixcert/expression/evaluate.hpp"

#include "forms.hpp"
#include "mixcert/scalar/constant.hpp"
#include "support/refusal.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <vector>

namespace mixcert::test {
namespace {

const expression exceptional = pown(abs(1 + K), "L");
const expression largest_of_two = sqrt(1 + pown(K, 2) / (1 + expression::parameter("epsilon")));

parameters chain(const rational& gain, long layers) { return {{"K", gain}, {"L", rational(layers, 1)}}; }

bool contains(const mp_interval& x, const mpq_class& y) {
  return mpfr_cmp_q(x.lower(), y.get_mpq_t()) <= 0 && mpfr_cmp_q(x.upper(), y.get_mpq_t()) >= 0;
}

/// An upper bound of (upper - lower) / lower, for lower > 0.
double relative_width(const mp_interval& x) {
  return to_double_up(mp_float(x.upper(), 64) - mp_float(x.lower(), 64)) / to_double_down(mp_float(x.lower(), 64));
}

void check_not_certified(const auto& action, std::string_view piece) {
  try {
    action();
    BOOST_ERROR("a value was given");
  } catch (const not_certified& error) {
    BOOST_TEST(std::string(error.what()).find(piece) != std::string::npos, error.what());
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(evaluation)

BOOST_AUTO_TEST_CASE(enclosures_hold_random_rationals) {
  sample_source source(3);
  int certified = 0, tried = 0;
  for (int i = 0; i < 10000; ++i) {
    source.choose_parameters();
    const sample x = source.next(1 + i % 4);
    if (!x.value) continue;
    ++tried;
    try {
      const interval found = evaluate(context<interval>{}, x.form, source.values());
      BOOST_TEST_REQUIRE(mixcert::contains(found, to_rational(*x.value)));
      BOOST_TEST_REQUIRE(contains(evaluate(context<mp_interval>{100}, x.form, source.values()), *x.value));
      ++certified;
    } catch (const not_certified&) { // such as 1 / (1/3 - 1/3)^0
    }
  }
  BOOST_TEST(certified > tried * 9 / 10);
}

BOOST_AUTO_TEST_CASE(guesses_are_near) {
  const parameters values{{"K", rational(1, 10)}, {"L", rational(64, 1)}, {"epsilon", rational(1, 1000000)}};
  const double power = 445.79156845259038; // 1.1^64, from the reference data's first digits and 11^64 / 10^64
  BOOST_TEST(evaluate(context<float64>{}, exceptional, values) == power, boost::test_tools::tolerance(1e-13));
  BOOST_TEST(to_double(evaluate(context<quad>{}, exceptional, values)) == power, boost::test_tools::tolerance(1e-15));
  const double root = std::sqrt(1 + 0.01 / 1.000001);
  BOOST_TEST(evaluate(context<float64>{}, largest_of_two, values) == root, boost::test_tools::tolerance(1e-15));
  BOOST_TEST(to_double(evaluate(context<quad>{}, largest_of_two, values)) == root, boost::test_tools::tolerance(1e-15));
}

/// Irrational values: an enclosure of few bits holds the one of many, and is not much wider than its precision says.
BOOST_AUTO_TEST_CASE(roots_are_enclosed_tightly) {
  const std::vector<expression> forms = {largest_of_two, sqrt(expression(2)), K / sqrt(expression(6)),
                                         sqrt(K) / (1 + sqrt(expression(3))), pown(sqrt(expression(2)) + K, 11)};
  const parameters values{{"K", rational(1, 3)}, {"epsilon", rational(1, 1000000)}};
  for (const expression& x : forms) {
    const mp_interval reference = evaluate(context<mp_interval>{400}, x, values);
    const interval found = evaluate(context<interval>{}, x, values);
    BOOST_TEST(mpfr_cmp_d(reference.lower(), found.lower()) >= 0);
    BOOST_TEST(mpfr_cmp_d(reference.upper(), found.upper()) <= 0);
    BOOST_TEST(width_up(found) <= 64 * 0x1p-53 * found.lower());
    const mp_interval narrow = evaluate(context<mp_interval>{64}, x, values);
    BOOST_TEST(mpfr_lessequal_p(narrow.lower(), reference.lower()) != 0);
    BOOST_TEST(mpfr_lessequal_p(reference.upper(), narrow.upper()) != 0);
    BOOST_TEST(relative_width(narrow) <= 64 * 0x1p-64);
    BOOST_TEST(relative_width(reference) <= 64 * std::ldexp(1.0, -400));
  }
}

BOOST_AUTO_TEST_CASE(the_exceptional_value_of_a_long_chain) {
  mpq_class expected = 1;
  for (int i = 0; i < 64; ++i) expected *= mpq_class(11, 10);
  const parameters values = chain(exact_constant("0.1").value(context<rational>{}), 64);
  BOOST_TEST(equal(evaluate(context<rational>{}, exceptional, values), expected));
  const interval found = evaluate(context<interval>{}, exceptional, values);
  BOOST_TEST(mixcert::contains(found, to_rational(expected)));
  BOOST_TEST(width_up(found) <= 200 * 0x1p-44); // K = 1/10 and the sum are enclosed, the power takes 64 times that
  BOOST_TEST(is_exact_zero(evaluate(context<rational>{}, exceptional, chain(rational(-1, 1), 64))));
  BOOST_TEST(equal(evaluate(context<rational>{}, exceptional, chain(rational(-2, 1), 63)), 1));
}

BOOST_AUTO_TEST_CASE(powers_beyond_binary64) {
  mpq_class expected = 1;
  for (int i = 0; i < 10000; ++i) expected *= 11;
  for (const long layers : {1000L, 10000L}) {
    const parameters values = chain(rational(10, 1), layers);
    const mp_interval found = evaluate(context<mp_interval>{200}, exceptional, values);
    BOOST_TEST(is_finite(found));
    mp_float width(200);
    mpfr_sub(width.get(), found.upper(), found.lower(), MPFR_RNDU);
    mpfr_div(width.get(), width.get(), found.lower(), MPFR_RNDU);
    BOOST_TEST(to_double_up(width) <= std::ldexp(1.0, -198));
    if (layers == 10000) BOOST_TEST(contains(found, expected));
    const interval overflowed = evaluate(context<interval>{}, exceptional, values);
    BOOST_TEST(overflowed.lower() == std::numeric_limits<double>::max());
    BOOST_TEST(overflowed.upper() == std::numeric_limits<double>::infinity());
  }
  BOOST_TEST(equal(evaluate(context<rational>{}, exceptional, chain(rational(10, 1), 10000)), expected));
}

BOOST_AUTO_TEST_CASE(parameters_that_are_wrong) {
  const auto value = [](const expression& x, const parameters& values) {
    return [&x, values] { evaluate(context<interval>{}, x, values); };
  };
  check_refused(value(exceptional, {{"L", rational(2, 1)}}), {"parameter K has no value", "beside L"});
  check_refused(value(exceptional, {{"K", rational(2, 1)}}), {"parameter L has no value"});
  check_refused(value(exceptional, chain(rational(1, 1), 1L << 31)), {"L = 2147483648", "'|1 + K|^L'"});
  check_refused(value(exceptional, {{"K", rational(1, 1)}, {"L", rational(1, 2)}}), {"L = 1/2", "no whole number"});
  BOOST_CHECK_NO_THROW(value(pown(expression(2) * K, "L"), chain(rational(1, 1), 2147483647))());
}

BOOST_AUTO_TEST_CASE(outside_the_domain) {
  const parameters values{{"K", rational(-1, 1)}, {"L", rational(-1, 1)}};
  const auto refused = [&values](const expression& x, std::initializer_list<std::string_view> pieces) {
    check_refused([&] { evaluate(context<rational>{}, x, values); }, pieces);
    check_refused([&] { evaluate(context<interval>{}, x, values); }, pieces);
    check_refused([&] { evaluate(context<mp_interval>{64}, x, values); }, pieces);
    BOOST_CHECK_THROW(evaluate(context<float64>{}, x, values), not_certified);
    BOOST_CHECK_THROW(evaluate(context<quad>{}, x, values), not_certified);
  };
  refused(1 / (1 + K), {"'1 + K' is zero in '1 / (1 + K)'"});
  refused(pown(1 + K, -2), {"'1 + K' is zero in '(1 + K)^-2'"});
  refused(exceptional, {"'|1 + K|' is zero in '|1 + K|^L'"});
}

BOOST_AUTO_TEST_CASE(roots_of_negative_numbers) {
  const parameters values{{"K", rational(-1, 1)}};
  const expression x = 1 + sqrt(K - 1);
  const auto piece = "'K - 1' is negative in 'sqrt(K - 1)'";
  check_refused([&] { evaluate(context<rational>{}, x, values); }, {piece});
  check_refused([&] { evaluate(context<interval>{}, x, values); }, {piece});
  check_refused([&] { evaluate(context<mp_interval>{64}, x, values); }, {piece});
  check_not_certified([&] { evaluate(context<float64>{}, x, values); }, "'K - 1' may be negative");
}

BOOST_AUTO_TEST_CASE(what_an_arithmetic_cannot_tell) {
  const parameters third{{"K", rational(1, 3)}};
  const expression zero = 3 * K - 1; // exactly zero, and enclosed by an interval of both signs
  check_not_certified([&] { evaluate(context<interval>{}, 1 / zero, third); }, "'3 * K - 1' may be zero");
  check_not_certified([&] { evaluate(context<mp_interval>{64}, pown(zero, -1), third); }, "'3 * K - 1' may be zero");
  check_not_certified([&] { evaluate(context<interval>{}, sqrt(zero), third); }, "'3 * K - 1' may be negative");
  check_refused([&] { evaluate(context<rational>{}, 1 / zero, third); }, {"'3 * K - 1' is zero"});
  BOOST_TEST(is_exact_zero(evaluate(context<rational>{}, sqrt(zero), third)));
  check_not_certified([&] { evaluate(context<float64>{}, 1 / zero, third); }, "'3 * K - 1' may be zero");
}

/// Infinity less infinity is NaN, which passes no test.
BOOST_AUTO_TEST_CASE(not_a_number_is_in_no_order) {
  const parameters values = chain(rational(10, 1), 10000);
  const expression difference = pown(K, "L") - pown(K, "L");
  BOOST_TEST(std::isnan(evaluate(context<float64>{}, difference, values)));
  BOOST_CHECK_THROW(evaluate(context<float64>{}, 1 / difference, values), not_certified);
  BOOST_CHECK_THROW(evaluate(context<float64>{}, sqrt(difference), values), not_certified);
}

BOOST_AUTO_TEST_CASE(what_is_not_rational) {
  check_refused(
      [] {
        evaluate(context<rational>{}, 1 + sqrt(K), {{"K", rational(2, 1)}});
      },
      {"'sqrt(K)' is not rational"});
  BOOST_TEST(equal(evaluate(context<rational>{}, 1 + sqrt(K), {{"K", rational(4, 9)}}), mpq_class(5, 3)));
  check_refused([] { evaluate(context<rational>{}, pown(K, "L"), chain(rational(3, 1), 2000000000)); },
                {"'K^L' has too many digits"});
  BOOST_TEST(equal(evaluate(context<rational>{}, pown(K, "L"), chain(rational(-1, 1), 2000000001)), -1));
}

/// Shared parts are computed once: written out, this form has 2^200 leaves.
BOOST_AUTO_TEST_CASE(shared_parts_are_computed_once) {
  expression x = K;
  for (int i = 0; i < 200; ++i) x = x + x;
  mpq_class expected = 3;
  expected <<= 200;
  BOOST_TEST(equal(evaluate(context<rational>{}, x, {{"K", rational(3, 1)}}), expected));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
