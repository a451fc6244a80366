// What a theorem says about the spectrum of a construction, as data.
#pragma once

#include "mixcert/expression/expression.hpp"

#include <string>
#include <vector>

namespace mixcert {

/// A parameter of a construction.
struct named_parameter {
  std::string name;    ///< in the formula
  std::string meaning; ///< with the values that the theorem allows
};

/// A value and how often it occurs, a whole number; both in the same parameters.
struct repeated_value {
  expression value; ///< in terms of the parameters
  expression count; ///< how often it occurs
};

/// The singular values of J, with multiplicities and in no order.
struct closed_form {
  std::string name;                            ///< of the quantity
  std::string theorem;                         ///< its file in proofs/theorems begins with this
  std::vector<named_parameter> parameters;     ///< those that it is in terms of
  std::vector<repeated_value> singular_values; ///< those that the construction is made for come first
};

} // namespace mixcert
