// A certificate of whichever kind a document is.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/certificate/construction_certificate.hpp"
#include "mixcert/certificate/diagnosis.hpp"
#include "mixcert/certificate/matrix_certificate.hpp"
#include "mixcert/certificate/product_certificate.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace mixcert {

/// Of any kind that a document may have.
using any_certificate =
    std::variant<certificate, matrix_certificate, construction_certificate, product_certificate, diagnosis>;

/// As the reader of the document's kind; throws what that throws.
any_certificate any_from_json(std::string_view text, const std::string& source);

} // namespace mixcert
