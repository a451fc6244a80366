#include "mixcert/proof/coq_file.hpp"

#include "mixcert/error.hpp"
#include "mixcert/expression/detail/strength.hpp"

#include <algorithm>
#include <boost/multiprecision/gmp.hpp>
#include <charconv>

namespace mixcert::proof {
namespace {

using integer = boost::multiprecision::mpz_int;

std::string bracketed(const std::string& number) { return number.starts_with('-') ? "(" + number + ")" : number; }

std::string scaled_integer(const std::string& digits, int base, long exponent) {
  if (exponent == 0 || digits == "0") return bracketed(digits);
  return "(" + bracketed(digits) + " * powerRZ " + std::to_string(base) + " " + bracketed(std::to_string(exponent)) +
         ")";
}

/// [+-] digits [. digits] [e [+-] digits] as an integer times a power of ten.
std::string decimal_number(std::string_view decimal) {
  std::string digits;
  long exponent = 0;
  const std::size_t e = std::min(decimal.find_first_of("eE"), decimal.size());
  if (e < decimal.size()) {
    std::string_view power = decimal.substr(e + 1);
    if (power.starts_with('+')) power.remove_prefix(1);
    if (std::from_chars(power.data(), power.data() + power.size(), exponent).ec != std::errc())
      throw input_error("an end of an enclosure has an exponent that is too large for Coq; certify once more");
  }
  bool behind_point = false;
  for (const char c : decimal.substr(0, e)) {
    if (c == '.') {
      behind_point = true;
    } else if (c != '+') {
      digits += c;
      exponent -= behind_point ? 1 : 0;
    }
  }
  return scaled_integer(integer(digits).str(), 10, exponent);
}

constexpr std::string_view libraries =
    "From Coq Require Import Reals.\nFrom Interval Require Import Tactic.\nOpen Scope R_scope.\n\n";

/// Maxima and minima are taken apart, then the numbers are compared.
constexpr std::string_view tactic = R"(
Ltac bound :=
  first
    [ split; bound
    | apply Rmax_lub; bound
    | apply Rmin_glb; bound
    | eapply Rle_trans; [ | apply Rmax_l ]; bound
    | eapply Rle_trans; [ | apply Rmax_r ]; bound
    | eapply Rle_trans; [ apply Rmin_l | ]; bound
    | eapply Rle_trans; [ apply Rmin_r | ]; bound
    | interval with (i_prec )";

} // namespace

std::string coq_number(const mp_float& x) {
  if (mpfr_regular_p(x.get()) == 0) return "0";
  integer digits;
  long exponent = mpfr_get_z_2exp(digits.backend().data(), x.get());
  const integer magnitude = abs(digits);
  const auto zeros = static_cast<long>(lsb(magnitude));
  digits >>= static_cast<unsigned>(zeros);
  exponent += zeros;
  return scaled_integer(digits.str(), 2, exponent);
}

std::string coq_number(const rational& x) {
  const std::string whole = bracketed(numerator(x));
  return is_integer(x) ? whole : "(" + whole + " / " + denominator(x) + ")";
}

std::string coq_lower(const enclosure& x) {
  return x.is_binary64() ? coq_number(mp_float(x.lower(), 53)) : decimal_number(x.lo());
}

std::string coq_upper(const enclosure& x) {
  return x.is_binary64() ? coq_number(mp_float(x.upper(), 53)) : decimal_number(x.hi());
}

void coq_file::comment(std::string_view words) { definitions_ += "(* " + std::string(words) + " *)\n"; }

void coq_file::define(const std::string& name, const std::string& type, const std::string& value) {
  define(name, "Definition " + name + " : " + type + " := " + value + ".");
}

void coq_file::define(const std::string& name, const std::string& definition) {
  definitions_ += definition + "\n";
  unfolding_ = name + (unfolding_.empty() ? "" : ", ") + unfolding_;
}

void coq_file::theorem(const std::string& name, const std::string& statement) {
  theorems_ += "\nTheorem " + name + " :\n  " + statement + ".\nProof. evaluate. Qed.\n";
}

std::string coq_file::text() const {
  return head_ + std::string(libraries) + definitions_ + std::string(tactic) + std::to_string(bits_) +
         ") ].\nLtac evaluate :=\n  unfold " + unfolding_ + ";\n  bound.\n" + theorems_;
}

} // namespace mixcert::proof
