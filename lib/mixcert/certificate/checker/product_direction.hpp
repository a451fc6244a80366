// What a product of Jacobians, or its transpose, makes of a direction.
#pragma once

#include "mixcert/certificate/checker/derivative.hpp"
#include "mixcert/certificate/checker/document.hpp"

#include <functional>

namespace mixcert::checker {

/// The record's direction is z, and all that is stated of its image holds if the record's spectrum does; or throws
/// refuted, malformed or not_established. `factors` are those of each site.
void require_direction(const product_record& record, const dyadic_matrix& z,
                       const std::function<jacobian_factors(std::size_t)>& factors, mpfr_prec_t bits);

} // namespace mixcert::checker
