// The claims of a certificate of kind `product`.
#pragma once

#include "mixcert/certificate/checker/claim_list.hpp"
#include "mixcert/certificate/checker/data.hpp"

namespace mixcert::checker {

/// Requires document.product.
void check_product(const document& document, const data_folders& folders, claim_list& claims);

} // namespace mixcert::checker
