// Constants of a convention, as exact real numbers.
#pragma once

#include "mixcert/scalar/float64.hpp"
#include "mixcert/scalar/interval.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/scalar/quad.hpp"
#include "mixcert/scalar/rational.hpp"
#include "mixcert/scalar/slope_form.hpp"

#include <string>
#include <string_view>

namespace mixcert {

/// One real number, given as a decimal ("1e-12" is exactly 10^-12) or as a hex float ("0x1.19799812dea11p-40" is
/// exactly that binary number). The two are different numbers and both are kept as written.
class exact_constant {
 public:
  /// Throws input_error, quoting the text, when it is neither form, or no binary64 number though written in hex.
  /// Throws input_error for a text that is neither a decimal nor a hex float.
  explicit exact_constant(std::string_view text);
  /// The binary64 number x, written in hex.
  explicit exact_constant(double x);

  const std::string& text() const { return text_; } ///< as it was written
  bool is_hex() const { return is_hex_; }           ///< then it is a binary number

  double value(const context<float64>&) const;          ///< the nearest binary64 number
  quad value(const context<quad>&) const;               ///< the nearest binary128 number
  interval value(const context<interval>&) const;       ///< the smallest enclosure
  mp_interval value(const context<mp_interval>&) const; ///< the smallest enclosure with that precision
  /// The number itself. Throws input_error, quoting the text, for a decimal of more than 100,000 places.
  rational value(const context<rational>&) const;     ///< exactly
  slope_form value(const context<slope_form>&) const; ///< no slope: an enclosure of the constant

 private:
  std::string text_;
  bool is_hex_;
};

} // namespace mixcert
