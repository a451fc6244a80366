// A real number in closed form: rationals and named parameters under + - * / ^ sqrt | |.
#pragma once

#include "mixcert/scalar/rational.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace mixcert {

/// What stands at the top of an expression.
enum class operation { number, parameter, negation, sum, difference, product, quotient, power, root, magnitude };

/// A whole number, or the name of a parameter that is to have one.
using integer_exponent = std::variant<int, std::string>;

/// A closed form. An immutable value: copies share their nodes, and may be used in several threads.
///
/// It is simplified as it is built, so that it can be read: rationals are combined exactly (powers only while they stay
/// below 64 bits), 0 and 1 disappear where they do nothing, signs move outward, numbers stand left of what they
/// multiply, |x| is x where x is seen to be nonnegative, roots of squares of rationals are taken, (x^m)^n is x^(mn).
/// The simplified form is defined for the same parameters as what was written, and equal to it there: 0 / K stays. Two
/// forms of one number may stay different; nothing is expanded, cancelled or collected.
///
/// Throws input_error when nested more than 1000 deep, so that every function of expressions may recurse.
class expression {
 public:
  /// That number.
  expression(int value);       // NOLINT(google-explicit-constructor): exact
  expression(rational value);  // NOLINT(google-explicit-constructor): exact
  expression(double) = delete; ///< 0.1 would not be 1/10: write rational(1, 10)
  /// Throws input_error unless the name is a letter followed by letters, digits and underscores, other than `sqrt`.
  static expression parameter(std::string name); ///< one that has this name

  operation top() const;                          ///< the outermost operation
  std::size_t operands() const;                   ///< of the outermost operation
  const expression& operand(std::size_t i) const; ///< from 0 on
  const rational& number() const;                 ///< of a number
  const std::string& name() const;                ///< of a parameter
  const integer_exponent& exponent() const;       ///< of a power
  /// Equal for copies of one expression.
  const void* identity() const { return node_.get(); }

  /// Known from the form alone, for all parameters where the expression is defined.
  bool is_non_negative() const;
  bool is_positive() const;
  /// Known from the form alone: no division by what may be zero, no root of what may be negative.
  bool is_defined_everywhere() const;

 private:
  struct node;
  explicit expression(std::shared_ptr<const node> shared) : node_(std::move(shared)) {}
  friend expression apply(operation top, std::vector<expression> operands, integer_exponent exponent);

  std::shared_ptr<const node> node_;
};

/// The operation, simplified where that changes neither value nor domain.
expression operator-(const expression& x);
expression operator+(const expression& x, const expression& y);
expression operator-(const expression& x, const expression& y);
expression operator*(const expression& x, const expression& y);
expression operator/(const expression& x, const expression& y);
/// x to the power n; 0^0 = 1. Throws input_error when n is not the name of a parameter, as expression::parameter.
expression pown(const expression& x, const integer_exponent& n);
expression sqrt(const expression& x);
expression abs(const expression& x);

/// Whether it is a rational number; that number.
inline bool is_number(const expression& x) { return x.top() == operation::number; }
/// Whether x is the number `value`, written as such.
bool is_number(const expression& x, int value);

} // namespace mixcert
