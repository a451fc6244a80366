// The claims that a product's certificate makes.
#pragma once

#include "mixcert/certificate/product_certificate.hpp"

#include <vector>

namespace mixcert {

/// Of a product by this method, dense or factored.
std::vector<claim> product_claims(product_method method);

} // namespace mixcert
