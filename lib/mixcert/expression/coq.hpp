// Closed forms as terms of the Coq proof assistant.
#pragma once

#include "mixcert/expression/expression.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mixcert {

/// A term of type R for R_scope, after `Require Import Reals`, and the variables that are free in it. Numbers are
/// literals, read as IZR of an integer, or quotients of two; powers are those of `pow`, with exponents in nat, and
/// below them `/ x ^ n`. A parameter that stands in an exponent is a variable of nat, for values of at least 0, and
/// INR of it elsewhere. Coq divides by zero and takes roots of negative numbers, so a theorem needs hypotheses for what
/// evaluate refuses.
struct coq_term {
  std::string term;                  ///< of type R
  std::vector<std::string> reals;    ///< variables of type R, in alphabetical order
  std::vector<std::string> naturals; ///< variables of type nat, in alphabetical order
};

/// Throws input_error when a parameter has the name of something else in Coq.
coq_term to_coq(const expression& x);

/// `Definition name (K : R) (L : nat) : R := (term)%R.` with the variables as arguments, reals first.
std::string coq_definition(std::string_view name, const expression& x);

} // namespace mixcert
