// Where a printed expression needs parentheses.
#pragma once

#include "mixcert/expression/expression.hpp"

namespace mixcert {

/// How strongly the parts of a printed expression hold together, the weakest first.
enum class strength { sum, product, power, atom };

/// Of x as written by to_text: a negative number is a negation, a fraction a quotient.
strength strength_of(const expression& x);

/// "p" and "q" of the rational p/q.
std::string numerator(const rational& x);
std::string denominator(const rational& x);
bool is_integer(const rational& x);

} // namespace mixcert
