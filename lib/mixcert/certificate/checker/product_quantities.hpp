// What follows from the values that a certificate of a product states.
#pragma once

#include "mixcert/certificate/checker/document.hpp"

namespace mixcert::checker {

/// x in units of 2^exponent, exactly. Throws malformed where the two exponents are too far apart to be compared.
enclosure in_units(const scaled_enclosure& x, long exponent);

/// Throws unless each quantity follows from the spectrum, the frozen spectrum and the product of the local norms.
/// Requires values in both spectra.
void require_quantities(const product_record& record);

} // namespace mixcert::checker
