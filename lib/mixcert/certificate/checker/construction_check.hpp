// The claims of a certificate of kind `construction`.
#pragma once

#include "mixcert/certificate/checker/claim_list.hpp"
#include "mixcert/certificate/checker/document.hpp"

namespace mixcert::checker {

/// Requires document.construction. The closed forms are those of T10 (b) at (1, -1) and of T11 (c), evaluated exactly.
void check_construction(const document& document, claim_list& claims);

} // namespace mixcert::checker
