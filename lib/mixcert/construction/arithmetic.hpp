// In what the computed side of a construction is evaluated.
#pragma once

#include <mpfr.h>

#include <string>
#include <string_view>

namespace mixcert {

/// binary64_interval: what depends on the parameters in intervals with such ends; mp: enclosures of about `bits`
/// places, with as many on the way as that takes; exact: rational numbers, where there are any; binary128, binary64:
/// guesses.
struct arithmetic {
  /// The kinds of numbers.
  enum class kind { binary64_interval, mp, exact, binary128, binary64 };
  kind in = kind::mp;     ///< which one
  mpfr_prec_t bits = 128; ///< of mp

  bool encloses() const { return in == kind::binary64_interval || in == kind::mp; } ///< its results are enclosures
  bool guesses() const { return in == kind::binary128 || in == kind::binary64; }    ///< its results are guesses
};

/// `interval`, `mp:BITS` with BITS from 64 to 2048, `rational`, `quad` or `float64`. Throws input_error otherwise.
arithmetic parse_arithmetic(std::string_view text);
/// The inverse: the name of binary128 is `quad`.
std::string to_string(const arithmetic& arithmetic);

} // namespace mixcert
