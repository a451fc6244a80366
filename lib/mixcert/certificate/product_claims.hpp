// The claims that a product's certificate makes.
#pragma once

#include "mixcert/certificate/product_certificate.hpp"

#include <vector>

namespace mixcert {

/// Of a product by this method.
std::vector<claim> product_claims(product_method method);
/// The claim that is added for a direction.
claim direction_claim(const product_direction& direction);

} // namespace mixcert
