#include "mixcert/expression/expression.hpp"

#include "mixcert/error.hpp"
#include "mixcert/expression/detail/apply.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>

namespace mixcert {

enum class sign { unknown, non_negative, positive };

struct expression::node {
  operation top;
  rational number = {};
  std::string name = {};
  std::vector<expression> operands = {};
  integer_exponent exponent = 0;
  sign known_sign = sign::unknown;
  bool defined_everywhere = true;
  int depth = 1;
};

namespace {

sign sign_of(const rational& x) {
  const int s = mpq_sgn(x.get());
  return s > 0 ? sign::positive : s == 0 ? sign::non_negative : sign::unknown;
}

sign sign_of(const expression& x) {
  return x.is_positive() ? sign::positive : x.is_non_negative() ? sign::non_negative : sign::unknown;
}

bool is_even(const integer_exponent& n) { return std::holds_alternative<int>(n) && std::get<int>(n) % 2 == 0; }

bool is_known_non_zero(const expression& x) { return x.is_positive() || (is_number(x) && !is_exact_zero(x.number())); }

/// Of the result, where it is defined.
sign sign_of(operation top, const std::vector<expression>& x, const integer_exponent& n) {
  const sign first = sign_of(x.front()), second = sign_of(x.back());
  switch (top) {
  case operation::sum:
    return std::min(first, second) == sign::unknown ? sign::unknown : std::max(first, second);
  case operation::product:
    return std::min(first, second);
  case operation::quotient: // defined where the divisor is not zero
    return second == sign::unknown ? sign::unknown : first;
  case operation::power:
    return is_even(n) ? std::max(first, sign::non_negative) : first;
  case operation::root:
  case operation::magnitude:
    return std::max(first, sign::non_negative);
  default:
    return sign::unknown;
  }
}

/// Of the top operation, given that its operands are.
bool is_defined_everywhere(operation top, const std::vector<expression>& x, const integer_exponent& n) {
  switch (top) {
  case operation::quotient:
    return is_known_non_zero(x.back());
  case operation::power:
    return is_known_non_zero(x.front()) || (std::holds_alternative<int>(n) && std::get<int>(n) >= 0);
  case operation::root:
    return x.front().is_non_negative();
  default:
    return true;
  }
}

bool is_letter(char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'); }
bool may_continue(char c) { return is_letter(c) || ('0' <= c && c <= '9') || c == '_'; }

} // namespace

void require_parameter_name(const std::string& name) {
  if (name.empty() || !is_letter(name.front()) || !std::ranges::all_of(name, may_continue) || name == "sqrt")
    throw input_error("'" + printable(name) +
                      "' is no name of a parameter; use a letter, then letters, digits and underscores, but not sqrt");
}

expression apply(operation top, std::vector<expression> operands, integer_exponent exponent) {
  constexpr int deepest = 1000;
  int depth = 1;
  bool defined = is_defined_everywhere(top, operands, exponent);
  for (const expression& x : operands) {
    depth = std::max(depth, x.node_->depth + 1);
    defined = defined && x.is_defined_everywhere();
  }
  if (depth > deepest) throw input_error("an expression is nested more than 1000 deep; build it of fewer operations");
  const sign known = sign_of(top, operands, exponent);
  return expression(std::make_shared<const expression::node>(expression::node{.top = top,
                                                                              .operands = std::move(operands),
                                                                              .exponent = std::move(exponent),
                                                                              .known_sign = known,
                                                                              .defined_everywhere = defined,
                                                                              .depth = depth}));
}

expression::expression(int value) : expression(rational(value, 1)) {}

expression::expression(rational value) {
  const sign known = sign_of(value);
  node_ = std::make_shared<const node>(node{.top = operation::number, .number = std::move(value), .known_sign = known});
}

expression expression::parameter(std::string name) {
  require_parameter_name(name);
  return expression(std::make_shared<const node>(node{.top = operation::parameter, .name = std::move(name)}));
}

operation expression::top() const { return node_->top; }
std::size_t expression::operands() const { return node_->operands.size(); }
const expression& expression::operand(std::size_t i) const { return node_->operands[i]; }
const rational& expression::number() const { return node_->number; }
const std::string& expression::name() const { return node_->name; }
const integer_exponent& expression::exponent() const { return node_->exponent; }
bool expression::is_non_negative() const { return node_->known_sign != sign::unknown; }
bool expression::is_positive() const { return node_->known_sign == sign::positive; }
bool expression::is_defined_everywhere() const { return node_->defined_everywhere; }

bool is_number(const expression& x, int value) { return is_number(x) && mpq_cmp_si(x.number().get(), value, 1) == 0; }

} // namespace mixcert
