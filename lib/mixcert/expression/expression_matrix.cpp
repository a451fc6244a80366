#include "mixcert/expression/expression_matrix.hpp"

#include "mixcert/expression/latex.hpp"
#include "mixcert/expression/substitute.hpp"
#include "mixcert/expression/text.hpp"

#include <algorithm>
#include <stdexcept>

namespace mixcert {
namespace {

void require(bool fits) {
  if (!fits) throw std::invalid_argument("matrices of expressions: the shapes do not fit");
}

} // namespace

expression_matrix expression_identity(std::size_t n) {
  expression_matrix a(n, n, 0);
  for (std::size_t i = 0; i < n; ++i) a(i, i) = 1;
  return a;
}

expression_matrix operator+(const expression_matrix& a, const expression_matrix& b) {
  require(a.rows() == b.rows() && a.cols() == b.cols());
  expression_matrix c = a;
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < a.cols(); ++j) c(i, j) = a(i, j) + b(i, j);
  return c;
}

expression_matrix operator*(const expression& factor, const expression_matrix& a) {
  return map(a, [&factor](const expression& x) { return factor * x; });
}

expression_matrix operator*(const expression_matrix& a, const expression_matrix& b) {
  require(a.cols() == b.rows());
  expression_matrix c(a.rows(), b.cols(), 0);
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < b.cols(); ++j)
      for (std::size_t k = 0; k < a.cols(); ++k) c(i, j) = c(i, j) + a(i, k) * b(k, j);
  return c;
}

expression_matrix kronecker(const expression_matrix& a, const expression_matrix& b) {
  expression_matrix c(a.rows() * b.rows(), a.cols() * b.cols(), 0);
  for (std::size_t i = 0; i < c.rows(); ++i)
    for (std::size_t j = 0; j < c.cols(); ++j) c(i, j) = a(i / b.rows(), j / b.cols()) * b(i % b.rows(), j % b.cols());
  return c;
}

expression_matrix substitute(const expression_matrix& a, const parameters& values) {
  return map(a, [&values](const expression& x) { return substitute(x, values); });
}

std::string to_text(const expression_matrix& a) {
  const matrix<std::string> entries = map(a, [](const expression& x) { return to_text(x); });
  std::vector<std::size_t> widths(a.cols(), 0);
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < a.cols(); ++j) widths[j] = std::max(widths[j], entries(i, j).size());
  std::string text;
  for (std::size_t i = 0; i < a.rows(); ++i) {
    text += '[';
    for (std::size_t j = 0; j < a.cols(); ++j) {
      text += entries(i, j);
      if (j + 1 < a.cols()) text += ',' + std::string(widths[j] - entries(i, j).size() + 1, ' ');
    }
    text += "]\n";
  }
  return text;
}

std::string to_latex(const expression_matrix& a) {
  std::string text = "\\begin{pmatrix}";
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < a.cols(); ++j) {
      if (j > 0) text += '&';
      text += to_latex(a(i, j));
      if (j + 1 == a.cols() && i + 1 < a.rows()) text += "\\\\";
    }
  return text + "\\end{pmatrix}";
}

} // namespace mixcert
