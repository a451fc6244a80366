// What a request for D digits asks of the arithmetic and of the result.
#pragma once

#include "mixcert/certificate/enclosure.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/scalar/precision.hpp"

namespace mixcert {

/// Throws input_error unless digits is between 1 and 100.
void require_digits(int digits);

/// Binary places that hold D decimal ones.
mpfr_prec_t binary_places(int digits);

/// Places for digits (0: the ordinary ones); more with each attempt, as values down to sigma_1 / 10^D need as many
/// again and most matrices have none so small.
precision places_for(int digits, int attempt);

/// What is promised of stored ends: hi - lo <= 10^-D hi, or hi <= 10^-D sigma_1, for sigma_1 in `largest`.
bool keeps_promise(const enclosure& value, const enclosure& largest, int digits);
/// The same of ends of any size.
bool keeps_promise(const mp_interval& value, const mp_interval& largest, int digits);

} // namespace mixcert
