#include "mixcert/expression/expression.hpp"

#include "forms.hpp"
#include "mixcert/expression/text.hpp"
#include "support/refusal.hpp"

#include <boost/test/unit_test.hpp>
#include <type_traits>

namespace mixcert::test {
namespace {

static_assert(!std::is_constructible_v<expression, double> && !std::is_constructible_v<expression, float>);
static_assert(std::is_convertible_v<rational, expression> && std::is_convertible_v<int, expression>);

const expression half = fraction(1, 2), one_over_K = 1 / K;

} // namespace

BOOST_AUTO_TEST_SUITE(simplification)

BOOST_AUTO_TEST_CASE(rationals_are_combined_exactly) {
  BOOST_TEST(to_text(half + fraction(1, 3) * fraction(6, 4) - fraction(1, 4) / fraction(-1, 8)) == "3");
  BOOST_TEST(to_text(pown(fraction(-2, 3), -3)) == "-27/8");
  BOOST_TEST(to_text(abs(fraction(-2, 3))) == "2/3");
  BOOST_TEST(to_text(sqrt(expression(rational(50, 8)))) == "5/2");
  BOOST_TEST(to_text(sqrt(expression(8))) == "sqrt(8)");
  BOOST_TEST(to_text(sqrt(expression(-4))) == "sqrt(-4)");
}

BOOST_AUTO_TEST_CASE(zero_and_one_disappear) {
  BOOST_TEST(to_text(0 + K) == "K");
  BOOST_TEST(to_text(K + 0) == "K");
  BOOST_TEST(to_text(K - 0) == "K");
  BOOST_TEST(to_text(0 - K) == "-K");
  BOOST_TEST(to_text(0 * K) == "0");
  BOOST_TEST(to_text(K * 0) == "0");
  BOOST_TEST(to_text(1 * K) == "K");
  BOOST_TEST(to_text(K / 1) == "K");
  BOOST_TEST(to_text(0 / (1 + abs(K))) == "0");
  BOOST_TEST(to_text(pown(K, 1)) == "K");
  BOOST_TEST(to_text(pown(K, 0)) == "1");
  BOOST_TEST(to_text(pown(expression(1), "L")) == "1");
}

BOOST_AUTO_TEST_CASE(signs_move_outward) {
  BOOST_TEST(to_text(-(-K)) == "K");
  BOOST_TEST(to_text(a + -b) == "a - b");
  BOOST_TEST(to_text(a - -b) == "a + b");
  BOOST_TEST(to_text(a + -3) == "a - 3");
  BOOST_TEST(to_text(a * -b) == "-a * b");
  BOOST_TEST(to_text(-a * -b) == "a * b");
  BOOST_TEST(to_text(a / fraction(-1, 2)) == "-a / (1/2)");
  BOOST_TEST(to_text(c + -2 * a * b) == "c - 2 * a * b");
  BOOST_TEST(to_text(abs(-a)) == "|a|");
}

BOOST_AUTO_TEST_CASE(numbers_stand_left) {
  BOOST_TEST(to_text(K * 3) == "3 * K");
  BOOST_TEST(to_text(2 * (K * 3)) == "6 * K");
  BOOST_TEST(to_text(2 * (3 / K)) == "6 / K");
  BOOST_TEST(to_text(fraction(1, 3) * (3 * K)) == "K");
}

BOOST_AUTO_TEST_CASE(powers_and_roots_meet) {
  BOOST_TEST(to_text(pown(pown(K, 2), 3)) == "K^6");
  BOOST_TEST(to_text(pown(pown(K, 2), -1)) == "K^-2");
  BOOST_TEST(to_text(pown(pown(K, -2), 3)) == "K^-6");
  BOOST_TEST(to_text(pown(pown(K, "L"), 3)) == "(K^L)^3");
  BOOST_TEST(to_text(pown(sqrt(1 + pown(K, 2)), 4)) == "(1 + K^2)^2");
  BOOST_TEST(to_text(sqrt(expression(6)) * sqrt(expression(6))) == "6");
  BOOST_TEST(to_text((1 / sqrt(expression(6))) * (-2 / sqrt(expression(6)))) == "-1/3");
  BOOST_TEST(to_text(pown(pown(K, 1 << 20), 1 << 20)) == "(K^1048576)^1048576");
}

BOOST_AUTO_TEST_CASE(magnitudes_of_what_is_not_negative) {
  for (const expression& x :
       {abs(K), pown(K, 2), sqrt(K), 1 + abs(K), abs(K) / abs(a), 3 * pown(K, 4), pown(abs(K), "L")})
    BOOST_TEST(to_text(abs(x)) == to_text(x));
  for (const expression& x : {K, 1 + K, abs(K) - 1, pown(K, 3), pown(K, "L"), abs(K) * a, abs(K) / a, sqrt(K) - 1})
    BOOST_TEST(to_text(abs(x)).front() == '|');
}

BOOST_AUTO_TEST_CASE(a_large_power_stays_a_power) {
  BOOST_TEST(to_text(pown(fraction(11, 10), 64)) == "(11/10)^64");
  BOOST_TEST(to_text(pown(expression(2), 31)) == "2147483648");
  BOOST_TEST(to_text(pown(expression(-1), 2147483647)) == "-1");
}

BOOST_AUTO_TEST_CASE(the_domain_stays) {
  BOOST_TEST(to_text(0 / K) == "0 / K");
  BOOST_TEST(to_text(0 * one_over_K) == "0 / K");
  BOOST_TEST(to_text(pown(one_over_K, 0)) == "(1 / K)^0");
  BOOST_TEST(to_text(pown(pown(K, -1), -1)) == "(K^-1)^-1");
  BOOST_TEST(to_text(pown(pown(K, -1), 0)) == "(K^-1)^0");
  BOOST_TEST(to_text(pown(pown(1 + abs(K), -1), -1)) == "1 + |K|");
  BOOST_TEST(to_text(pown(sqrt(K), 2)) == "sqrt(K)^2");
  BOOST_TEST(to_text(sqrt(expression(-2)) * sqrt(expression(-2))) == "sqrt(-2) * sqrt(-2)");
  BOOST_TEST(to_text(expression(1) / 0) == "1 / 0");
  BOOST_TEST(to_text(-K / 0) == "-K / 0");
  BOOST_TEST(to_text(pown(expression(0), -1)) == "0^-1");
  BOOST_TEST(to_text(pown(expression(0), "L")) == "0^L");
  BOOST_TEST(to_text(a / (b / c)) == "a / (b / c)");
}

/// A form has a value exactly where what was written has one, and that value.
BOOST_AUTO_TEST_CASE(random_forms_keep_their_values) {
  sample_source source(1);
  int defined = 0, undefined = 0;
  for (int i = 0; i < 20000; ++i) {
    source.choose_parameters();
    const sample x = source.next(1 + i % 4);
    if (x.value) {
      ++defined;
      BOOST_TEST_REQUIRE(equal(evaluate(context<rational>{}, x.form, source.values()), *x.value));
    } else {
      ++undefined;
      BOOST_REQUIRE_THROW(evaluate(context<rational>{}, x.form, source.values()), input_error);
    }
  }
  BOOST_TEST(defined > 5000);
  BOOST_TEST(undefined > 1000);
}

/// What is known from the form alone is true.
BOOST_AUTO_TEST_CASE(known_signs_and_domains_are_right) {
  sample_source source(2);
  int positive = 0, everywhere = 0;
  for (int i = 0; i < 20000; ++i) {
    source.choose_parameters();
    const sample x = source.next(1 + i % 4);
    if (x.form.is_defined_everywhere()) {
      ++everywhere;
      BOOST_TEST_REQUIRE(x.value.has_value());
    }
    if (!x.value) continue;
    if (x.form.is_non_negative()) BOOST_TEST_REQUIRE((*x.value >= 0));
    if (x.form.is_positive()) {
      ++positive;
      BOOST_TEST_REQUIRE((*x.value > 0));
    }
  }
  BOOST_TEST(positive > 1000);
  BOOST_TEST(everywhere > 5000);
}

BOOST_AUTO_TEST_CASE(names) {
  for (const char* name : {"", "1", "_a", "a b", "a-b", "sqrt", "caf\xc3\xa9"}) {
    check_refused([name] { expression::parameter(name); }, {"is no name of a parameter"});
    check_refused([name] { pown(K, name); }, {"is no name of a parameter"});
  }
  BOOST_TEST(to_text(expression::parameter("u_2x")) == "u_2x");
}

BOOST_AUTO_TEST_CASE(depth_is_bounded) {
  expression y = K;
  const auto deepen = [&y] {
    for (int i = 0; i < 1000; ++i) y = sqrt(y);
  };
  check_refused(deepen, {"1000 deep"});
  BOOST_TEST(to_text(y).size() == 999 * 6 + 1);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
