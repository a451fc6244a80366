// The claims that a product's certificate makes.
#pragma once

#include "mixcert/certificate/product_certificate.hpp"

#include <string>
#include <vector>

namespace mixcert {

/// Of a product whose local norms and whose values are enclosed by these theorems.
std::vector<claim> product_claims(const std::string& of_norms, const std::string& of_values);
/// The claim that is added for a direction.
claim direction_claim(const product_direction& direction);

} // namespace mixcert
