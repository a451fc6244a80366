#include "mixcert/construction/cayley_chain.hpp"

#include "digits.hpp"
#include "mixcert/expression/agreement.hpp"
#include "mixcert/expression/text.hpp"
#include "support/construction_cases.hpp"
#include "support/shared_data.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <utility>

namespace mixcert::test {
namespace {

constexpr context<mp_interval> bits_200{200};

const expression_matrix oblique(2, 1, {rational(3, 5), rational(4, 5)}); // of length 1

bool equal(const rational& x, const rational& y) { return is_exact_zero(x - y); }

matrix<quad> times(const matrix<quad>& a, const matrix<quad>& b) {
  matrix<quad> c(a.rows(), b.cols(), quad(0.0));
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t k = 0; k < a.cols(); ++k)
      for (std::size_t j = 0; j < b.cols(); ++j) c(i, j) += a(i, k) * b(k, j);
  return c;
}

/// u_0, u_1, u_2 as columns.
matrix<quad> stream_basis() {
  const auto over_root = [](double x, double square) { return quad(x) / sqrt(quad(square)); };
  return {3,
          3,
          {over_root(1, 3), over_root(1, 2), over_root(1, 6), over_root(1, 3), over_root(-1, 2), over_root(1, 6),
           over_root(1, 3), quad(0.0), over_root(-2, 6)}};
}

/// R(X) = H(X) X as theorem T11 writes it.
matrix<quad> mixed(const quad& K, const matrix<quad>& X, const matrix<quad>& v) {
  const matrix<quad> U = stream_basis();
  quad square(0.0);
  for (const quad& x : X.values()) square += sqr(x);
  const quad one(1.0), a = quad(0.5) * K * times(transpose(U), times(X, v))(2, 0) / sqrt(square);
  const quad c = (one - sqr(a)) / (one + sqr(a)), s = (a + a) / (one + sqr(a)), zero(0.0);
  const matrix<quad> rotation(3, 3, {one, zero, zero, zero, c, -s, zero, s, c});
  return times(times(times(U, rotation), transpose(U)), X);
}

} // namespace

BOOST_AUTO_TEST_SUITE(cayley_chain)

BOOST_AUTO_TEST_CASE(as_printed) {
  const closed_form form = cayley_chain_form();
  BOOST_TEST(to_text(form.singular_values[0].value) == "|1 + K|^L");
  BOOST_TEST(to_text(form.singular_values[1].count) == "3 * d - 1");
  BOOST_TEST(to_text(cayley_jacobian({1, 1, 1})) == "[1 + 1/6 * K, 1/6 * K,     -1/3 * K]\n"
                                                    "[1/6 * K,     1 + 1/6 * K, -1/3 * K]\n"
                                                    "[-1/3 * K,    -1/3 * K,    1 + 2/3 * K]\n");
}

/// Central differences of the map itself at X_0 = u_1 v^T, in binary128.
BOOST_AUTO_TEST_CASE(the_derivative_of_the_map) {
  const parameters values{{"K", rational(0.75)}};
  const matrix<quad> v = evaluate(context<quad>{}, oblique);
  const matrix<quad> J = evaluate(context<quad>{}, cayley_jacobian(oblique), values);
  matrix<quad> X(3, 2, quad(0.0));
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 2; ++j) X(i, j) = stream_basis()(i, 1) * v(j, 0);
  const quad step(0x1p-37), width(0x1p-36);
  for (std::size_t column = 0; column < 6; ++column) {
    matrix<quad> right = X, left = X;
    right.values()[column] += step;
    left.values()[column] -= step;
    const matrix<quad> up = mixed(quad(0.75), right, v), down = mixed(quad(0.75), left, v);
    for (std::size_t row = 0; row < 6; ++row)
      BOOST_TEST(to_double(abs((up.values()[row] - down.values()[row]) / width - J(row, column))) < 1e-20);
  }
}

/// The product of L Jacobians is the closed Jacobian, exactly; and b is its singular vector, others see the identity.
BOOST_AUTO_TEST_CASE(products_are_exact) {
  for (const auto& [K, L] : {std::pair{rational(1, 10), 5L}, {rational(-1, 1), 2L}, {rational(-2, 1), 3L}}) {
    const parameters values{{"K", K}, {"L", rational(L, 1)}};
    expression_matrix product = expression_identity(6);
    for (long layer = 0; layer < L; ++layer) product = product * cayley_jacobian(oblique);
    const auto chain = evaluate(context<rational>{}, cayley_chain_jacobian(oblique), values);
    const auto multiplied = evaluate(context<rational>{}, product, values);
    for (std::size_t i = 0; i < 36; ++i) BOOST_TEST(equal(multiplied.values()[i], chain.values()[i]));
    const rational factor = pown(rational(1.0) + K, static_cast<int>(L));
    const std::array<long, 6> direction = {3, 4, 3, 4, -6, -8}; // (1, 1, -2) and (3, 4)
    for (std::size_t i = 0; i < 6; ++i) {
      rational image;
      for (std::size_t j = 0; j < 6; ++j) image += chain(i, j) * rational(direction[j], 1);
      BOOST_TEST(equal(image, factor * rational(direction[i], 1)));
    }
    rational trace; // 5 + factor, and J is symmetric with 1 on the complement of b, as J - I has rank 1
    for (std::size_t i = 0; i < 6; ++i) trace += chain(i, i);
    BOOST_TEST(equal(trace, rational(5.0) + factor));
  }
}

BOOST_AUTO_TEST_CASE(reference_data, *boost::unit_test::precondition(has_shared_data)) {
  const closed_form form = cayley_chain_form();
  for (const cayley_case& c : cayley_cases()) BOOST_TEST_CONTEXT(c.id) {
      const parameters values{{"K", c.K}, {"L", rational(c.L, 1)}, {"d", rational(c.d, 1)}};
      BOOST_TEST(near(evaluate(bits_200, form.singular_values[0].value, values), c.exceptional, "1e-40"));
      BOOST_TEST(
          equal(evaluate(context<rational>{}, form.singular_values[1].count, values), rational(c.other_count, 1)));
    }
}

/// 1.1^64 = 445.7916... is a fraction; the reference data have the binary64 number next to 0.1 instead.
BOOST_AUTO_TEST_CASE(the_value_of_the_literature) {
  const expression exceptional = cayley_chain_form().singular_values[0].value;
  parameters values{{"K", rational(1, 10)}, {"L", rational(64, 1)}};
  const interval printed(445.79155, 445.79165);
  BOOST_TEST((agrees(printed, exceptional, values) == agreement::yes));
  values["K"] = rational(1, 10) + rational(1, 1000000000);
  BOOST_TEST((agrees(interval(445.7915684, 445.7915685), exceptional, values) == agreement::no));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
