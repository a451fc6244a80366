#include "mixcert/expression/expression_matrix.hpp"

#include "forms.hpp"

#include <boost/test/unit_test.hpp>
#include <stdexcept>

namespace mixcert::test {
namespace {

/// u_2 = (1, 1, -2) / sqrt 6.
expression_matrix second_direction() {
  const expression length = sqrt(expression(6));
  return {3, 1, {1 / length, 1 / length, -2 / length}};
}

expression_matrix identity_plus(const expression& gain, const expression_matrix& v) {
  return expression_identity(v.rows()) + gain * (v * transpose(v));
}

bool equal(const matrix<rational>& x, const matrix<rational>& y) {
  if (x.rows() != y.rows() || x.cols() != y.cols()) return false;
  for (std::size_t i = 0; i < x.values().size(); ++i)
    if (mpq_equal(x.values()[i].get(), y.values()[i].get()) == 0) return false;
  return true;
}

} // namespace

BOOST_AUTO_TEST_SUITE(matrices_of_expressions)

BOOST_AUTO_TEST_CASE(one_layer_of_the_chain) {
  const expression_matrix J = identity_plus(K, second_direction());
  BOOST_TEST(to_text(J) == "[1 + 1/6 * K, 1/6 * K,     -1/3 * K]\n"
                           "[1/6 * K,     1 + 1/6 * K, -1/3 * K]\n"
                           "[-1/3 * K,    -1/3 * K,    1 + 2/3 * K]\n");
  BOOST_TEST(to_latex(identity_plus(K, {2, 1, {0, 1}})) == R"(\begin{pmatrix}1&0\\0&1+K\end{pmatrix})");
}

/// J^4 is I + ((1 + K)^4 - 1) b b^T: as b b^T is a projection.
BOOST_AUTO_TEST_CASE(products_in_rationals) {
  const parameters values{{"K", rational(1, 10)}};
  const expression_matrix projection = second_direction() * transpose(second_direction());
  const expression_matrix J = identity_plus(K, second_direction());
  const expression_matrix power = J * J * J * J;
  const expression_matrix expected = expression_identity(3) + (pown(1 + K, 4) - 1) * projection;
  BOOST_TEST(equal(evaluate(context<rational>{}, power, values), evaluate(context<rational>{}, expected, values)));
  BOOST_TEST(
      equal(evaluate(context<rational>{}, substitute(power, values)), evaluate(context<rational>{}, expected, values)));
  const matrix<interval> enclosed = evaluate(context<interval>{}, power, values);
  const matrix<rational> exact = evaluate(context<rational>{}, expected, values);
  for (std::size_t i = 0; i < 9; ++i) BOOST_TEST(contains(enclosed.values()[i], exact.values()[i]));
}

BOOST_AUTO_TEST_CASE(kronecker_products) {
  const expression_matrix p(2, 2, {a, 1 - a, 1 - a, a}), q(1, 2, {b, c});
  BOOST_TEST(to_text(kronecker(p, q)) == "[a * b,       a * c,       (1 - a) * b, (1 - a) * c]\n"
                                         "[(1 - a) * b, (1 - a) * c, a * b,       a * c]\n");
}

BOOST_AUTO_TEST_CASE(shapes) {
  const expression_matrix none(0, 3, 0), column(3, 1, 1), empty(2, 0, 0), flat(0, 2, 0);
  BOOST_CHECK_THROW(column * column, std::invalid_argument);
  BOOST_CHECK_THROW(column + none, std::invalid_argument);
  BOOST_TEST((none * column).rows() == 0U);
  BOOST_TEST(to_text(empty * flat) == "[0, 0]\n[0, 0]\n");
  BOOST_TEST(to_text(none).empty());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
