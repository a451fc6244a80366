// The spectral norm of a Jacobian with few sources (theorem T24 d).
#pragma once

#include "mixcert/certificate/checker/derivative.hpp"

#include <string>

namespace mixcert::checker {

/// Throws refuted where ||J|| exceeds the bound, not_established where the enclosures do not decide.
void require_norm(const std::string& what, const jacobian_factors& J, const rational& bound, mpfr_prec_t bits);

} // namespace mixcert::checker
