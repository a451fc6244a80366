#include "mixcert/certificate/any_certificate.hpp"

#include "mixcert/certificate/json.hpp"

namespace mixcert {

any_certificate any_from_json(std::string_view text, const std::string& source) {
  const std::string kind = certificate_kind(text, source);
  if (kind == "matrix") return matrix_from_json(text, source);
  if (kind == "construction") return construction_from_json(text, source);
  if (kind == "product") return product_from_json(text, source);
  if (kind == "diagnosis") return diagnosis_from_json(text, source);
  return from_json(text, source);
}

} // namespace mixcert
