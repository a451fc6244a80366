#include "mixcert/expression/latex.hpp"

#include "forms.hpp"

#include <boost/test/unit_test.hpp>

namespace mixcert::test {
namespace {

const expression epsilon = expression::parameter("epsilon");

} // namespace

BOOST_AUTO_TEST_SUITE(latex_form)

BOOST_AUTO_TEST_CASE(closed_forms_of_the_field) {
  BOOST_TEST(to_latex(pown(abs(1 + K), "L")) == R"(\left|1+K\right|^{L})");
  BOOST_TEST(to_latex(sqrt(1 + pown(K, 2) / (1 + epsilon))) == R"(\sqrt{1+\frac{K^{2}}{1+\epsilon}})");
  BOOST_TEST(to_latex((2 * a - 1) * (2 * b - 1)) == R"(\left(2 a-1\right) \cdot \left(2 b-1\right))");
}

BOOST_AUTO_TEST_CASE(precedence) {
  BOOST_TEST(to_latex(-pown(a, 2)) == "-a^{2}");
  BOOST_TEST(to_latex(pown(-a, 2)) == R"(\left(-a\right)^{2})");
  BOOST_TEST(to_latex(pown(a / b, 2)) == R"(\left(\frac{a}{b}\right)^{2})");
  BOOST_TEST(to_latex(pown(fraction(1, 2), "L")) == R"(\left(\frac{1}{2}\right)^{L})");
  BOOST_TEST(to_latex(pown(pown(a, "L"), -2)) == R"(\left(a^{L}\right)^{-2})");
  BOOST_TEST(to_latex(a / (b / c)) == R"(\frac{a}{\frac{b}{c}})");
  BOOST_TEST(to_latex(a - (b - c)) == R"(a-\left(b-c\right))");
  BOOST_TEST(to_latex(a + (-b + c)) == R"(a+\left(-b+c\right))");
  BOOST_TEST(to_latex(a * (b + c)) == R"(a \cdot \left(b+c\right))");
  BOOST_TEST(to_latex(-fraction(1, 2) * a) == R"(-\frac{1}{2} a)");
  BOOST_TEST(to_latex(fraction(-1, 2)) == R"(-\frac{1}{2})");
  BOOST_TEST(to_latex(2 * pown(expression(3), "L")) == R"(2 \cdot 3^{L})");
  BOOST_TEST(to_latex(2 * pown(a + b, 2)) == R"(2 \cdot \left(a+b\right)^{2})");
  BOOST_TEST(to_latex(a * b * pown(K, 2)) == "a b K^{2}");
}

BOOST_AUTO_TEST_CASE(names) {
  const auto name = [](const char* text) { return to_latex(expression::parameter(text)); };
  BOOST_TEST(name("epsilon") == R"(\epsilon)");
  BOOST_TEST(name("gain") == R"(\mathit{gain})");
  BOOST_TEST(name("b_12") == "b_{12}");
  BOOST_TEST(name("sigma_a_b") == R"(\sigma_{a\_b})");
  BOOST_TEST(name("K2") == R"(\mathit{K2})");
  BOOST_TEST(to_latex(pown(a, "L_0")) == "a^{L_{0}}");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
