// What is measured on the Jacobian at a site and state, a second time from docs/reference/diagnose.md.
#pragma once

#include "mixcert/certificate/checker/core_spectrum.hpp"
#include "mixcert/certificate/checker/document.hpp"
#include "mixcert/certificate/checker/measured.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace mixcert::checker {

/// Of J = D(H(X) X), and of H kron I, which it is when the derivative of the router is stopped.
struct measured_jacobian {
  std::vector<repeated_value> spectrum; ///< of J
  measured_values values;
  measured_values stopped; ///< those that an intervention may be of, with H kron I in place of J
  enclosed_count rank;     ///< of J - H kron I
};

/// Whether a quantity of this name is one of these, or a count or directions of a Jacobian.
bool is_of_jacobian(const std::string& name);

/// Of the residual map; `mixer` is the name of that which was evaluated.
measured_jacobian measure_jacobian(const evaluated_map& at, const std::string& mixer, mpfr_prec_t bits);

/// How many singular values are at least x.
enclosed_count count_at_least(const std::vector<repeated_value>& spectrum, const rational& x);

/// Its upper end bounds the sines of the angles that a right and a left direction make with the first singular vectors
/// of J (theorem T23 b, for the value that gives the least bound). Throws not_established where the largest singular
/// value may not be alone, refuted where a direction is zero.
interval sine_of(const dyadic_matrix& right, const dyadic_matrix& left, const jacobian_factors& J,
                 const std::vector<repeated_value>& spectrum, mpfr_prec_t bits);

} // namespace mixcert::checker
