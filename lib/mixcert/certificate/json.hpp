// The certificate as a JSON document (format version 1, docs/reference/certificate.md).
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/certificate/construction_certificate.hpp"
#include "mixcert/certificate/matrix_certificate.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mixcert {

/// UTF-8, stable key order, the same bytes in every locale. No number that carries a claim is a JSON number.
std::string to_json(const certificate& certificate);

/// The document's certificate. Throws input_error, naming `source` and the place, for anything that is not a
/// well-formed certificate of this version: duplicate keys, a missing or mistyped field, lo > hi, a NaN or infinite
/// end, decimals that do not contain their hex ends. Unknown keys are ignored. Nothing is checked against any data.
certificate from_json(std::string_view text, const std::string& source);

/// The kind of certificate, "mixer", "matrix", "construction", "product" (product_certificate.hpp) or "diagnosis"
/// (diagnosis.hpp), as the document says; the reader of that kind checks the rest.
std::string certificate_kind(std::string_view text, const std::string& source);

/// The names of the files that the subject's tensors are in, each once. Throws input_error as certificate_kind.
std::vector<std::string> data_files(std::string_view text, const std::string& source);

/// The same as from_json for a document of kind "matrix".
matrix_certificate matrix_from_json(std::string_view text, const std::string& source);

/// The same for a document of kind "construction".
construction_certificate construction_from_json(std::string_view text, const std::string& source);

/// What stands in a certificate's place when the input could not be certified.
std::string refusal_json(const certificate_subject& subject, const std::string& reason);
/// The same of a matrix, or of the ball of those within entrywise radii.
std::string refusal_json(const tensor_reference& matrix, const std::optional<tensor_reference>& radius,
                         const std::string& reason);

} // namespace mixcert
