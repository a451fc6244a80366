#include "mixcert/certificate/digits.hpp"

#include "mixcert/error.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace mixcert {

void require_digits(int digits) {
  constexpr int most = 100;
  if (digits < 1 || digits > most)
    throw input_error("--digits " + std::to_string(digits) + ": must be between 1 and " + std::to_string(most));
}

mpfr_prec_t binary_places(int digits) { return static_cast<mpfr_prec_t>(std::ceil(3.33 * digits)); }

precision places_for(int digits, int attempt) {
  precision places;
  if (digits > 0) {
    places.witness = std::max<mpfr_prec_t>(128, 40 + binary_places(digits) * (1 + attempt));
    places.basis = 2 * places.witness + 16;
    places.working = places.basis + 112;
  }
  return places;
}

bool keeps_promise(const enclosure& value, const enclosure& largest, int digits) {
  const mpfr_prec_t bits = 256 + 2 * binary_places(digits);
  return keeps_promise(lift(value, bits), lift(largest, bits), digits);
}

bool keeps_promise(const mp_interval& value, const mp_interval& largest, int digits) {
  const mpfr_prec_t bits = value.bits();
  const mp_interval power = pown(mp_interval(10, bits), digits);
  const auto point = [&](mpfr_srcptr end) { return mp_interval(mp_float(end, bits), bits); };
  const mp_interval lo = point(value.lower()), hi = point(value.upper());
  return certainly_less_equal((hi - lo) * power, hi) || certainly_less_equal(hi * power, point(largest.lower()));
}

} // namespace mixcert
