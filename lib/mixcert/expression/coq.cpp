#include "mixcert/expression/coq.hpp"

#include "mixcert/error.hpp"
#include "mixcert/expression/detail/strength.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <unordered_set>

namespace mixcert {
namespace {

/// Words of the language, and what the terms below and their types are made of.
constexpr std::array<std::string_view, 31> taken = {
    "as",   "at",     "by",  "cofix", "else", "end",  "exists", "exists2", "fix", "for",  "forall",
    "fun",  "if",     "in",  "INR",   "IZR",  "let",  "match",  "nat",     "pow", "Prop", "R",
    "Rabs", "return", "Set", "SProp", "then", "Type", "using",  "where",   "with"};

void require_free(const std::string& name) {
  if (std::ranges::find(taken, name) != taken.end())
    throw input_error("the parameter " + name + " has the name of something else in Coq; rename it");
}

struct names {
  std::set<std::string> parameters, exponents;
};

void collect(const expression& x, names& found, std::unordered_set<const void*>& seen) {
  if (!seen.insert(x.identity()).second) return;
  if (x.top() == operation::parameter) found.parameters.insert(x.name());
  if (x.top() == operation::power)
    if (const auto* name = std::get_if<std::string>(&x.exponent())) found.exponents.insert(*name);
  for (std::size_t i = 0; i < x.operands(); ++i) collect(x.operand(i), found, seen);
}

class printer {
 public:
  explicit printer(const std::set<std::string>& naturals) : naturals_(naturals) {}

  std::string term(const expression& x) const {
    switch (x.top()) {
    case operation::number:
      return number(x.number());
    case operation::parameter:
      return naturals_.contains(x.name()) ? "INR " + x.name() : x.name();
    case operation::negation:
      return "- " + part(x.operand(0), strength::power);
    case operation::sum:
      return part(x.operand(0), strength::sum) + " + " + part(x.operand(1), strength::product);
    case operation::difference:
      return part(x.operand(0), strength::sum) + " - " + part(x.operand(1), strength::product);
    case operation::product:
      return part(x.operand(0), strength::product) + " * " + part(x.operand(1), strength::power);
    case operation::quotient:
      return part(x.operand(0), strength::product) + " / " + part(x.operand(1), strength::power);
    case operation::power:
      return power(x);
    case operation::root:
      return "sqrt (" + term(x.operand(0)) + ")";
    case operation::magnitude:
      return "Rabs (" + term(x.operand(0)) + ")";
    }
    std::abort(); // all operations are above
  }

 private:
  static std::string number(const rational& x) {
    std::string size = numerator(abs(x)) + (is_integer(x) ? "" : " / " + denominator(x));
    if (mpq_sgn(x.get()) >= 0) return size;
    return is_integer(x) ? "- " + size : "- (" + size + ")";
  }

  std::string power(const expression& x) const {
    const std::string base = part(x.operand(0), strength::atom) + " ^ ";
    const int* n = std::get_if<int>(&x.exponent());
    if (n == nullptr) return base + std::get<std::string>(x.exponent());
    return *n < 0 ? "/ " + base + std::to_string(-static_cast<long long>(*n)) : base + std::to_string(*n);
  }

  /// As Coq reads terms, the levels of operators are those of the text form; the inverse is bracketed for the reader.
  std::string part(const expression& x, strength least) const {
    const std::string text = term(x);
    const bool is_inverse = text.starts_with('/');
    return strength_of(x) < least || is_inverse ? "(" + text + ")" : text;
  }

  const std::set<std::string>& naturals_;
};

} // namespace

coq_term to_coq(const expression& x) {
  names found;
  std::unordered_set<const void*> seen;
  collect(x, found, seen);
  for (const std::string& name : found.exponents) {
    require_free(name);
    found.parameters.erase(name);
  }
  for (const std::string& name : found.parameters) require_free(name);
  return {printer(found.exponents).term(x),
          {found.parameters.begin(), found.parameters.end()},
          {found.exponents.begin(), found.exponents.end()}};
}

std::string coq_definition(std::string_view name, const expression& x) {
  const coq_term coq = to_coq(x);
  std::string text = "Definition " + std::string(name);
  const auto declare = [&text](const std::vector<std::string>& variables, std::string_view type) {
    if (variables.empty()) return;
    text += " (";
    for (const std::string& variable : variables) text += variable + " ";
    text.append(": ").append(type).append(")");
  };
  declare(coq.reals, "R");
  declare(coq.naturals, "nat");
  return text + " : R := (" + coq.term + ")%R.";
}

} // namespace mixcert
