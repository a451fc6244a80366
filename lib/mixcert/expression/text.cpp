#include "mixcert/expression/text.hpp"

#include "mixcert/expression/detail/strength.hpp"

#include <cstdlib>

namespace mixcert {
namespace {

/// x as a part that holds together at least as strongly as `least`.
std::string part(const expression& x, strength least) {
  const std::string text = to_text(x);
  return strength_of(x) < least ? "(" + text + ")" : text;
}

/// What is added: a + (b - c) is a + b - c, but no sign may follow the +.
std::string added(const expression& x) {
  const std::string text = to_text(x);
  return text.starts_with('-') ? "(" + text + ")" : text;
}

std::string text_of(const integer_exponent& n) {
  const int* number = std::get_if<int>(&n);
  return number != nullptr ? std::to_string(*number) : std::get<std::string>(n);
}

} // namespace

std::string to_text(const expression& x) {
  switch (x.top()) {
  case operation::number:
    return to_string(x.number());
  case operation::parameter:
    return x.name();
  case operation::negation:
    return "-" + part(x.operand(0), strength::product);
  case operation::sum:
    return to_text(x.operand(0)) + " + " + added(x.operand(1));
  case operation::difference:
    return to_text(x.operand(0)) + " - " + part(x.operand(1), strength::product);
  case operation::product: // a * (b / c) is a * b / c
    return part(x.operand(0), strength::product) + " * " + part(x.operand(1), strength::product);
  case operation::quotient:
    return part(x.operand(0), strength::product) + " / " + part(x.operand(1), strength::power);
  case operation::power:
    return part(x.operand(0), strength::atom) + "^" + text_of(x.exponent());
  case operation::root:
    return "sqrt(" + to_text(x.operand(0)) + ")";
  case operation::magnitude:
    return "|" + to_text(x.operand(0)) + "|";
  }
  std::abort(); // all operations are above
}

} // namespace mixcert
