#include "mixcert/construction/two_stream.hpp"

#include "digits.hpp"
#include "mixcert/expression/text.hpp"
#include "mixcert/scalar/rational_value.hpp"
#include "support/construction_cases.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>

namespace mixcert::test {
namespace {

constexpr context<mp_interval> bits_200{200};

parameters values_of(const two_stream_case& c) { return {{"K", c.K}, {"epsilon", c.epsilon}}; }

bool is_balanced(const two_stream_case& c) { return is_exact_zero(c.m) && mpq_cmp_si(c.delta.get(), 1, 1) == 0; }

/// R(X) = H(X) X as the map is written, not as it is simplified in the proof.
std::array<quad, 2> mixed(const quad& K, const quad& epsilon, const quad& x, const quad& y) {
  const quad half(0.5), one(1.0);
  const quad m = half * (x + y), delta = half * (x - y), z = K * m / sqrt(sqr(m) + sqr(delta) + epsilon);
  const quad p = sigmoid(z + z);
  return {p * x + (one - p) * y, (one - p) * x + p * y};
}

/// J at (m + delta, m - delta)^T by theorem T10 (a).
matrix<quad> general_jacobian(const quad& K, const quad& epsilon, const quad& m, const quad& delta) {
  const quad half(0.5), one(1.0), r = sqrt(sqr(m) + sqr(delta) + epsilon), t = tanh(K * m / r);
  const quad s = one - sqr(t), cube = r * r * r;
  const quad g = delta * s * K * (sqr(delta) + epsilon) / cube, h = t - sqr(delta) * s * K * m / cube;
  return {2, 2, {half * (one + g + h), half * (one + g - h), half * (one - g - h), half * (one - g + h)}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(two_stream_construction)

BOOST_AUTO_TEST_CASE(as_printed) {
  const closed_form form = two_stream_form();
  BOOST_TEST(form.singular_values.size() == 2U);
  BOOST_TEST(to_text(form.singular_values[0].value) == "sqrt(1 + K^2 / (1 + epsilon))");
  BOOST_TEST(to_text(two_stream_jacobian()) ==
             "[1/2 * (1 + K / sqrt(1 + epsilon)), 1/2 * (1 + K / sqrt(1 + epsilon))]\n"
             "[1/2 * (1 - K / sqrt(1 + epsilon)), 1/2 * (1 - K / sqrt(1 + epsilon))]\n");
}

/// Where 1 + epsilon is a square, all is rational: det J = 0 and the trace of J^T J is the square of the value.
BOOST_AUTO_TEST_CASE(exactly) {
  for (const long K : {0L, 1L, -3L, 1000L}) {
    const parameters values{{"K", rational(K, 7)}, {"epsilon", rational(5, 4)}};
    const matrix<rational> J = evaluate(context<rational>{}, two_stream_jacobian(), values);
    BOOST_TEST(is_exact_zero(J(0, 0) * J(1, 1) - J(0, 1) * J(1, 0)));
    rational trace;
    for (const rational& x : J.values()) trace += sqr(x);
    const expression largest = two_stream_form().singular_values[0].value;
    BOOST_TEST_REQUIRE((largest.top() == operation::root));
    BOOST_TEST(is_exact_zero(trace - evaluate(context<rational>{}, largest.operand(0), values)));
  }
}

/// Central differences of the map itself, in binary128.
BOOST_AUTO_TEST_CASE(the_derivative_of_the_map) {
  const quad K(2.5), epsilon(0.25), one(1.0), step(0x1p-37), width(0x1p-36);
  const matrix<quad> J =
      evaluate(context<quad>{}, two_stream_jacobian(), {{"K", rational(2.5)}, {"epsilon", rational(0.25)}});
  const auto right = mixed(K, epsilon, one + step, -one), left = mixed(K, epsilon, one - step, -one);
  const auto above = mixed(K, epsilon, one, step - one), below = mixed(K, epsilon, one, -step - one);
  for (std::size_t i = 0; i < 2; ++i) {
    BOOST_TEST(to_double(abs((right[i] - left[i]) / width - J(i, 0))) < 1e-20);
    BOOST_TEST(to_double(abs((above[i] - below[i]) / width - J(i, 1))) < 1e-20);
  }
}

BOOST_AUTO_TEST_CASE(reference_data, *boost::unit_test::precondition(has_shared_data)) {
  int balanced = 0;
  for (const two_stream_case& c : two_stream_cases()) {
    if (!is_balanced(c)) continue;
    BOOST_TEST_CONTEXT(c.id) {
      ++balanced;
      const parameters values = values_of(c);
      const closed_form form = two_stream_form();
      for (std::size_t i = 0; i < 2; ++i)
        BOOST_TEST(near(evaluate(bits_200, form.singular_values[i].value, values), c.singular_values[i], "1e-40"));
      const matrix<mp_interval> J = evaluate(bits_200, two_stream_jacobian(), values);
      for (std::size_t i = 0; i < 4; ++i) BOOST_TEST(near(J.values()[i], c.J[i], "1e-40"));
    }
  }
  BOOST_TEST(balanced == 8);
}

/// T10 (a), whose case m = 0 the closed form is.
BOOST_AUTO_TEST_CASE(the_general_jacobian, *boost::unit_test::precondition(has_shared_data)) {
  const context<quad> quads;
  const auto in = [&quads](const rational& x) { return value(quads, x); };
  for (const two_stream_case& c : two_stream_cases()) BOOST_TEST_CONTEXT(c.id) {
      const matrix<quad> J = general_jacobian(in(c.K), in(c.epsilon), in(c.m), in(c.delta));
      for (std::size_t i = 0; i < 4; ++i) {
        const quad expected = exact_constant(c.J[i]).value(quads);
        BOOST_TEST(to_double(abs(J.values()[i] - expected)) <= 1e-31 * std::max(1.0, to_double(abs(expected))));
      }
    }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
