// The claims basis, core and truncation: a core of the rotated Jacobian, and its distance from a stored matrix (T3,
// T4).
#pragma once

#include "mixcert/certificate/checker/document.hpp"
#include "mixcert/certificate/checker/singular_values.hpp"
#include "mixcert/certificate/checker/span.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mixcert::checker {

/// NAME, or NAME0, NAME1, ... where there are several spaces.
std::string of_space(const char* name, std::size_t space, std::size_t spaces);

/// Upper triangular R of one space, with phi or t (T5 c, d).
struct basis {
  const dyadic_matrix* R;
  std::optional<rational> phi, t;
};

/// Throws unless each basis is one of the generators up to its bound.
std::vector<basis> require_bases(const claim_record& claim, const spans& spans, mpfr_prec_t bits);

/// P, s and nu of the rotation.
struct rotated {
  const dyadic_matrix *P, *s;
  rational nu;
};

/// Throws unless the core differs from the claim's C by at most its epsilon (T3 b, d).
void require_core(const claim_record& claim, const spans& spans, const std::vector<basis>& bases,
                  const rotated& rotation, mpfr_prec_t bits);

/// Throws unless the truncation of C leaves out at most kappa, and its own C is within epsilon (T4 c).
void require_truncation(const claim_record& claim, const claim_record& core, const rotated& rotation, std::size_t n,
                        std::size_t p, std::size_t q, mpfr_prec_t bits);

} // namespace mixcert::checker
