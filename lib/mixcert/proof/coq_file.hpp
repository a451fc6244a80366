// Files of inequalities between explicit real numbers, for coqc with Interval.
#pragma once

#include "mixcert/certificate/enclosure.hpp"
#include "mixcert/scalar/mp_float.hpp"
#include "mixcert/scalar/rational.hpp"

#include <string>
#include <string_view>

namespace mixcert::proof {

/// Exact numbers as terms of type R.
std::string coq_number(const mp_float& x);
std::string coq_number(const rational& x);
/// The ends as stored: binary64 numbers, or decimals of any length. Throws input_error for an exponent beyond long.
std::string coq_lower(const enclosure& x);
std::string coq_upper(const enclosure& x);

/// Definitions, then theorems that follow from them by evaluation.
class coq_file {
 public:
  /// `bits`: with how many places Interval evaluates. Comments must not come from a file.
  coq_file(std::string_view comment, long bits) : bits_(bits), head_("(* " + std::string(comment) + " *)\n") {}

  /// Among the definitions.
  void comment(std::string_view words);
  /// `Definition name : type := value.`, which proofs unfold.
  void define(const std::string& name, const std::string& type, const std::string& value);
  /// A definition as coq_definition writes it.
  void define(const std::string& name, const std::string& definition);
  /// A theorem whose statement is one inequality, or a conjunction of them, of what was defined.
  void theorem(const std::string& name, const std::string& statement);

  std::string text() const; ///< of the whole file

 private:
  long bits_;
  std::string head_, definitions_, theorems_;
  std::string unfolding_; ///< what was defined, the last first
};

} // namespace mixcert::proof
