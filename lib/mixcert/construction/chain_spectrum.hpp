// The singular values of equal layers of a mixer, in every arithmetic that its equations allow.
#pragma once

#include "mixcert/construction/comparison.hpp"
#include "mixcert/mixer/mixer.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {

/// Of a product of equal Jacobians.
struct chain_spectrum {
  std::vector<repeated_number> values; ///< descending: index-exact enclosures, or guesses
  mpfr_prec_t places = 0;              ///< of enclosures, as far as the mixer's evaluation allows
};

/// Of J^layers, J = D(H(X) X) at input.state: mixer, derivative, product in factored form (theorem T2 e), core and
/// spectrum (T3). Enclosures have a width of about 2^-(bits - 68) of each value, as far as doubling the places a few
/// times gives that; `interval` evaluates the mixer in binary64 and the rest with 384 places. Throws not_certified when
/// something cannot be bounded, or overflows an arithmetic without enclosures; std::invalid_argument for `rational`.
chain_spectrum chain_singular_values(const mixer& mixer, const mixer_input& input, std::size_t layers,
                                     const arithmetic& arithmetic);

} // namespace mixcert
