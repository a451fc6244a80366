// The claims that a product's certificate makes.
#pragma once

#include "mixcert/certificate/certificate.hpp"

#include <vector>

namespace mixcert {

std::vector<claim> product_claims();

} // namespace mixcert
