// Each hypothesis of the theorems with the claim and the number that discharge it.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/certificate/matrix_certificate.hpp"
#include "mixcert/proof/document.hpp"

namespace mixcert::proof {

/// Whether feature directions were left out of the common core (theorem T4).
bool is_truncated(const certificate& certificate);
/// Whether anything is fed back: else J is the frozen mixer alone.
bool has_core(const certificate& certificate);
/// Whether the radii are how far a Matrix Market file's decimals are from the nearest binary64 numbers.
bool has_decimal_radii(const matrix_certificate& certificate);
/// Whether some values of the matrix are enclosed to second order (theorem T6 c).
bool is_separated(const matrix_certificate& certificate);

/// Hypothesis, claim, number. Throws input_error when a claim or a bound is missing, or not such as its theorem needs.
table hypothesis_table(const certificate& certificate);
table hypothesis_table(const matrix_certificate& certificate);

} // namespace mixcert::proof
