// What a product of Jacobians makes of a direction.
#pragma once

#include "mixcert/certificate/product_certificate.hpp"

#include <vector>

namespace mixcert {

/// Of the product of these sites, whose certificate has its local norms, its spectrum and the norm already. Without a
/// direction given it is that of about 64 products with P and P^T in quadruple precision, rounded to binary64. Throws
/// as chain_derivative does.
product_direction measure_direction(const mixer& mixer, const std::vector<product_site>& sites,
                                    const direction_request& request, const product_certificate& of, int digits);

} // namespace mixcert
