// An enclosure as a certificate stores it.
#pragma once

#include "mixcert/scalar/interval.hpp"
#include "mixcert/scalar/mp_interval.hpp"

#include <string>

namespace mixcert {

/// Binary64 ends, or decimal ends of any length where more digits are wanted than binary64 has.
class enclosure {
 public:
  /// With binary64 ends.
  enclosure(const interval& ends) : binary64_(ends) {} // NOLINT(google-explicit-constructor): it is that enclosure
  /// Decimal ends, each as is_decimal wants it. Throws input_error otherwise, or when lo > hi.
  enclosure(std::string lo, std::string hi);

  /// The ends, or the tightest binary64 interval around decimal ones.
  operator const interval&() const { return binary64_; } // NOLINT(google-explicit-constructor): it holds every member
  double lower() const { return binary64_.lower(); }
  double upper() const { return binary64_.upper(); }

  bool is_binary64() const { return lo_.empty(); } ///< else the ends are decimals
  /// Decimals that contain the ends, or are them.
  std::string lo() const;
  std::string hi() const;

 private:
  interval binary64_;
  std::string lo_, hi_;
};

/// An interval of ends with `bits` places that holds the enclosure; its ends themselves when they are binary64.
mp_interval lift(const enclosure& x, mpfr_prec_t bits);

} // namespace mixcert
