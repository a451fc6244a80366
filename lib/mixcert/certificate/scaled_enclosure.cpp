#include "mixcert/certificate/scaled_enclosure.hpp"

#include "mixcert/certificate/outward.hpp"
#include "mixcert/error.hpp"

#include <cstdlib>

namespace mixcert {

long exp2_for(const mp_interval& largest) {
  constexpr long ordinary = 512; // squares and ratios stay in range as well
  if (!is_finite(largest)) throw not_certified("a singular value could not be bounded");
  const long exponent = exponent_of(largest);
  return std::labs(exponent) <= ordinary ? 0 : exponent;
}

scaled_enclosure stored_enclosure(const mp_interval& x, long exp2, int digits) {
  return {stored_enclosure(scaled(x, -exp2), digits), exp2};
}

mp_interval lift(const scaled_enclosure& x, mpfr_prec_t bits) { return scaled(lift(x.ends, bits), x.exp2); }

} // namespace mixcert
