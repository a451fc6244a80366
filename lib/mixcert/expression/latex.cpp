#include "mixcert/expression/latex.hpp"

#include "mixcert/expression/detail/strength.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace mixcert {
namespace {

constexpr std::array<std::string_view, 30> greek = {
    "alpha",  "beta", "gamma", "delta", "epsilon", "zeta",  "eta",    "theta", "iota",    "kappa",
    "lambda", "mu",   "nu",    "xi",    "pi",      "rho",   "sigma",  "tau",   "upsilon", "phi",
    "chi",    "psi",  "omega", "Gamma", "Delta",   "Theta", "Lambda", "Sigma", "Phi",     "Omega"};

std::string symbol(const std::string& word) {
  if (std::ranges::find(greek, word) != greek.end()) return "\\" + word;
  return word.size() == 1 ? word : "\\mathit{" + word + "}";
}

/// A name up to its first underscore, the rest an index; further underscores are printed as such.
std::string latex_name(const std::string& name) {
  const std::size_t underscore = name.find('_');
  if (underscore == std::string::npos) return symbol(name);
  std::string index = name.substr(underscore + 1);
  for (std::size_t i = index.find('_'); i != std::string::npos; i = index.find('_', i + 2)) index.insert(i, "\\");
  return symbol(name.substr(0, underscore)) + "_{" + index + "}";
}

std::string latex_number(const rational& x) {
  if (is_integer(x)) return numerator(x);
  const std::string fraction = "\\frac{" + numerator(abs(x)) + "}{" + denominator(x) + "}";
  return is_exact_zero(min(x, rational())) ? fraction : "-" + fraction;
}

std::string latex_exponent(const integer_exponent& n) {
  const int* number = std::get_if<int>(&n);
  return number != nullptr ? std::to_string(*number) : latex_name(std::get<std::string>(n));
}

std::string part(const expression& x, strength least) {
  const std::string text = to_latex(x);
  return strength_of(x) < least ? "\\left(" + text + "\\right)" : text;
}

std::string added(const expression& x) {
  const std::string text = to_latex(x);
  return text.starts_with('-') ? "\\left(" + text + "\\right)" : text;
}

/// Whether x is written with a letter in front: 2K needs no dot.
bool begins_with_letter(const expression& x) {
  if (x.top() == operation::product || x.top() == operation::power)
    return strength_of(x.operand(0)) >= strength::product && begins_with_letter(x.operand(0));
  return x.top() == operation::parameter;
}

} // namespace

std::string to_latex(const expression& x) {
  switch (x.top()) {
  case operation::number:
    return latex_number(x.number());
  case operation::parameter:
    return latex_name(x.name());
  case operation::negation:
    return "-" + part(x.operand(0), strength::product);
  case operation::sum:
    return to_latex(x.operand(0)) + "+" + added(x.operand(1));
  case operation::difference:
    return to_latex(x.operand(0)) + "-" + part(x.operand(1), strength::product);
  case operation::product:
    return part(x.operand(0), strength::product) + (begins_with_letter(x.operand(1)) ? " " : " \\cdot ") +
           part(x.operand(1), strength::product);
  case operation::quotient:
    return "\\frac{" + to_latex(x.operand(0)) + "}{" + to_latex(x.operand(1)) + "}";
  case operation::power:
    return part(x.operand(0), strength::atom) + "^{" + latex_exponent(x.exponent()) + "}";
  case operation::root:
    return "\\sqrt{" + to_latex(x.operand(0)) + "}";
  case operation::magnitude:
    return "\\left|" + to_latex(x.operand(0)) + "\\right|";
  }
  std::abort(); // all operations are above
}

} // namespace mixcert
